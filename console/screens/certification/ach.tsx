/** The ACH entries of all accounts: create one, send them, and open one to act on it. */
import { Stack } from "@mantine/core";
import type {
  AchCodes,
  AchEntryLine,
} from "../../../src/interfaces/console/certification/contract.ts";
import type { CursorPage } from "../../../src/interfaces/console/contract.ts";
import { useReading } from "../../api.ts";
import { Allowed } from "../../parts/allowed.tsx";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { ChoiceFilter, Filters, SearchFilter } from "../../parts/filters.tsx";
import { PageHeader, Panel } from "../../parts/panel.tsx";
import { Amount, Moment, StateBadge } from "../../parts/values.tsx";
import { useUrlState } from "../../url-state.ts";
import { CutOffButton } from "./ach-cut-off.tsx";
import { AchSale } from "./ach-sale.tsx";

const COLUMNS: readonly Column<AchEntryLine>[] = [
  { id: "id", header: "Transaction ID", cell: ({ transactionId }) => transactionId },
  { id: "account", header: "Account", cell: ({ accountName }) => accountName },
  { id: "accepted", header: "Created", cell: ({ acceptedAt }) => <Moment at={acceptedAt} /> },
  { id: "name", header: "Name", cell: ({ name }) => name },
  { id: "bank", header: "Bank account", cell: ({ last4 }) => `···· ${last4}` },
  { id: "status", header: "Status", cell: (entry) => <EntryState entry={entry} /> },
  {
    id: "amount",
    header: "Amount",
    align: "end",
    cell: ({ amountCents, currency }) => <Amount cents={amountCents} currency={currency} />,
  },
];

const STAGES = [
  { value: "waiting", label: "Waiting for cutoff" },
  { value: "sent", label: "Sent to bank" },
  { value: "settled", label: "Settled" },
  { value: "returned", label: "Returned" },
  { value: "rejected", label: "Rejected" },
];

export function AchEntries() {
  const [url] = useUrlState({ q: "", stage: "", account: "", after: "" });
  const { after: before, ...filter } = url;
  const reading = useReading<CursorPage<AchEntryLine>>("/certification/ach/entries", {
    ...filter,
    before,
    take: 50,
  });
  const codes = useReading<AchCodes>("/certification/ach/codes");
  const next = codes.data?.banks[0]?.nextCutOff;
  return (
    <>
      <PageHeader
        title="ACH simulator"
        description={
          <>
            Create ACH entries, send them and simulate the bank's response.
            {next !== undefined && (
              <>
                {" "}
                Next scheduled cutoff: <Moment at={next} />.
              </>
            )}
          </>
        }
        actions={
          <Allowed needs="operator.support">
            <CutOffButton />
          </Allowed>
        }
      />
      <Stack gap="lg">
        <Allowed needs="operator.support">
          <AchSale />
        </Allowed>
        <div>
          <Filters names={["q", "stage", "account"]}>
            <SearchFilter name="q" label="Transaction ID" placeholder="12 digits" />
            <ChoiceFilter name="stage" label="Status" options={STAGES} />
            <SearchFilter name="account" label="Account" placeholder="Account number" />
          </Filters>
          <Panel flush>
            <DataTable
              caption="ACH entries, newest first"
              exports={{ path: "/certification/ach/entries", params: filter }}
              columns={COLUMNS}
              reading={reading}
              keyOf={({ accountId, transactionId }) => `${accountId}/${transactionId}`}
              linkOf={({ accountId, transactionId }) =>
                `/certification/ach/${accountId}/${transactionId}`
              }
              empty={{
                title: "No entries",
                next: "Create a sale above, or send one to the payment API with tender_type=ACH.",
                icon: "bank",
              }}
            />
          </Panel>
        </div>
      </Stack>
    </>
  );
}

/** The same status text as in reports, with the return code. */
export function EntryState({ entry }: { readonly entry: AchEntryLine }) {
  const { stage, status, returnCode } = entry;
  return <StateBadge state={stage} label={[status, returnCode].filter(Boolean).join(" ")} />;
}
