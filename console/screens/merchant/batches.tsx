/** Closed batches, newest first: card batches, and the account's part of each ACH file. */
import { Tabs } from "@mantine/core";
import type { CursorPage } from "../../../src/interfaces/console/contract.ts";
import type {
  AchBatchLine,
  CardBatchLine,
} from "../../../src/interfaces/console/merchant/contract.ts";
import { useReading } from "../../api.ts";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { formatCount } from "../../parts/formats.ts";
import { PageHeader, Panel } from "../../parts/panel.tsx";
import { TabStrip } from "../../parts/tab-strip.tsx";
import { Moment, StateBadge } from "../../parts/values.tsx";
import { useUrlState } from "../../url-state.ts";
import { AccountAmount } from "./account-amount.tsx";
import { useClockNote } from "./list/clock-note.ts";

const PAGE_SIZE = 50;

export function Batches() {
  const [{ tender }, setUrl] = useUrlState({ tender: "", after: "" });
  const tab = tender === "ach" ? "ach" : "card";
  const clock = useClockNote("business clock");
  return (
    <>
      <PageHeader
        title="Batches"
        description={`Payments that were closed together. The net amount is what you can expect as a deposit, before fees. ${clock}`}
      />
      <Tabs
        value={tab}
        onChange={(next) => setUrl({ tender: next === "ach" ? "ach" : "", after: "" })}
      >
        <TabStrip open={tab} mb="lg">
          <Tabs.Tab value="card">Cards</Tabs.Tab>
          <Tabs.Tab value="ach">ACH</Tabs.Tab>
        </TabStrip>
        <Tabs.Panel value={tab}>
          <Panel flush>{tab === "ach" ? <AchBatches /> : <CardBatches />}</Panel>
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

const CARD_COLUMNS: readonly Column<CardBatchLine>[] = [
  { id: "number", header: "Batch", cell: ({ number }) => number },
  { id: "closedAt", header: "Closed", cell: ({ closedAt }) => <Moment at={closedAt} /> },
  {
    id: "count",
    header: "Transactions",
    align: "end",
    cell: ({ transactionCount }) => formatCount(transactionCount),
  },
  {
    id: "net",
    header: "Net amount",
    align: "end",
    cell: ({ netCents }) => <AccountAmount cents={netCents} />,
  },
];

function CardBatches() {
  const reading = useBatches<CardBatchLine>("/merchant/batches");
  return (
    <DataTable
      caption="Card batches"
      exports={{ path: "/merchant/batches" }}
      columns={CARD_COLUMNS}
      reading={reading}
      keyOf={({ number }) => String(number)}
      linkOf={({ number }) => `/batches/${number}`}
      pageSize={PAGE_SIZE}
      empty={{
        title: "No closed batches yet",
        next: "Card payments are closed in a batch every night.",
        icon: "card",
      }}
    />
  );
}

const TONES = { preparing: "quiet", sent: "waiting", settled: "good" } as const;

const ACH_COLUMNS: readonly Column<AchBatchLine>[] = [
  { id: "cutOffAt", header: "Cutoff", cell: ({ cutOffAt }) => <Moment at={cutOffAt} /> },
  { id: "settlesOn", header: "Settlement date", cell: ({ settlesOn }) => settlesOn },
  {
    id: "status",
    header: "Status",
    cell: ({ status }) => <StateBadge state={status} tone={TONES[status]} />,
  },
  {
    id: "debits",
    header: "Debits",
    align: "end",
    cell: ({ debitCents }) => <AccountAmount cents={debitCents} />,
  },
  {
    id: "credits",
    header: "Credits",
    align: "end",
    cell: ({ creditCents }) => <AccountAmount cents={creditCents} />,
  },
  {
    id: "net",
    header: "Net amount",
    align: "end",
    cell: ({ debitCents, creditCents }) => <AccountAmount cents={debitCents - creditCents} />,
  },
];

function AchBatches() {
  const reading = useBatches<AchBatchLine>("/merchant/ach-batches");
  return (
    <DataTable
      caption="ACH batches"
      exports={{ path: "/merchant/ach-batches" }}
      columns={ACH_COLUMNS}
      reading={reading}
      keyOf={({ fileId }) => fileId}
      pageSize={PAGE_SIZE}
      empty={{
        title: "No ACH batches yet",
        next: "ACH payments are sent to the bank at the next cutoff.",
        icon: "bank",
      }}
    />
  );
}

function useBatches<Line>(path: string) {
  const [{ after }] = useUrlState({ after: "" });
  return useReading<CursorPage<Line>>(path, { after, take: PAGE_SIZE });
}
