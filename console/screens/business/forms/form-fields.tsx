/** The settings of a payment form, in the order in which a merchant thinks of them. */
import {
  Checkbox,
  NativeSelect,
  Radio,
  SimpleGrid,
  Stack,
  Switch,
  TagsInput,
  TextInput,
} from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import type { FormChoices } from "../../../../src/interfaces/console/business/contract.ts";
import { Panel } from "../../../parts/panel.tsx";
import { type FormValues, nameFrom } from "./form-values.ts";

interface FieldsProps {
  readonly form: UseFormReturnType<FormValues>;
  readonly choices: FormChoices;
  /** Of a new form the name is still open. */
  readonly isNew: boolean;
}

export function FormFields(props: FieldsProps) {
  return (
    <Stack gap="lg">
      <Panel title="What it is">
        <Naming {...props} />
      </Panel>
      <Panel title="What customers pay">
        <Amounts {...props} />
      </Panel>
      <Panel title="How they pay">
        <Methods {...props} />
      </Panel>
      <Panel title="What comes of it">
        <Afterwards {...props} />
      </Panel>
    </Stack>
  );
}

function Naming({ form, isNew }: FieldsProps) {
  const { title, name } = form.getValues();
  const titleProps = form.getInputProps("title");
  const follow = (text: string) => {
    if (isNew && (name === "" || name === nameFrom(title)))
      form.setFieldValue("name", nameFrom(text));
    form.setFieldValue("title", text);
  };
  return (
    <Stack gap="md">
      <TextInput
        label="Title"
        maxLength={100}
        {...titleProps}
        onChange={({ currentTarget: { value } }) => follow(value)}
      />
      {isNew && (
        <TextInput
          label="Name in the address"
          description="Small letters, digits and dashes. It stays for good: the address may be on paper."
          maxLength={50}
          leftSection={<span className="sd-amount">/pay/</span>}
          leftSectionWidth={56}
          {...form.getInputProps("name")}
        />
      )}
      <TagsInput
        label="Fields to ask for"
        description="Such as an order number: press Enter after each. Customers may leave them blank; reports show them."
        placeholder="Add a field"
        {...form.getInputProps("reportableFields")}
      />
    </Stack>
  );
}

function Amounts({ form, choices }: FieldsProps) {
  const { amountKind } = form.getValues();
  const { amounts: error } = form.errors;
  return (
    <Stack gap="md">
      <Radio.Group label="The amount is" {...form.getInputProps("amountKind")} error={error}>
        <Stack gap={8} mt={8}>
          <Radio value="fixed" label="fixed" />
          <Radio value="chosen" label="chosen from a list" />
          <Radio value="free" label="free, between two bounds" />
        </Stack>
      </Radio.Group>
      {amountKind === "fixed" && (
        <TextInput label="Amount" placeholder="19.90" maw={200} {...form.getInputProps("fixed")} />
      )}
      {amountKind === "chosen" && (
        <TagsInput
          label="Amounts to choose from"
          description="Up to 20, the usual one first: press Enter after each."
          placeholder="10.00"
          {...form.getInputProps("choices")}
        />
      )}
      {amountKind === "free" && (
        <SimpleGrid cols={2} maw={420}>
          <TextInput label="At least" {...form.getInputProps("least")} />
          <TextInput
            label="At most"
            placeholder={(choices.amountMaxCents / 100).toFixed(2)}
            {...form.getInputProps("most")}
          />
        </SimpleGrid>
      )}
    </Stack>
  );
}

function Methods({ form, choices }: FieldsProps) {
  const { takesCards, takesAch, secCodes, defaultSecCode } = choices;
  const hasAch = form.getValues().methods.includes("ach");
  return (
    <Stack gap="md">
      <Checkbox.Group label="Customers may pay by" {...form.getInputProps("methods")}>
        <Stack gap={8} mt={8}>
          {takesCards && <Checkbox value="card" label="Card" />}
          {takesAch && <Checkbox value="ach" label="Bank account (ACH)" />}
        </Stack>
      </Checkbox.Group>
      {hasAch && (
        <NativeSelect
          label="ACH SEC code"
          description="It goes with each payment from this form, and decides how it is verified."
          maw={420}
          data={[
            { value: "", label: `The account's own (${defaultSecCode})` },
            ...secCodes.map((code) => ({ value: code, label: code })),
          ]}
          {...form.getInputProps("achSecCode")}
        />
      )}
    </Stack>
  );
}

function Afterwards({ form, choices: { receiptEmail } }: FieldsProps) {
  return (
    <Stack gap="md">
      <Switch
        label="Mail a receipt to the customer"
        {...form.getInputProps("sendsCustomerReceipt", { type: "checkbox" })}
      />
      <Switch
        label="Mail a copy to us"
        description={
          receiptEmail === undefined
            ? "The account has no address for receipts: set one under Account."
            : `To ${receiptEmail}.`
        }
        {...form.getInputProps("sendsMerchantReceipt", { type: "checkbox" })}
      />
      <TextInput
        label="Return address"
        type="url"
        placeholder="https://shop.example/thanks"
        description="The receipt gets a button that leads there with the signed result. Leave it blank for none."
        {...form.getInputProps("returnUrl")}
      />
      <TagsInput
        label="Pages that may frame the form"
        description="By scheme and host, such as https://shop.example: press Enter after each. Nobody's, where there is none."
        placeholder="https://shop.example"
        {...form.getInputProps("frameAncestors")}
      />
    </Stack>
  );
}
