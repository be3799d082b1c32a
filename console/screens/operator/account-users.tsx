/** The users of an account's point of sale, and inviting an admin. */
import { Button, Modal, SimpleGrid, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useDisclosure } from "@mantine/hooks";
import type { NumberedPage } from "../../../src/interfaces/console/contract.ts";
import type {
  AccountDetail,
  AccountUser,
} from "../../../src/interfaces/console/operator/contract.ts";
import { api, useReading } from "../../api.ts";
import { Allowed } from "../../parts/allowed.tsx";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { FormButtons } from "../../parts/form-buttons.tsx";
import { capitalize } from "../../parts/formats.ts";
import { Panel } from "../../parts/panel.tsx";
import { FormError, useSubmit } from "../../parts/submit.tsx";
import { Moment } from "../../parts/values.tsx";
import { useUrlState } from "../../url-state.ts";
import { ActiveBadge } from "./texts.tsx";

const TAKE = 50;

const COLUMNS: readonly Column<AccountUser>[] = [
  {
    id: "name",
    header: "Name",
    cell: ({ firstName, lastName, email }) => `${firstName} ${lastName}`.trim() || email,
  },
  { id: "email", header: "Email", cell: ({ email }) => email },
  { id: "role", header: "Role", cell: ({ role }) => capitalize(role) },
  { id: "state", header: "Status", cell: ({ isActive }) => <ActiveBadge isActive={isActive} /> },
  {
    id: "created",
    header: "Created",
    cell: ({ createdAt }) => <Moment at={createdAt} show="date" />,
  },
];

export function AccountUsers({ id, isActive }: AccountDetail["account"]) {
  const [{ page }] = useUrlState({ page: 1 });
  const path = `/operator/accounts/${id}/users`;
  const reading = useReading<NumberedPage<AccountUser>>(path, { page, take: TAKE });
  const invite = isActive ? (
    <Allowed needs="operator.administer">
      <InviteButton path={path} />
    </Allowed>
  ) : undefined;
  return (
    <Panel
      title="Users"
      description="Users can sign in to the point of sale and this console. Admins can invite other users."
      flush
      actions={invite}
    >
      <DataTable
        caption="Users"
        exports={{ path }}
        columns={COLUMNS}
        reading={reading}
        keyOf={(person) => person.id}
        pageSize={TAKE}
        empty={{
          title: "No users yet",
          next: isActive
            ? "Invite the first admin. They receive an email with a link to choose a password."
            : "Enable the account, then invite its first admin.",
          icon: "people",
        }}
      />
    </Panel>
  );
}

function InviteButton({ path }: { readonly path: string }) {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button onClick={open}>Invite admin</Button>
      <Modal
        opened={opened}
        onClose={close}
        title="Invite admin"
        closeButtonProps={{ "aria-label": "Close" }}
      >
        <InviteForm path={path} close={close} />
      </Modal>
    </>
  );
}

function InviteForm({ path, close }: { readonly path: string; close(): void }) {
  const form = useForm({ initialValues: { email: "", firstName: "", lastName: "" } });
  const { submit, isPending, trouble } = useSubmit({
    form,
    send: (values) => api.post<AccountUser>(path, values),
    successMessage: "Invitation sent.",
    refresh: [path],
    done: close,
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          They receive an email with a link to choose a password. The link is valid for 7 days and
          can be used once.
        </Text>
        <TextInput
          type="email"
          label="Email"
          required
          data-autofocus
          {...form.getInputProps("email")}
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput label="First name" required {...form.getInputProps("firstName")} />
          <TextInput label="Last name" required {...form.getInputProps("lastName")} />
        </SimpleGrid>
        <FormError trouble={trouble} />
        <FormButtons close={close} isPending={isPending} label="Send invitation" />
      </Stack>
    </form>
  );
}
