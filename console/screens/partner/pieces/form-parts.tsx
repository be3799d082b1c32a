/** Shared parts of the management forms: buttons, location fields and user fields. */
import { Button, Checkbox, Group, Select, SimpleGrid, Textarea, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import type { ReactNode } from "react";
import { ApiError } from "../../../api.ts";
import { CancelAndSubmit } from "../../../parts/form-buttons.tsx";
import { FormError } from "../../../parts/submit.tsx";
import { useChoices } from "./texts.tsx";

interface FormFooterProps {
  readonly label: string;
  readonly isPending: boolean;
  readonly trouble: Error | undefined;
  cancel(): void;
  /** Reloads the record if someone else changed it. */
  reload?(): unknown;
  /** Shown on the opposite side of the save button, for deleting. */
  readonly apart?: ReactNode;
}

export function FormFooter({ label, isPending, trouble, cancel, reload, apart }: FormFooterProps) {
  const isStale = trouble instanceof ApiError && trouble.code === "conflict";
  return (
    <>
      <FormError trouble={trouble} />
      <Group justify="flex-end" gap="xs" mt="lg">
        {apart && <div className="sd-spread">{apart}</div>}
        {isStale && reload !== undefined && (
          <Button variant="light" onClick={() => void reload()}>
            Reload
          </Button>
        )}
        <CancelAndSubmit label={label} isPending={isPending} close={cancel} />
      </Group>
    </>
  );
}

/** The part of a form that the fields need. Several forms share the same fields. */
export type AnyForm = Pick<UseFormReturnType<Record<string, unknown>>, "getInputProps">;

interface FieldsProps {
  readonly form: AnyForm;
  /** The prefix of the fields in the form's values: "location.", or empty. */
  readonly at?: string;
}

export const BLANK_LOCATION = {
  name: "",
  nameOfBusiness: "",
  locationType: "",
  country: { code: "US" },
  address1: "",
  address2: "",
  city: "",
  stateProvince: "",
  postalCode: "",
  notes: "",
};

export function LocationFields({ form, at = "" }: FieldsProps) {
  const choices = useChoices();
  const text = (name: string) => form.getInputProps(`${at}${name}`);
  const countries = choices?.countries.map(({ code, name }) => ({ value: code, label: name }));
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
      <TextInput label="Location name" required data-autofocus {...text("name")} />
      <Select
        label="Type"
        required
        searchable
        data={[...(choices?.locationTypes ?? [])]}
        {...text("locationType")}
      />
      <TextInput label="Business name" {...text("nameOfBusiness")} />
      <Select
        label="Country"
        required
        searchable
        data={countries ?? []}
        {...text("country.code")}
      />
      <TextInput label="Address" required autoComplete="off" {...text("address1")} />
      <TextInput label="Address line 2" {...text("address2")} />
      <TextInput label="City" required {...text("city")} />
      <SimpleGrid cols={2} spacing="sm">
        <TextInput label="State or province" {...text("stateProvince")} />
        <TextInput label="Postal code" maxLength={10} {...text("postalCode")} />
      </SimpleGrid>
    </SimpleGrid>
  );
}

export function LocationNotes({ form, at = "" }: FieldsProps) {
  return (
    <Textarea
      mt="sm"
      label="Notes"
      autosize
      minRows={2}
      maxLength={255}
      {...form.getInputProps(`${at}notes`)}
    />
  );
}

export const BLANK_USER = {
  userName: "",
  firstName: "",
  lastName: "",
  email: "",
  phone: "",
  userRole: "",
  isActive: true,
};

export function UserFields({
  form,
  at = "",
  roles,
}: FieldsProps & { readonly roles: readonly string[] }) {
  const text = (name: string) => form.getInputProps(`${at}${name}`);
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
      <TextInput
        label="First name"
        required
        autoComplete="off"
        data-autofocus
        {...text("firstName")}
      />
      <TextInput label="Last name" required autoComplete="off" {...text("lastName")} />
      <TextInput
        label="User name"
        required
        autoComplete="off"
        description="Used to sign in. Must be unique."
        {...text("userName")}
      />
      <Select
        label="Role"
        required
        description="What this user may do."
        data={[...roles]}
        {...text("userRole")}
      />
      <TextInput label="Email" type="email" required autoComplete="off" {...text("email")} />
      <TextInput label="Phone" type="tel" required autoComplete="off" {...text("phone")} />
    </SimpleGrid>
  );
}

export function WelcomeBox({ form, at = "" }: FieldsProps) {
  return (
    <Checkbox
      mt="md"
      label="Email a link to choose a password"
      {...form.getInputProps(`${at}sendWelcomeEmail`, { type: "checkbox" })}
    />
  );
}

/** Converts empty text to null. */
export function orNull(text: string): string | null {
  return text.trim() === "" ? null : text;
}
