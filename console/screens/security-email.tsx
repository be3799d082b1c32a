/** The email address of an operator, for sign-in by email and for a forgotten password. */
import { Button, Group, PasswordInput, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { api } from "../api.ts";
import { Panel } from "../parts/panel.tsx";
import { FormError, useSubmit } from "../parts/submit.tsx";
import { useSession } from "../session.tsx";

export function EmailPanel() {
  const { person } = useSession();
  const form = useForm({ initialValues: { email: person.email ?? "", currentPassword: "" } });
  const { submit, isPending, trouble } = useSubmit({
    form,
    send: ({ email, currentPassword }) =>
      api.post("/profile/email", { email: email.trim(), currentPassword }),
    successMessage: "Email address saved.",
    refresh: ["/session", "/notifications"],
    done: () => form.setFieldValue("currentPassword", ""),
  });
  return (
    <Panel
      title="Email address"
      description="With it you can sign in without your user name, choose a new password if you forget it, and get notifications."
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextInput
            label="Email address"
            type="email"
            autoComplete="email"
            {...form.getInputProps("email")}
          />
          <PasswordInput
            label="Current password"
            autoComplete="current-password"
            {...form.getInputProps("currentPassword")}
          />
          <FormError trouble={trouble} />
          <Group>
            <Button type="submit" loading={isPending}>
              Save email address
            </Button>
          </Group>
        </Stack>
      </form>
    </Panel>
  );
}
