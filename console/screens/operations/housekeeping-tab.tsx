/** The housekeeping tab of the system screen: disk, partitions, purges, vacuum and slow statements. */
import { SimpleGrid } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type {
  Housekeeping,
  PurgeLine,
  SlowStatementLine,
} from "../../../src/interfaces/console/operations/contract.ts";
import { readingOptions } from "../../api.ts";
import { type Column, DataTable, loadedList } from "../../parts/data-table.tsx";
import { ErrorPanel } from "../../parts/error-panel.tsx";
import { formatCount } from "../../parts/formats.ts";
import { Figure, Panel, ScreenSkeleton } from "../../parts/panel.tsx";
import { Moment, StateBadge } from "../../parts/values.tsx";
import { sizeText } from "./durations.ts";
import { diskNote, freezeNote, growthText, nextRunText, purgeState } from "./housekeeping-texts.ts";

const EVERY_MS = 30_000;

type Outlook = Housekeeping["partitions"][number];
type Table = Housekeeping["tables"][number];

export function HousekeepingTab() {
  const { data, error, refetch } = useQuery({
    ...readingOptions<Housekeeping>("/operations/housekeeping"),
    refetchInterval: EVERY_MS,
  });
  if (data === undefined) {
    return error === null ? <ScreenSkeleton /> : <ErrorPanel error={error} retry={refetch} />;
  }
  return (
    <>
      <DiskFigures housekeeping={data} />
      <PartitionPanel partitions={data.partitions} />
      <PurgePanel purges={data.purges} />
      <TablePanel tables={data.tables} />
      <SlowPanel slow={data.slow} />
    </>
  );
}

function DiskFigures({ housekeeping }: { readonly housekeeping: Housekeeping }) {
  const { disk, transactionIds } = housekeeping;
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} spacing="md" mb="lg">
      <Figure label="Database size" value={sizeText(disk.databaseBytes)} />
      <Figure
        label="Free disk space"
        value={disk.freeBytes === null ? "—" : sizeText(disk.freeBytes)}
        note={diskNote(disk)}
      />
      <Figure
        label="Growth per day"
        value={growthText(disk.bytesPerDay)}
        note={disk.measuredDays === 0 ? "Known after a day" : `Trend of ${disk.measuredDays} days`}
      />
      <Figure
        label="Transaction ID age"
        value={formatCount(transactionIds.age)}
        note={freezeNote(transactionIds)}
      />
    </SimpleGrid>
  );
}

const PARTITIONS: readonly Column<Outlook>[] = [
  { id: "table", header: "Table", cell: ({ table }) => table },
  { id: "months", header: "Months", cell: ({ count }) => formatCount(count), align: "end" },
  { id: "oldest", header: "Oldest", cell: ({ oldest }) => oldest },
  { id: "newest", header: "Newest", cell: ({ newest }) => newest },
  {
    id: "ahead",
    header: "Months ahead",
    cell: ({ monthsAhead }) => (
      <StateBadge state={String(monthsAhead)} tone={monthsAhead > 0 ? "good" : "bad"} />
    ),
  },
  { id: "size", header: "Size", cell: ({ sizeBytes }) => sizeText(sizeBytes), align: "end" },
];

function PartitionPanel({ partitions }: { readonly partitions: readonly Outlook[] }) {
  return (
    <Panel
      title="Monthly partitions"
      description="Payments of a month without a partition cannot be stored."
      flush
    >
      <DataTable
        caption="Monthly partitions"
        columns={PARTITIONS}
        reading={loadedList(partitions)}
        keyOf={({ table }) => table}
        empty={{
          title: "No partitions",
          next: "The job “Create monthly partitions” creates them.",
        }}
      />
    </Panel>
  );
}

const PURGE_TONES = { active: "good", "on hold": "attention", failed: "bad" } as const;

const PURGES: readonly Column<PurgeLine>[] = [
  { id: "label", header: "Purge", cell: ({ label }) => label },
  {
    id: "state",
    header: "Status",
    cell: (line) => <StateBadge state={purgeState(line)} tone={PURGE_TONES[purgeState(line)]} />,
  },
  {
    id: "last",
    header: "Last run",
    cell: ({ lastRun, doneUpTo }) => {
      const at = lastRun?.startedAt ?? doneUpTo;
      return at === null ? "Not yet" : <Moment at={at} />;
    },
  },
  { id: "result", header: "Result", cell: ({ lastRun }) => lastRun?.summary ?? "—" },
  {
    id: "next",
    header: "Next run",
    cell: ({ nextAt, work }) => (nextAt === null ? nextRunText(work) : <Moment at={nextAt} />),
  },
];

function PurgePanel({ purges }: { readonly purges: readonly PurgeLine[] }) {
  return (
    <Panel title="Purges" description="Records are deleted after their retention time." flush>
      <DataTable
        caption="Purges"
        columns={PURGES}
        reading={loadedList(purges)}
        keyOf={({ work }) => work}
        empty={{ title: "No purges", next: "They appear after the first start of the jobs." }}
      />
    </Panel>
  );
}

const TABLES: readonly Column<Table>[] = [
  { id: "table", header: "Table", cell: ({ table }) => table },
  { id: "live", header: "Rows", cell: ({ liveRows }) => formatCount(liveRows), align: "end" },
  { id: "dead", header: "Dead rows", cell: ({ deadRows }) => formatCount(deadRows), align: "end" },
  { id: "size", header: "Size", cell: ({ sizeBytes }) => sizeText(sizeBytes), align: "end" },
  {
    id: "vacuumed",
    header: "Last vacuum",
    cell: ({ vacuumedAt }) => (vacuumedAt === null ? "Not yet" : <Moment at={vacuumedAt} />),
  },
];

function TablePanel({ tables }: { readonly tables: readonly Table[] }) {
  return (
    <Panel
      title="Vacuum"
      description="Tables with the most dead rows. PostgreSQL removes them by itself (autovacuum)."
      flush
    >
      <DataTable
        caption="Tables with the most dead rows"
        columns={TABLES}
        reading={loadedList(tables)}
        keyOf={({ table }) => table}
        empty={{ title: "No tables", next: "Reload the page." }}
      />
    </Panel>
  );
}

const STATEMENTS: readonly Column<SlowStatementLine>[] = [
  { id: "text", header: "Statement", cell: ({ text }) => <code>{text}</code> },
  { id: "count", header: "Count", cell: ({ count }) => formatCount(count), align: "end" },
  {
    id: "longest",
    header: "Longest",
    cell: ({ longestMs }) => (
      <span className="sd-amount">{formatCount(Math.round(longestMs))} ms</span>
    ),
    align: "end",
  },
];

function SlowPanel({ slow }: { readonly slow: Housekeeping["slow"] }) {
  return (
    <Panel
      title="Slow statements"
      description={
        <>
          Longer than {slow.slowerThanMs} ms, in the process that served this page since{" "}
          <Moment at={slow.processStartedAt} />. Values are never shown.
        </>
      }
      flush
    >
      <DataTable
        caption="Slow statements"
        columns={STATEMENTS}
        reading={loadedList(slow.statements)}
        keyOf={({ text }) => text}
        empty={{ title: "No slow statements", next: "Statements that take long appear here." }}
      />
    </Panel>
  );
}
