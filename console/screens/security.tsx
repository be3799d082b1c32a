/** A person's own security: the password, and the authenticator. For everybody who signs in. */
import { Alert, Button, Group, PasswordInput, Stack } from "@mantine/core";
import { useForm } from "@mantine/form";
import { api } from "../api.ts";
import { Icon } from "../parts/icons.tsx";
import { PageHeader, Panel } from "../parts/panel.tsx";
import { FormTrouble, useSubmit } from "../parts/submit.tsx";
import { useMay, useSession } from "../session.tsx";
import { ApiSecretPanel } from "./partner/api-secret.tsx";
import { AuthenticatorPanel } from "./security-authenticator.tsx";

const PASSWORD_MIN = 12;
const EMPTY = { currentPassword: "", newPassword: "", again: "" };

export function Security() {
  const { mustChangePassword = false } = useSession();
  const hasApiSecret = useMay("management.secret");
  return (
    <>
      <PageHeader
        title={mustChangePassword ? "Choose a password of your own" : "Security"}
        description={
          mustChangePassword
            ? "Somebody else has seen the one you signed in with. Until you choose another, nothing else is possible."
            : "How you prove that it is you."
        }
      />
      <Stack gap="lg" maw="42rem">
        <Panel title="Password">
          <PasswordForm />
        </Panel>
        {!mustChangePassword && <AuthenticatorPanel />}
        {hasApiSecret && <ApiSecretPanel />}
      </Stack>
    </>
  );
}

function PasswordForm() {
  const { person } = useSession();
  const form = useForm({
    initialValues: EMPTY,
    validate: {
      newPassword: (text) => (text.length < PASSWORD_MIN ? "Use 12 characters at least." : null),
      again: (text, { newPassword }) =>
        text === newPassword ? null : "This is not the same as above.",
    },
  });
  const { submit, isPending, trouble } = useSubmit({
    form,
    send: ({ currentPassword, newPassword }) =>
      api.post("/password", { currentPassword, newPassword }),
    said: "Your password is changed. Wherever else you were signed in, you are signed out.",
    refresh: ["/session"],
    done: () => form.reset(),
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <input
          className="sd-hidden"
          autoComplete="username"
          aria-hidden="true"
          tabIndex={-1}
          readOnly
          value={person.name}
        />
        <PasswordInput
          label="Password now"
          required
          autoComplete="current-password"
          {...form.getInputProps("currentPassword")}
        />
        <PasswordInput
          label="New password"
          description="12 characters at least. A few words are easy to keep in mind."
          required
          autoComplete="new-password"
          {...form.getInputProps("newPassword")}
        />
        <PasswordInput
          label="New password once more"
          required
          autoComplete="new-password"
          {...form.getInputProps("again")}
        />
        <Alert color="gray" className="sd-alert" icon={<Icon name="shield" />}>
          Wherever else you are signed in, you are signed out. This page stays.
        </Alert>
        <FormTrouble trouble={trouble} />
        <Group>
          <Button type="submit" loading={isPending}>
            Change the password
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
