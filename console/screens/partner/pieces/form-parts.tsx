/** What the management forms share: their feet, the fields of a place and of a person. */
import { Button, Checkbox, Group, Select, SimpleGrid, Textarea, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import type { ReactNode } from "react";
import { ApiError } from "../../../api.ts";
import { CancelAndSubmit } from "../../../parts/form-buttons.tsx";
import { FormTrouble } from "../../../parts/submit.tsx";
import { useChoices } from "./texts.tsx";

interface FormFootProps {
  readonly label: string;
  readonly isPending: boolean;
  readonly trouble: Error | undefined;
  cancel(): void;
  /** Where somebody else was faster: what stands there now. */
  reload?(): unknown;
  /** At the other end, away from what saves: what deletes. */
  readonly apart?: ReactNode;
}

export function FormFoot({ label, isPending, trouble, cancel, reload, apart }: FormFootProps) {
  const isStale = trouble instanceof ApiError && trouble.code === "conflict";
  return (
    <>
      <FormTrouble trouble={trouble} />
      <Group justify="flex-end" gap="xs" mt="lg">
        {apart && <div className="sd-apart">{apart}</div>}
        {isStale && reload !== undefined && (
          <Button variant="light" onClick={() => void reload()}>
            Load again
          </Button>
        )}
        <CancelAndSubmit label={label} isPending={isPending} close={cancel} />
      </Group>
    </>
  );
}

/** What fields need of the form that they stand in: several forms have the same ones. */
export type AnyForm = Pick<UseFormReturnType<Record<string, unknown>>, "getInputProps">;

interface FieldsProps {
  readonly form: AnyForm;
  /** Where they stand in the form's values: "location.", or nothing. */
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
      <TextInput label="Name of the location" required data-autofocus {...text("name")} />
      <Select
        label="Kind"
        required
        searchable
        data={[...(choices?.locationTypes ?? [])]}
        {...text("locationType")}
      />
      <TextInput label="Name of the business" {...text("nameOfBusiness")} />
      <Select
        label="Country"
        required
        searchable
        data={countries ?? []}
        {...text("country.code")}
      />
      <TextInput label="Address" required autoComplete="off" {...text("address1")} />
      <TextInput label="Address, second line" {...text("address2")} />
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

export const BLANK_PERSON = {
  userName: "",
  firstName: "",
  lastName: "",
  email: "",
  phone: "",
  userRole: "",
  isActive: true,
};

export function PersonFields({
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
        description="What they sign in with. Nobody else may have it."
        {...text("userName")}
      />
      <Select
        label="Role"
        required
        description="What they may do."
        data={[...roles]}
        {...text("userRole")}
      />
      <TextInput label="E-mail" type="email" required autoComplete="off" {...text("email")} />
      <TextInput label="Phone" type="tel" required autoComplete="off" {...text("phone")} />
    </SimpleGrid>
  );
}

export function WelcomeBox({ form, at = "" }: FieldsProps) {
  return (
    <Checkbox
      mt="md"
      label="Send a welcome letter with a link to choose a password"
      {...form.getInputProps(`${at}sendWelcomeEmail`, { type: "checkbox" })}
    />
  );
}

/** An empty text of a form is no value. */
export function orNull(text: string): string | null {
  return text.trim() === "" ? null : text;
}
