/** The users of a client or partner, with their form. */
import { Button, Stack, Switch } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { UserView } from "../../../src/interfaces/console/partner/contract.ts";
import { api } from "../../api.ts";
import { ConfirmButton } from "../../parts/confirm-button.tsx";
import type { Column } from "../../parts/data-table.tsx";
import { useAction, useSubmit } from "../../parts/submit.tsx";
import { useMay } from "../../session.tsx";
import { ApiSecretPanel } from "./api-secret.tsx";
import { BLANK_USER, FormFooter, UserFields, WelcomeBox } from "./pieces/form-parts.tsx";
import { type OwnedFormProps, OwnedList, type Owner } from "./pieces/owned-list.tsx";
import { ActiveBadge, useChoices } from "./pieces/texts.tsx";

const PATH = "/management/users";

const COLUMNS: readonly Column<UserView>[] = [
  {
    id: "name",
    header: "Name",
    cell: ({ firstName, lastName, isYou }) => `${firstName} ${lastName}${isYou ? " (you)" : ""}`,
  },
  { id: "userName", header: "User name", cell: ({ userName }) => userName },
  { id: "role", header: "Role", cell: ({ userRole }) => userRole },
  { id: "email", header: "Email", cell: ({ email }) => email },
  { id: "state", header: "Status", cell: ({ isActive }) => <ActiveBadge isActive={isActive} /> },
];

const EMPTY = {
  icon: "people",
  title: "No users",
  next: "Add people who sign in to the console or are contacts for devices.",
} as const;

export function UserList({ owner }: { readonly owner: Owner }) {
  const mayChange = useMay("management.users");
  return (
    <OwnedList<UserView>
      owner={owner}
      path={PATH}
      title="Users"
      noun="user"
      columns={COLUMNS}
      mayAdd={mayChange}
      mayChange={mayChange}
      empty={EMPTY}
      Form={UserForm}
    />
  );
}

function userValues(user: UserView | undefined) {
  if (user === undefined) return { ...BLANK_USER, sendWelcomeEmail: true };
  const { userName, firstName, lastName, email, phone, userRole, isActive } = user;
  const person = { userName, firstName, lastName, email, phone, userRole, isActive };
  return { ...person, sendWelcomeEmail: false };
}

/** A user may keep their current role. Nobody can change their own role. */
function offeredRoles(user: UserView | undefined, fitting: readonly string[]): readonly string[] {
  if (user === undefined) return fitting;
  return user.isYou ? [user.userRole] : [...new Set([user.userRole, ...fitting])];
}

function UserForm({ owner, item: user, close, reload }: OwnedFormProps<UserView>) {
  const choices = useChoices();
  const fitting = (owner.kind === "client" ? choices?.clientRoles : choices?.partnerRoles) ?? [];
  const roles = offeredRoles(user, fitting);
  const mayRotate = useMay("management.secrets") && owner.kind === "partner";
  const form = useForm({ initialValues: userValues(user) });
  const { submit, isPending, trouble } = useSubmit({
    form,
    send: ({ sendWelcomeEmail, ...values }) =>
      user === undefined
        ? api.post<unknown>(PATH, {
            ...values,
            sendWelcomeEmail,
            [owner.kind]: { id: owner.id },
          })
        : api.patch<unknown>(`${PATH}/${user.id}`, { ...values, version: user.version }),
    successMessage: user === undefined ? "User added." : "User saved.",
    refresh: ["/management"],
    done: close,
  });
  const fields = (
    <form onSubmit={submit} noValidate>
      <UserFields form={form} roles={roles} />
      {user === undefined ? <WelcomeBox form={form} /> : <UserActions user={user} form={form} />}
      <FormFooter
        label={user === undefined ? "Add user" : "Save"}
        isPending={isPending}
        trouble={trouble}
        cancel={close}
        reload={user && (() => reload(user.id))}
        apart={user && !user.isYou && <DeleteUser user={user} close={close} />}
      />
    </form>
  );
  return (
    <Stack gap="lg">
      {fields}
      {user !== undefined && mayRotate && <ApiSecretPanel userId={user.id} />}
    </Stack>
  );
}

interface UserActionsProps {
  readonly user: UserView;
  readonly form: ReturnType<typeof useForm<ReturnType<typeof userValues>>>;
}

function UserActions({ user, form }: UserActionsProps) {
  const { run, isPending } = useAction({
    send: () => api.post(`${PATH}/${user.id}/welcome`),
    successMessage: `Link sent to ${user.email}.`,
  });
  return (
    <>
      {!user.isYou && (
        <Switch
          mt="md"
          label="Can sign in"
          {...form.getInputProps("isActive", { type: "checkbox" })}
        />
      )}
      {user.isActive && (
        <Button mt="md" size="compact-sm" variant="light" loading={isPending} onClick={run}>
          Send password link
        </Button>
      )}
      {!user.isYou && (
        <ConfirmButton
          label="Remove sign-in methods"
          needs="management.admins"
          size="compact-sm"
          question={`Remove the sign-in methods of ${user.firstName} ${user.lastName}?`}
          consequence="Their authenticator and passkeys are removed, and they sign in with their password only until they add them again. They get an email. Verify their identity first."
          send={() => api.post(`${PATH}/${user.id}/sign-in-methods/remove`)}
          successMessage="The sign-in methods were removed."
        />
      )}
    </>
  );
}

interface DeleteUserProps {
  readonly user: UserView;
  close(): void;
}

function DeleteUser({ user, close }: DeleteUserProps) {
  return (
    <ConfirmButton
      label="Delete user"
      variant="subtle"
      question={`Delete ${user.firstName} ${user.lastName}?`}
      consequence="This cannot be undone. The contact of a partner or client cannot be deleted. Choose another contact first."
      send={() => api.delete(`${PATH}/${user.id}`)}
      successMessage="User deleted."
      refresh={["/management"]}
      done={close}
    />
  );
}
