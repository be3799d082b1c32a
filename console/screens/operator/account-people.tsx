/** The people of an account's point-of-sale, and the invitation of an admin. */
import { Button, Modal, SimpleGrid, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useDisclosure } from "@mantine/hooks";
import type { NumberedPage } from "../../../src/interfaces/console/contract.ts";
import type {
  AccountDetail,
  PosPerson,
} from "../../../src/interfaces/console/operator/contract.ts";
import { api, useReading } from "../../api.ts";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { FormButtons } from "../../parts/form-buttons.tsx";
import { Panel } from "../../parts/panel.tsx";
import { FormTrouble, useSubmit } from "../../parts/submit.tsx";
import { Moment } from "../../parts/values.tsx";
import { useUrlState } from "../../url-state.ts";
import { SwitchState } from "./texts.tsx";

const TAKE = 50;

const COLUMNS: readonly Column<PosPerson>[] = [
  {
    id: "name",
    header: "Name",
    cell: ({ firstName, lastName, email }) => `${firstName} ${lastName}`.trim() || email,
  },
  { id: "email", header: "E-mail", cell: ({ email }) => email },
  { id: "role", header: "Role", cell: ({ role }) => role },
  { id: "state", header: "State", cell: ({ isActive }) => <SwitchState isActive={isActive} /> },
  {
    id: "created",
    header: "Since",
    cell: ({ createdAt }) => <Moment at={createdAt} show="date" />,
  },
];

export function AccountPeople({ id, isActive }: AccountDetail["account"]) {
  const [{ page }] = useUrlState({ page: 1 });
  const path = `/operator/accounts/${id}/people`;
  const reading = useReading<NumberedPage<PosPerson>>(path, { page, take: TAKE });
  const invite = isActive ? <InviteButton path={path} /> : undefined;
  return (
    <Panel
      title="People of the point of sale"
      description="They sign in to the point of sale and to this console. Admins invite the others."
      flush
      actions={invite}
    >
      <DataTable
        caption="People of the point of sale"
        columns={COLUMNS}
        reading={reading}
        keyOf={(person) => person.id}
        pageSize={TAKE}
        empty={{
          title: "Nobody yet",
          next: isActive
            ? "Invite the first admin: a letter lets them choose a password."
            : "Switch the account on, then invite its first admin.",
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
      <Button onClick={open}>Invite an admin</Button>
      <Modal
        opened={opened}
        onClose={close}
        title="Invite an admin"
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
    send: (values) => api.post<PosPerson>(path, values),
    said: "The invitation is on its way.",
    refresh: [path],
    done: close,
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          A letter with a link goes there. It sets a password, once, within seven days.
        </Text>
        <TextInput
          type="email"
          label="E-mail"
          required
          data-autofocus
          {...form.getInputProps("email")}
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput label="First name" required {...form.getInputProps("firstName")} />
          <TextInput label="Last name" required {...form.getInputProps("lastName")} />
        </SimpleGrid>
        <FormTrouble trouble={trouble} />
        <FormButtons close={close} isPending={isPending} label="Send the invitation" />
      </Stack>
    </form>
  );
}
