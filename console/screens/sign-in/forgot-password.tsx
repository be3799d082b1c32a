/** Asks for the email address of a person who forgot the password, and says that an email was sent. */
import { Alert, Button, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { api } from "../../api.ts";
import { TextLink } from "../../parts/link.tsx";
import { FormError, useSubmit } from "../../parts/submit.tsx";
import { VisitorFrame } from "./frame.tsx";

export function ForgotPassword() {
  const [sentTo, setSentTo] = useState("");
  return (
    <VisitorFrame title="Forgot your password?">
      <Stack gap="md">
        {sentTo === "" ? <EmailForm done={setSentTo} /> : <Sent to={sentTo} />}
        <TextLink to="/">Back to sign-in</TextLink>
      </Stack>
    </VisitorFrame>
  );
}

function EmailForm({ done }: { done(email: string): void }) {
  const form = useForm({ initialValues: { email: "" } });
  const { submit, isPending, trouble } = useSubmit({
    form,
    send: async ({ email }) => {
      await api.post("/password/forgotten", { email: email.trim() });
      return email.trim();
    },
    done,
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text>
          Enter the email address of your login. We send you a link to choose a new password.
        </Text>
        <TextInput
          label="Email address"
          type="email"
          autoComplete="username"
          {...form.getInputProps("email")}
        />
        <FormError trouble={trouble} />
        <Button type="submit" size="md" loading={isPending} fullWidth>
          Send link
        </Button>
      </Stack>
    </form>
  );
}

function Sent({ to }: { readonly to: string }) {
  return (
    <Alert color="tide" className="sd-alert" title="Check your email" role="status">
      If {to} belongs to a login, you get an email with a link in a moment. The link works once and
      expires in 30 minutes. No email? Check your spam folder, or ask an administrator: an operator
      may not have stored an email address.
    </Alert>
  );
}
