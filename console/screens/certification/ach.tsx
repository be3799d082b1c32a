/** ACH entries of every account: make one, send what waits, and find one to act on. */
import { Stack } from "@mantine/core";
import type {
  AchCodes,
  EntryLine,
} from "../../../src/interfaces/console/certification/contract.ts";
import type { CursorPage } from "../../../src/interfaces/console/contract.ts";
import { useReading } from "../../api.ts";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { ChoiceFilter, Filters, SearchFilter } from "../../parts/filters.tsx";
import { PageHeader, Panel } from "../../parts/panel.tsx";
import { Amount, Moment, StateBadge } from "../../parts/values.tsx";
import { useUrlState } from "../../url-state.ts";
import { CutOffButton } from "./ach-cut-off.tsx";
import { AchSale } from "./ach-sale.tsx";

const COLUMNS: readonly Column<EntryLine>[] = [
  { id: "id", header: "Transaction", cell: ({ transactionId }) => transactionId },
  { id: "account", header: "Account", cell: ({ accountName }) => accountName },
  { id: "accepted", header: "Accepted", cell: ({ acceptedAt }) => <Moment at={acceptedAt} /> },
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
  { value: "waiting", label: "Waits for a cut-off" },
  { value: "sent", label: "With the bank" },
  { value: "settled", label: "Settled" },
  { value: "returned", label: "Returned" },
  { value: "rejected", label: "Rejected" },
];

export function AchEntries() {
  const [url] = useUrlState({ q: "", stage: "", account: "", after: "" });
  const { after: before, ...filter } = url;
  const reading = useReading<CursorPage<EntryLine>>("/certification/ach/entries", {
    ...filter,
    before,
    take: 50,
  });
  const codes = useReading<AchCodes>("/certification/ach/codes");
  const next = codes.data?.banks[0]?.nextCutOff;
  return (
    <>
      <PageHeader
        title="ACH by hand"
        description={
          <>
            Be the customer and the bank: make an entry, send it, return it.
            {next !== undefined && (
              <>
                {" "}
                The next cut-off by itself is at <Moment at={next} />.
              </>
            )}
          </>
        }
        actions={<CutOffButton />}
      />
      <Stack gap="lg">
        <AchSale />
        <div>
          <Filters names={["q", "stage", "account"]}>
            <SearchFilter name="q" label="Transaction" placeholder="Transaction id" />
            <ChoiceFilter name="stage" label="Stage" options={STAGES} />
            <SearchFilter name="account" label="Account" placeholder="Account number" />
          </Filters>
          <Panel flush>
            <DataTable
              caption="ACH entries, the newest first"
              columns={COLUMNS}
              reading={reading}
              keyOf={({ accountId, transactionId }) => `${accountId}/${transactionId}`}
              linkOf={({ accountId, transactionId }) =>
                `/certification/ach/${accountId}/${transactionId}`
              }
              empty={{
                title: "No entries",
                next: "Make a sale above, or send one to the payment interface with tender_type=ACH.",
                icon: "bank",
              }}
            />
          </Panel>
        </div>
      </Stack>
    </>
  );
}

/** As reports say it, with the bank's code. */
export function EntryState({ entry }: { readonly entry: EntryLine }) {
  const { stage, status, returnCode } = entry;
  return <StateBadge state={stage} label={[status, returnCode].filter(Boolean).join(" ")} />;
}
