/** The account settings: what admins can change, and the terms that only support can change. */
import { Radio, Select, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { AccountView } from "../../../src/interfaces/console/business/contract.ts";
import { api, useReading } from "../../api.ts";
import { describeAchRetry } from "../../parts/ach-retry.ts";
import { CopyValue } from "../../parts/copy.tsx";
import { ErrorPanel } from "../../parts/error-panel.tsx";
import { type Fact, Facts, PageHeader, Panel, ScreenSkeleton } from "../../parts/panel.tsx";
import { useSubmit } from "../../parts/submit.tsx";
import { Amount, Moment } from "../../parts/values.tsx";
import { describeAvsCodes, describeCvvCodes } from "../merchant/result-codes.ts";
import { describeDuplicateGuard } from "../merchant/texts.ts";
import { SaveRow } from "./save-row.tsx";

const PATH = "/settings/account";

export function AccountSettings() {
  const { data, error, refetch } = useReading<AccountView>(PATH);
  return (
    <>
      <PageHeader title="Account" description="Your business details and account terms." />
      {data === undefined && error !== null && <ErrorPanel error={error} retry={refetch} />}
      {data === undefined && error === null && <ScreenSkeleton />}
      {data !== undefined && (
        <Stack gap="lg">
          <AccountForm key={JSON.stringify(data)} account={data} />
          <Panel title="Account terms" description="Contact support to change these.">
            <Facts facts={termFacts(data)} />
          </Panel>
        </Stack>
      )}
    </>
  );
}

function AccountForm({ account }: { readonly account: AccountView }) {
  const { name, timeZone, receiptEmail = "", isTaxedBeforeDiscount } = account;
  const form = useForm({
    initialValues: { name, timeZone, receiptEmail, tax: isTaxedBeforeDiscount ? "yes" : "no" },
  });
  const { submit, isPending, trouble } = useSubmit({
    form,
    send: ({ tax, ...values }) =>
      api.patch<AccountView>(PATH, { ...values, isTaxedBeforeDiscount: tax === "yes" }),
    successMessage: "Account settings saved.",
    refresh: [PATH, "/session"],
  });
  return (
    <form onSubmit={submit}>
      <Panel title="Settings">
        <Stack gap="lg" maw="40rem">
          <TextInput
            label="Name"
            description="Shown on receipts, emails and payment forms."
            maxLength={100}
            {...form.getInputProps("name")}
          />
          <Select
            label="Time zone"
            description="Used for all times in the console and for the days in reports."
            data={Intl.supportedValuesOf("timeZone")}
            searchable
            allowDeselect={false}
            limit={100}
            nothingFoundMessage="No matching time zone"
            {...form.getInputProps("timeZone")}
          />
          <TextInput
            label="Email for receipt copies"
            description="We send a copy of every receipt to this address. Leave blank for none."
            type="email"
            {...form.getInputProps("receiptEmail")}
          />
          <Radio.Group label="Sales tax at the point of sale" {...form.getInputProps("tax")}>
            <Stack gap={8} mt={8}>
              <Radio value="no" label="Calculated after the discount" />
              <Radio value="yes" label="Calculated before the discount" />
            </Stack>
          </Radio.Group>
          <SaveRow isPending={isPending} trouble={trouble} />
        </Stack>
      </Panel>
    </form>
  );
}

function termFacts({ id, currency, createdAt, isAgent, parentId, terms }: AccountView): Fact[] {
  return [
    { name: "Account number", value: <CopyValue value={id} label="Copy account number" /> },
    { name: "Created", value: <Moment at={createdAt} show="date" /> },
    ...(isAgent ? [{ name: "Account type", value: "Agent (has sub-accounts)" }] : []),
    ...(parentId === undefined ? [] : [{ name: "Parent account", value: parentId }]),
    { name: "Currency", value: currency },
    { name: "Cards", value: terms.takesCards ? "Accepted" : "Not accepted" },
    {
      name: "Bank payments (ACH)",
      value: terms.takesAch ? `Accepted, default SEC code ${terms.achSecCode}` : "Not accepted",
    },
    { name: "Unlinked credits", value: terms.allowsCredit ? "Allowed" : "Not allowed" },
    {
      name: "Notifications of change",
      value: terms.appliesAchChanges ? "Applied to later payments" : "Shown only",
    },
    {
      name: "ACH credits to a paid bank account",
      value: terms.allowsFreeCredit ? "Any amount" : "Up to the amount of the sale",
    },
    { name: "Returned debits", value: describeAchRetry(terms.achRetryDays) },
    { name: "Authorizations expire after", value: `${terms.authorizationDays} days` },
    { name: "Duplicate guard", value: describeDuplicateGuard(terms.duplicateMinutes) },
    { name: "Decline on AVS results", value: describeAvsCodes(terms.declinesAvs) },
    { name: "Decline on CVV results", value: describeCvvCodes(terms.declinesCvv) },
    { name: "Maximum payment", value: <Amount cents={terms.amountMaxCents} /> },
    { name: "API requests per second", value: `${terms.requestsPerSecond}` },
    { name: "Maximum reports at the same time", value: `${terms.reportsAtOnce}` },
  ];
}
