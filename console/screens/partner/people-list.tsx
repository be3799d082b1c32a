/** The people of a client or of a partner itself, with their form. */
import { Button, Group, Modal, Switch } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import type { NumberedPage } from "../../../src/interfaces/console/contract.ts";
import type { UserView } from "../../../src/interfaces/console/partner/contract.ts";
import { api, useReading } from "../../api.ts";
import { ConfirmButton } from "../../parts/confirm-button.tsx";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { Panel } from "../../parts/panel.tsx";
import { useAction, useSubmit } from "../../parts/submit.tsx";
import { useMay } from "../../session.tsx";
import { useUrlState } from "../../url-state.ts";
import type { OwnerOf } from "./location-list.tsx";
import { BLANK_PERSON, FormFoot, PersonFields, WelcomeBox } from "./pieces/form-parts.tsx";
import { Activity, useChoices } from "./pieces/words.tsx";

const COLUMNS: readonly Column<UserView>[] = [
  {
    id: "name",
    header: "Name",
    cell: ({ firstName, lastName, isYou }) => `${firstName} ${lastName}${isYou ? " (you)" : ""}`,
  },
  { id: "userName", header: "User name", cell: ({ userName }) => userName },
  { id: "role", header: "Role", cell: ({ userRole }) => userRole },
  { id: "email", header: "E-mail", cell: ({ email }) => email },
  { id: "state", header: "State", cell: ({ isActive }) => <Activity isActive={isActive} /> },
];

export function PeopleList({ owner }: { readonly owner: OwnerOf }) {
  const [{ page }] = useUrlState({ page: 1 });
  const question = { [owner.kind]: owner.id, page };
  const reading = useReading<NumberedPage<UserView>>("/estate/users", question);
  const mayChange = useMay("estate.users");
  const [opened, setOpened] = useState<UserView | "new" | undefined>();
  const add = mayChange && (
    <Button size="xs" onClick={() => setOpened("new")}>
      Add a person
    </Button>
  );
  return (
    <Panel flush title="People" actions={add}>
      <DataTable<UserView>
        caption="People"
        columns={COLUMNS}
        reading={reading}
        pageSize={25}
        keyOf={({ id }) => id}
        {...(mayChange && { onRow: setOpened })}
        empty={{
          icon: "people",
          title: "Nobody here",
          next: "People sign in to the console, or answer for devices.",
          action: add,
        }}
      />
      <Modal
        size="xl"
        opened={opened !== undefined}
        onClose={() => setOpened(undefined)}
        title={opened === "new" ? "Add a person" : "Edit the person"}
        closeButtonProps={{ "aria-label": "Close" }}
      >
        {opened !== undefined && (
          <PersonForm
            key={opened === "new" ? "new" : opened.version}
            owner={owner}
            user={opened === "new" ? undefined : opened}
            close={() => setOpened(undefined)}
            reload={async (id) => setOpened(await api.get<UserView>(`/estate/users/${id}`))}
          />
        )}
      </Modal>
    </Panel>
  );
}

interface PersonFormProps {
  readonly owner: OwnerOf;
  /** Undefined: a new one. */
  readonly user: UserView | undefined;
  close(): void;
  reload(id: string): Promise<void>;
}

function valuesOf(user: UserView | undefined) {
  if (user === undefined) return { ...BLANK_PERSON, sendWelcomeEmail: true };
  const { userName, firstName, lastName, email, phone, userRole, isActive } = user;
  const person = { userName, firstName, lastName, email, phone, userRole, isActive };
  return { ...person, sendWelcomeEmail: false };
}

function PersonForm({ owner, user, close, reload }: PersonFormProps) {
  const choices = useChoices();
  const fitting = (owner.kind === "client" ? choices?.clientRoles : choices?.partnerRoles) ?? [];
  const roles = user === undefined ? fitting : [...new Set([user.userRole, ...fitting])];
  const form = useForm({ initialValues: valuesOf(user) });
  const { submit, isPending, trouble } = useSubmit({
    form,
    send: ({ sendWelcomeEmail, ...values }) =>
      user === undefined
        ? api.post<unknown>("/estate/users", {
            ...values,
            sendWelcomeEmail,
            [owner.kind]: { id: owner.id },
          })
        : api.patch<unknown>(`/estate/users/${user.id}`, { ...values, version: user.version }),
    said: user === undefined ? "The person is entered." : "Saved.",
    refresh: ["/estate"],
    done: close,
  });
  return (
    <form onSubmit={submit} noValidate>
      <PersonFields form={form} roles={roles} />
      {user === undefined ? (
        <WelcomeBox form={form} />
      ) : (
        <PersonActs user={user} form={form} close={close} />
      )}
      <FormFoot
        label={user === undefined ? "Add the person" : "Save"}
        isPending={isPending}
        trouble={trouble}
        cancel={close}
        reload={user && (() => reload(user.id))}
      />
    </form>
  );
}

interface PersonActsProps {
  readonly user: UserView;
  readonly form: ReturnType<typeof useForm<ReturnType<typeof valuesOf>>>;
  close(): void;
}

function PersonActs({ user, form, close }: PersonActsProps) {
  const { run, isPending } = useAction({
    send: () => api.post(`/estate/users/${user.id}/welcome`),
    said: `A new link is on its way to ${user.email}.`,
  });
  return (
    <>
      {!user.isYou && (
        <Switch
          mt="md"
          label="May sign in"
          {...form.getInputProps("isActive", { type: "checkbox" })}
        />
      )}
      <Group mt="md" gap="xs">
        {user.isActive && (
          <Button size="compact-sm" variant="light" loading={isPending} onClick={run}>
            Send a new set-password link
          </Button>
        )}
        {!user.isYou && (
          <ConfirmButton
            label="Delete this person"
            size="compact-sm"
            variant="subtle"
            question={`Delete ${user.firstName} ${user.lastName}?`}
            consequence="This cannot be undone. The contact of a partner or client stays: name another contact first."
            send={() => api.delete(`/estate/users/${user.id}`)}
            said="Deleted."
            refresh={["/estate"]}
            done={close}
          />
        )}
      </Group>
    </>
  );
}
