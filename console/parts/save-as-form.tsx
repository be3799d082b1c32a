/** The form that saves what a page shows under a name. A saved one with the same name is replaced. */
import { Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { api } from "../api.ts";
import { FormButtons } from "./form-buttons.tsx";
import { FormError, useSubmit } from "./submit.tsx";

export interface SaveAsFormProps {
  readonly path: string;
  /** What is saved, besides the name. */
  readonly values: object;
  /** The names that are taken. */
  readonly names: readonly string[];
  readonly texts: Readonly<Record<"example" | "about" | "replaces" | "saved", string>>;
  close(): void;
}

export function SaveAsForm({ path, values, names, texts, close }: SaveAsFormProps) {
  const form = useForm({ initialValues: { name: "" } });
  const { submit, isPending, trouble } = useSubmit({
    form,
    send: ({ name }) => api.post(path, { name, ...values }),
    successMessage: texts.saved,
    refresh: [path],
    done: close,
  });
  const isTaken = names.includes(form.getValues().name.trim());
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput
          label="Name"
          placeholder={texts.example}
          description={isTaken ? texts.replaces : texts.about}
          maxLength={60}
          data-autofocus
          {...form.getInputProps("name")}
        />
        <FormError trouble={trouble} />
        <FormButtons close={close} isPending={isPending} label="Save" />
      </Stack>
    </form>
  );
}
