/** The page behind the link of an email: a new password for some or all logins of the address. */
import { Alert, Button, Checkbox, PasswordInput, Stack, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { LoginChoice, LoginChoices } from "../../../src/interfaces/console/contract.ts";
import { api } from "../../api.ts";
import { ButtonLink, TextLink } from "../../parts/link.tsx";
import { ScreenSkeleton } from "../../parts/panel.tsx";
import { FormError, useSubmit } from "../../parts/submit.tsx";
import { VisitorError, VisitorFrame } from "./frame.tsx";
import { loginDetails, loginTitle } from "./login-list.tsx";

/** The token follows after "#", so that it is not sent to servers with the address. */
const readToken = () => globalThis.location.hash.slice(1);

export function ResetPassword() {
  const [token] = useState(readToken);
  const [changed, setChanged] = useState<readonly LoginChoice[]>();
  const { data, error, refetch } = useQuery({
    queryKey: ["/password/reset/logins", token],
    queryFn: () => api.post<LoginChoices>("/password/reset/logins", { token }),
    retry: false,
    enabled: changed === undefined,
  });
  return (
    <VisitorFrame title="Choose a new password">
      <Stack gap="md">
        {changed !== undefined && <Changed logins={changed} />}
        {changed === undefined && error !== null && (
          <>
            <VisitorError error={error} retry={refetch} />
            <TextLink to="/forgot-password">Request a new link</TextLink>
          </>
        )}
        {changed === undefined && error === null && data === undefined && <ScreenSkeleton />}
        {changed === undefined && error === null && data !== undefined && (
          <PasswordForm token={token} choices={data.choices} done={setChanged} />
        )}
      </Stack>
    </VisitorFrame>
  );
}

function Changed({ logins }: { readonly logins: readonly LoginChoice[] }) {
  return (
    <>
      <Alert color="tide" className="sd-alert" title="Password changed" role="status">
        Your new password is for: {logins.map(loginTitle).join(", ")}. All sessions of these logins
        have ended and their passkeys were removed. Add them again under Security.
      </Alert>
      <ButtonLink to="/">Sign in</ButtonLink>
    </>
  );
}

interface PasswordFormProps {
  readonly token: string;
  readonly choices: readonly LoginChoice[];
  done(logins: readonly LoginChoice[]): void;
}

function PasswordForm({ token, choices, done }: PasswordFormProps) {
  const form = useForm({
    initialValues: { newPassword: "", again: "", choices: choices.map(({ choice }) => choice) },
    validate: {
      again: (text, { newPassword }) =>
        text === newPassword ? null : "The passwords do not match.",
    },
  });
  const { submit, isPending, trouble } = useSubmit({
    form,
    send: ({ newPassword, choices: chosen }) =>
      api.post<LoginChoices>("/password/reset", { token, newPassword, choices: chosen }),
    done: (answer) => done(answer.choices),
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {choices.length === 1 ? (
          <Text>For {choices.map((login) => `${loginTitle(login)}, ${loginDetails(login)}`)}</Text>
        ) : (
          <Checkbox.Group label="The new password is for" {...form.getInputProps("choices")}>
            <Stack gap="xs" mt="xs">
              {choices.map((login) => (
                <Checkbox
                  key={login.choice}
                  value={login.choice}
                  label={loginTitle(login)}
                  description={loginDetails(login)}
                />
              ))}
            </Stack>
          </Checkbox.Group>
        )}
        <PasswordInput
          label="New password"
          description="At least 12 characters. A few random words are easy to remember."
          autoComplete="new-password"
          {...form.getInputProps("newPassword")}
        />
        <PasswordInput
          label="Confirm new password"
          autoComplete="new-password"
          {...form.getInputProps("again")}
        />
        <Text size="sm" c="dimmed">
          All sessions end and passkeys are removed. A code from an authenticator app is still
          asked.
        </Text>
        <FormError trouble={trouble} />
        <Button type="submit" size="md" loading={isPending} fullWidth>
          Set password
        </Button>
      </Stack>
    </form>
  );
}
