/** The fields of a client, for adding and editing. */
import { SimpleGrid, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import type { Named } from "../../../../src/interfaces/console/partner/contract.ts";
import { orNull } from "./form-parts.tsx";
import { Lookup } from "./lookup.tsx";

interface ClientValues {
  name: string;
  mid: string;
  billingId: string;
  directPartner: string | null;
}

export function clientToSend({ name, mid, billingId, directPartner }: ClientValues) {
  return {
    name,
    mid: orNull(mid),
    billingId: orNull(billingId),
    directPartner: directPartner === null ? undefined : { id: directPartner },
  };
}

interface ClientFieldsProps {
  readonly form: UseFormReturnType<ClientValues>;
  readonly known: Named | null;
}

export function ClientFields({ form, known }: ClientFieldsProps) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
      <TextInput label="Name" required {...form.getInputProps("name")} />
      <Lookup
        kind="partners"
        label="Partner"
        required
        value={form.values.directPartner}
        known={known}
        error={form.errors["directPartner"]}
        onChange={(id) => form.setFieldValue("directPartner", id)}
      />
      <TextInput
        label="Merchant ID"
        maxLength={50}
        description="The client's merchant ID (MID), if it has one."
        {...form.getInputProps("mid")}
      />
      <TextInput
        label="Billing number"
        description="Your own number for this client, if any."
        {...form.getInputProps("billingId")}
      />
    </SimpleGrid>
  );
}
