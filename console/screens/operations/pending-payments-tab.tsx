/** Pending payments, whose outcome is unknown, oldest first. */
import { SimpleGrid } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { AttemptLine, Attempts } from "../../../src/interfaces/console/operations/contract.ts";
import { readingOptions } from "../../api.ts";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { formatCount } from "../../parts/formats.ts";
import { Figure, Panel } from "../../parts/panel.tsx";
import { Amount, Moment, StateBadge } from "../../parts/values.tsx";
import { transactionType } from "../merchant/texts.ts";
import { listReading } from "./lists.tsx";

const EVERY_MS = 5_000;

const COLUMNS: readonly Column<AttemptLine>[] = [
  { id: "id", header: "Transaction ID", cell: ({ transactionId }) => transactionId },
  {
    id: "account",
    header: "Account",
    cell: ({ accountName, accountId }) => accountName ?? accountId,
  },
  { id: "type", header: "Type", cell: (attempt) => transactionType(attempt.transactionType) },
  { id: "state", header: "Status", cell: ({ state }) => <StateBadge state={state} /> },
  {
    id: "amount",
    header: "Amount",
    cell: ({ amountCents, currency }) => (
      <Amount cents={amountCents} currency={currency ?? undefined} />
    ),
    align: "end",
  },
  { id: "started", header: "Started", cell: ({ startedAt }) => <Moment at={startedAt} /> },
  { id: "ask", header: "Next check", cell: ({ askAt }) => <Moment at={askAt} /> },
  { id: "asked", header: "Checks", cell: ({ asked }) => formatCount(asked), align: "end" },
];

export function PendingPaymentsTab() {
  const reading = useQuery({
    ...readingOptions<Attempts>("/operations/attempts"),
    refetchInterval: EVERY_MS,
  });
  const ages = reading.data?.ages;
  const loading = ages === undefined && reading.error === null;
  return (
    <>
      <SimpleGrid cols={{ base: 2, md: 4 }} spacing="md" mb="lg">
        <Figure label="Under 1 minute" value={ages?.minute ?? "—"} loading={loading} />
        <Figure label="Under 1 hour" value={ages?.hour ?? "—"} loading={loading} />
        <Figure label="Under 1 day" value={ages?.day ?? "—"} loading={loading} />
        <Figure label="Older" value={ages?.older ?? "—"} loading={loading} />
      </SimpleGrid>
      <Panel
        title="Oldest pending payments"
        description="The reconcile job asks the card host about each payment. It never charges again."
        flush
      >
        <DataTable
          caption="Pending payments"
          exports={{ path: "/operations/attempts" }}
          columns={COLUMNS}
          reading={listReading(reading, ({ oldest }) => oldest)}
          keyOf={({ accountId, transactionId }) => `${accountId} ${transactionId}`}
          empty={{
            title: "No pending payments",
            next: "Every payment has a result.",
            icon: "check",
          }}
        />
      </Panel>
    </>
  );
}
