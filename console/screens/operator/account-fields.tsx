/** The form fields of an account, for creating and editing. */
import {
  Checkbox,
  Fieldset,
  MultiSelect,
  NumberInput,
  Select,
  SimpleGrid,
  Stack,
  TextInput,
} from "@mantine/core";
import type {
  AccountChoices,
  AccountRow,
  PartnerRow,
} from "../../../src/interfaces/console/operator/contract.ts";
import { describeAvsCode, describeCvvCode } from "../merchant/result-codes.ts";
import type { AccountForm } from "./account-values.ts";
import { type Option, Picker } from "./picker.tsx";

interface FieldsProps {
  readonly form: AccountForm;
  readonly choices: AccountChoices;
  readonly parent?: Option | undefined;
  readonly partner?: Option | undefined;
}

export function IdentityFields({ form, choices, parent, partner }: FieldsProps) {
  return (
    <Stack gap="md">
      <TextInput label="Name" required maxLength={100} {...form.getInputProps("name")} />
      <Select
        label="Time zone"
        description="Days in reports and settlement start at midnight in this time zone."
        required
        searchable
        limit={60}
        data={choices.timeZones}
        nothingFoundMessage="No matching time zone"
        {...form.getInputProps("timeZone")}
      />
      <Checkbox
        label="Agent (can have sub-accounts)"
        {...form.getInputProps("isAgent", { type: "checkbox" })}
      />
      {!form.getValues().isAgent && (
        <Picker<AccountRow>
          label="Parent account"
          placeholder="None"
          path="/operator/accounts"
          params={{ kind: "agent" }}
          optionOf={({ id, name }) => ({ value: id, label: `${name} (${id})` })}
          current={parent}
          {...form.getInputProps("parentId")}
        />
      )}
      <Picker<PartnerRow>
        label="Partner"
        description="The partner that manages this account's devices."
        placeholder="None"
        path="/operator/partners"
        optionOf={({ id, name, reference }) => ({ value: id, label: `${name} (${reference})` })}
        current={partner}
        {...form.getInputProps("partnerId")}
      />
      <TextInput
        type="email"
        label="Email for receipt copies"
        placeholder="owner@example.com"
        {...form.getInputProps("receiptEmail")}
      />
    </Stack>
  );
}

const NONE = { value: "", label: "None" };

export function PaymentFields({ form, choices }: FieldsProps) {
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Select
          label="Card processor"
          allowDeselect={false}
          data={[NONE, ...choices.cardProcessors]}
          {...form.getInputProps("cardProcessor")}
        />
        <Select
          label="ACH processor"
          allowDeselect={false}
          data={[NONE, ...choices.achProcessors]}
          {...form.getInputProps("achProcessor")}
        />
        <TextInput
          label="Merchant number"
          description="From the acquirer, for card hosts that need it."
          maxLength={15}
          {...form.getInputProps("cardMerchantId")}
        />
        <TextInput
          label="Terminal number"
          description="From the acquirer, for card hosts that need it."
          maxLength={8}
          {...form.getInputProps("cardTerminalId")}
        />
        <TextInput
          label="Merchant category code"
          description="Four digits, such as 5812 for restaurants."
          maxLength={4}
          {...form.getInputProps("cardCategoryCode")}
        />
        <Select
          label="Default SEC code"
          description="Used for payments without an SEC code."
          allowDeselect={false}
          data={choices.secCodes}
          {...form.getInputProps("achSecCode")}
        />
        <NumberInput
          label="Authorization validity (days)"
          description="How long an authorization can be captured, 1 to 30."
          min={1}
          max={30}
          allowDecimal={false}
          {...form.getInputProps("authorizationDays")}
        />
        <NumberInput
          label="Duplicate guard (minutes)"
          description="How long the same payment again is refused, 1 to 1440. 0 turns it off."
          min={0}
          max={1440}
          allowDecimal={false}
          {...form.getInputProps("duplicateMinutes")}
        />
      </SimpleGrid>
      <Checkbox
        label="Allow unlinked credits (payouts without an original payment)"
        {...form.getInputProps("allowsCredit", { type: "checkbox" })}
      />
      <AchFields form={form} />
      <ApprovalFields form={form} />
      <DeclineFields form={form} choices={choices} />
    </Stack>
  );
}

function AchFields({ form }: Pick<FieldsProps, "form">) {
  return (
    <Fieldset legend="ACH entries">
      <Stack gap="sm">
        <Checkbox
          label="Send on the same day"
          description="If the bank has a same-day window left and the amount allows it."
          {...form.getInputProps("achSameDay", { type: "checkbox" })}
        />
        <Checkbox
          label="Send the invoice or description with CCD and PPD entries (addenda)"
          {...form.getInputProps("achAddenda", { type: "checkbox" })}
        />
        <Checkbox
          label="Check stored bank accounts with a prenote"
          {...form.getInputProps("achPrenotes", { type: "checkbox" })}
        />
        <Checkbox
          label="Refuse new debits while a return rate is above its limit"
          {...form.getInputProps("achReturnStop", { type: "checkbox" })}
        />
        <Checkbox
          label="Allow credits above the amount of their sale"
          {...form.getInputProps("allowsFreeCredit", { type: "checkbox" })}
        />
        <Checkbox
          label="Apply notifications of change to later payments"
          {...form.getInputProps("appliesAchChanges", { type: "checkbox" })}
        />
        <NumberInput
          label="Present returned debits again after (days)"
          description="For R01 and R09, at most twice. 0 means never."
          min={0}
          max={60}
          allowDecimal={false}
          {...form.getInputProps("achRetryDays")}
        />
      </Stack>
    </Fieldset>
  );
}

function ApprovalFields({ form }: Pick<FieldsProps, "form">) {
  return (
    <Fieldset legend="Approvals">
      <Stack gap="sm">
        <NumberInput
          label="Credits above this amount need approval"
          description="Credits without an original payment are refused until an operator approves them. Empty means no limit."
          min={0}
          max={99_999_999.99}
          decimalScale={2}
          {...form.getInputProps("creditApproval")}
          error={form.errors["creditApprovalCents"]}
        />
        <Checkbox
          label="Dual control"
          description="A second operator approves changes of the card and ACH processor, the merchant and terminal number, the permissions and the limit of credits, and this setting."
          {...form.getInputProps("dualControl", { type: "checkbox" })}
        />
      </Stack>
    </Fieldset>
  );
}

function DeclineFields({ form, choices }: FieldsProps) {
  return (
    <Fieldset legend="Decline payments by check result, even if the issuer approved them">
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <MultiSelect
          label="Address check (AVS)"
          placeholder={form.getValues().declinesAvs.length === 0 ? "None" : ""}
          data={choices.avsCodes.map((value) => ({ value, label: describeAvsCode(value) }))}
          {...form.getInputProps("declinesAvs")}
        />
        <MultiSelect
          label="Security code check (CVV)"
          placeholder={form.getValues().declinesCvv.length === 0 ? "None" : ""}
          data={choices.cvvCodes.map((value) => ({ value, label: describeCvvCode(value) }))}
          {...form.getInputProps("declinesCvv")}
        />
      </SimpleGrid>
    </Fieldset>
  );
}
