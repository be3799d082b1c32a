/** The form for inviting and editing a user. */
import { Group, Radio, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { FormButtons } from "../../parts/form-buttons.tsx";
import { FormError, useSubmit } from "../../parts/submit.tsx";

export const USERS_PATH = "/users";

const ROLES = [
  { value: "cashier", label: "Cashier", about: "Takes payments" },
  { value: "manager", label: "Manager", about: "Also refunds, voids and sees reports" },
  { value: "admin", label: "Admin", about: "Also manages settings, keys, users and payment forms" },
];

interface Values {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly role: string;
}

interface UserFormProps {
  readonly initial: Values;
  readonly note?: string;
  readonly button: string;
  readonly successMessage: string;
  send(values: Values): Promise<unknown>;
  close(): void;
}

export function UserForm({ initial, note, button, successMessage, send, close }: UserFormProps) {
  const form = useForm<Values>({ initialValues: initial });
  const sending = { form, send, successMessage, refresh: [USERS_PATH], done: close };
  const { submit, isPending, trouble } = useSubmit(sending);
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput
          label="Email address"
          type="email"
          data-autofocus
          {...form.getInputProps("email")}
        />
        <Group grow align="flex-start">
          <TextInput label="First name" maxLength={50} {...form.getInputProps("firstName")} />
          <TextInput label="Last name" maxLength={50} {...form.getInputProps("lastName")} />
        </Group>
        <Radio.Group label="Role" {...form.getInputProps("role")}>
          <Stack gap={8} mt={8}>
            {ROLES.map(({ value, label, about }) => (
              <Radio key={value} value={value} label={label} description={about} />
            ))}
          </Stack>
        </Radio.Group>
        {note !== undefined && (
          <Text size="sm" c="dimmed">
            {note}
          </Text>
        )}
        <FormError trouble={trouble} />
        <FormButtons close={close} isPending={isPending} label={button} />
      </Stack>
    </form>
  );
}
