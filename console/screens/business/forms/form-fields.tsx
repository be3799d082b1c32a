/** The settings of a payment form. */
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
import type { FormChoices } from "../../../../src/interfaces/console/forms/contract.ts";
import { Panel } from "../../../parts/panel.tsx";
import { type FormValues, suggestName } from "./form-values.ts";

interface FieldsProps {
  readonly form: UseFormReturnType<FormValues>;
  readonly choices: FormChoices;
  /** The name can be changed only while the form is new. */
  readonly isNew: boolean;
}

export function FormFields(props: FieldsProps) {
  return (
    <Stack gap="lg">
      <Panel title="Details">
        <DetailFields {...props} />
      </Panel>
      <Panel title="Payment amount">
        <Amounts {...props} />
      </Panel>
      <Panel title="Payment methods">
        <Methods {...props} />
      </Panel>
      <Panel title="After payment">
        <AfterPaymentFields {...props} />
      </Panel>
    </Stack>
  );
}

function DetailFields({ form, isNew }: FieldsProps) {
  const { title, name } = form.getValues();
  const titleProps = form.getInputProps("title");
  const follow = (text: string) => {
    if (isNew && (name === "" || name === suggestName(title)))
      form.setFieldValue("name", suggestName(text));
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
          label="Name in the URL"
          description="Lowercase letters, digits and hyphens. It cannot be changed later."
          maxLength={50}
          leftSection={<span className="sd-amount">/pay/</span>}
          leftSectionWidth={56}
          {...form.getInputProps("name")}
        />
      )}
      <TagsInput
        label="Additional fields"
        description="For example an order number. Press Enter after each. These fields are optional for customers and appear in reports."
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
      <Radio.Group label="Amount type" {...form.getInputProps("amountKind")} error={error}>
        <Stack gap={8} mt={8}>
          <Radio value="fixed" label="Fixed amount" />
          <Radio value="chosen" label="List of amounts" />
          <Radio value="free" label="Customer enters the amount" />
        </Stack>
      </Radio.Group>
      {amountKind === "fixed" && (
        <TextInput label="Amount" placeholder="19.90" maw={200} {...form.getInputProps("fixed")} />
      )}
      {amountKind === "chosen" && (
        <TagsInput
          label="Amounts"
          description="Up to 20. The first one is preselected. Press Enter after each."
          placeholder="10.00"
          {...form.getInputProps("choices")}
        />
      )}
      {amountKind === "free" && (
        <SimpleGrid cols={2} maw={420}>
          <TextInput label="Minimum" {...form.getInputProps("least")} />
          <TextInput
            label="Maximum"
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
      <Checkbox.Group label="Accepted payment methods" {...form.getInputProps("methods")}>
        <Stack gap={8} mt={8}>
          {takesCards && <Checkbox value="card" label="Card" />}
          {takesAch && <Checkbox value="ach" label="Bank account (ACH)" />}
        </Stack>
      </Checkbox.Group>
      {hasAch && (
        <NativeSelect
          label="ACH SEC code"
          description="Sent with each payment from this form. It determines how the bank account is verified."
          maw={420}
          data={[
            { value: "", label: `Account default (${defaultSecCode})` },
            ...secCodes.map((code) => ({ value: code, label: code })),
          ]}
          {...form.getInputProps("achSecCode")}
        />
      )}
    </Stack>
  );
}

function AfterPaymentFields({ form, choices: { receiptEmail } }: FieldsProps) {
  return (
    <Stack gap="md">
      <Switch
        label="Email a receipt to the customer"
        {...form.getInputProps("sendsCustomerReceipt", { type: "checkbox" })}
      />
      <Switch
        label="Email a copy to us"
        description={
          receiptEmail === undefined
            ? "Your account has no email for receipt copies. Set one in Account settings."
            : `Sent to ${receiptEmail}.`
        }
        {...form.getInputProps("sendsMerchantReceipt", { type: "checkbox" })}
      />
      <TextInput
        label="Return URL"
        type="url"
        placeholder="https://shop.example/thanks"
        description="Adds a button to the receipt that leads here with the signed result. Leave blank for none."
        {...form.getInputProps("returnUrl")}
      />
      <TagsInput
        label="Websites that may embed the form"
        description="Scheme and host, such as https://shop.example. Press Enter after each. Leave blank to allow none."
        placeholder="https://shop.example"
        {...form.getInputProps("frameAncestors")}
      />
    </Stack>
  );
}
