/** The user's own password, ways to sign in, and email notifications. */
import { Alert, Button, Group, PasswordInput, Stack } from "@mantine/core";
import { useForm } from "@mantine/form";
import { api } from "../api.ts";
import { Icon } from "../parts/icons.tsx";
import { PageHeader, Panel } from "../parts/panel.tsx";
import { FormError, useSubmit } from "../parts/submit.tsx";
import { useMay, useSession } from "../session.tsx";
import { ApiSecretPanel } from "./partner/api-secret.tsx";
import { AuthenticatorPanel } from "./security-authenticator.tsx";
import { EmailPanel } from "./security-email.tsx";
import { NotificationPanel } from "./security-notifications.tsx";
import { PasskeyPanel } from "./security-passkeys.tsx";
import { useWelcome } from "./sign-in/frame.tsx";

const PASSWORD_MIN = 12;
const EMPTY = { currentPassword: "", newPassword: "", again: "" };

export function Security() {
  const { mustChangePassword = false, person } = useSession();
  const hasPasskeys = useWelcome()?.hasPasskeys ?? false;
  const hasApiSecret = useMay("management.secret");
  return (
    <>
      <PageHeader
        title={mustChangePassword ? "Choose a new password" : "Security"}
        description={
          mustChangePassword
            ? "You signed in with a temporary password. Choose your own password to continue."
            : "Your password, other ways to sign in and email notifications."
        }
      />
      <Stack gap="lg" maw="42rem">
        <Panel title="Password">
          <PasswordForm />
        </Panel>
        {!mustChangePassword && <AuthenticatorPanel />}
        {!mustChangePassword && hasPasskeys && <PasskeyPanel />}
        {!mustChangePassword && <NotificationPanel />}
        {person.kind === "operator" && !mustChangePassword && <EmailPanel />}
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
      newPassword: (text) => (text.length < PASSWORD_MIN ? "Use at least 12 characters." : null),
      again: (text, { newPassword }) =>
        text === newPassword ? null : "The passwords do not match.",
    },
  });
  const { submit, isPending, trouble } = useSubmit({
    form,
    send: ({ currentPassword, newPassword }) =>
      api.post("/password", { currentPassword, newPassword }),
    successMessage: "Password changed. You were signed out on all other devices.",
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
          label="Current password"
          required
          autoComplete="current-password"
          {...form.getInputProps("currentPassword")}
        />
        <PasswordInput
          label="New password"
          description="At least 12 characters. A few random words are easy to remember."
          required
          autoComplete="new-password"
          {...form.getInputProps("newPassword")}
        />
        <PasswordInput
          label="Confirm new password"
          required
          autoComplete="new-password"
          {...form.getInputProps("again")}
        />
        <Alert color="gray" className="sd-alert" icon={<Icon name="shield" />}>
          Changing your password signs you out on all other devices.
        </Alert>
        <FormError trouble={trouble} />
        <Group>
          <Button type="submit" loading={isPending}>
            Change password
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
