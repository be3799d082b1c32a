/** The account: what its admins change themselves, and what was agreed with support. */
import { Radio, Select, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { AccountView } from "../../../src/interfaces/console/business/contract.ts";
import { api, useReading } from "../../api.ts";
import { CopyValue } from "../../parts/copy.tsx";
import { ErrorPanel } from "../../parts/error-panel.tsx";
import { type Fact, Facts, PageHeader, Panel, ScreenSkeleton } from "../../parts/panel.tsx";
import { useSubmit } from "../../parts/submit.tsx";
import { Amount, Moment } from "../../parts/values.tsx";
import { SaveRow } from "./save-row.tsx";

const PATH = "/settings/account";

export function AccountSettings() {
  const { data, error, refetch } = useReading<AccountView>(PATH);
  return (
    <>
      <PageHeader
        title="Account"
        description="Your business as customers and your own people see it."
      />
      {data === undefined && error !== null && <ErrorPanel error={error} retry={refetch} />}
      {data === undefined && error === null && <ScreenSkeleton />}
      {data !== undefined && (
        <Stack gap="lg">
          <Changeable key={JSON.stringify(data)} account={data} />
          <Panel
            title="Agreed with support"
            description="These are changed by our support staff: write to them."
          >
            <Facts facts={factsOf(data)} />
          </Panel>
        </Stack>
      )}
    </>
  );
}

function Changeable({ account }: { readonly account: AccountView }) {
  const { name, timeZone, receiptEmail = "", isTaxedBeforeDiscount } = account;
  const form = useForm({
    initialValues: { name, timeZone, receiptEmail, tax: isTaxedBeforeDiscount ? "yes" : "no" },
  });
  const { submit, isPending, trouble } = useSubmit({
    form,
    send: ({ tax, ...values }) =>
      api.patch<AccountView>(PATH, { ...values, isTaxedBeforeDiscount: tax === "yes" }),
    said: "The account is saved.",
    refresh: [PATH, "/session"],
  });
  return (
    <form onSubmit={submit}>
      <Panel title="Settings">
        <Stack gap="lg" maw="40rem">
          <TextInput
            label="Name"
            description="On receipts, letters and payment forms."
            maxLength={100}
            {...form.getInputProps("name")}
          />
          <Select
            label="Time zone"
            description="Days of reports begin and end in it, and every time here is shown in it."
            data={Intl.supportedValuesOf("timeZone")}
            searchable
            allowDeselect={false}
            limit={100}
            nothingFoundMessage="No zone has this name."
            {...form.getInputProps("timeZone")}
          />
          <TextInput
            label="Address for receipts"
            description="Copies of receipts go there. Leave it blank for none."
            type="email"
            {...form.getInputProps("receiptEmail")}
          />
          <Radio.Group label="Tax at the point of sale is taken" {...form.getInputProps("tax")}>
            <Stack gap={8} mt={8}>
              <Radio value="no" label="on what is left after the discount" />
              <Radio value="yes" label="on the price before the discount" />
            </Stack>
          </Radio.Group>
          <SaveRow isPending={isPending} trouble={trouble} />
        </Stack>
      </Panel>
    </form>
  );
}

function factsOf({ id, currency, createdAt, isAgent, parentId, terms }: AccountView): Fact[] {
  return [
    { name: "Account number", value: <CopyValue value={id} label="Copy the account number" /> },
    { name: "Since", value: <Moment at={createdAt} show="date" /> },
    ...(isAgent ? [{ name: "Kind", value: "Agent, with accounts below it" }] : []),
    ...(parentId === undefined ? [] : [{ name: "Below the agent", value: parentId }]),
    { name: "Currency", value: currency },
    { name: "Cards", value: terms.takesCards ? "Taken" : "Not taken" },
    {
      name: "Bank payments (ACH)",
      value: terms.takesAch ? `Taken, ${terms.achSecCode} where no code is named` : "Not taken",
    },
    { name: "Credits without a payment", value: terms.allowsCredit ? "Allowed" : "Not allowed" },
    { name: "Authorizations lapse after", value: `${terms.authorizationDays} days` },
    { name: "Declined by address letters", value: terms.declinesAvs || "None" },
    { name: "Declined by card code letters", value: terms.declinesCvv || "None" },
    { name: "Largest payment", value: <Amount cents={terms.amountMaxCents} /> },
    { name: "Requests a second", value: `${terms.requestsPerSecond}` },
    { name: "Reports at once", value: `${terms.reportsAtOnce}` },
  ];
}
