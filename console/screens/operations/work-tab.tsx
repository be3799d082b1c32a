/** Work that business time brings, with its last run, and the queues of timed jobs. */
import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type {
  QueueLine,
  Work,
  WorkLine,
} from "../../../src/interfaces/console/operations/contract.ts";
import { readingOf } from "../../api.ts";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { formatCount } from "../../parts/formats.ts";
import { Panel } from "../../parts/panel.tsx";
import { Moment, StateBadge } from "../../parts/values.tsx";
import { spanText } from "./ages.ts";
import { listOf } from "./lists.tsx";

const EVERY_MS = 15_000;

const WORK: readonly Column<WorkLine>[] = [
  { id: "name", header: "Work", cell: ({ name }) => name },
  { id: "due", header: "Due", cell: ({ dueAt }) => <Moment at={dueAt} /> },
  {
    id: "outcome",
    header: "Last run",
    cell: ({ lastRun }) =>
      lastRun === null ? <Text c="dimmed">Never</Text> : <StateBadge state={lastRun.outcome} />,
  },
  {
    id: "when",
    header: "When",
    cell: ({ lastRun }) => (lastRun === null ? "—" : <Moment at={lastRun.startedAt} />),
  },
  {
    id: "summary",
    header: "What it said",
    cell: ({ lastRun }) => <span className="sd-summary">{lastRun?.summary ?? "—"}</span>,
  },
];

const QUEUES: readonly Column<QueueLine>[] = [
  { id: "name", header: "Queue", cell: ({ name }) => name },
  { id: "cron", header: "Timer (UTC)", cell: ({ cron }) => <code>{cron ?? "—"}</code> },
  count("waiting", "Waiting"),
  count("retrying", "Retrying"),
  count("active", "Running"),
  count("failed", "Failed"),
  count("done", "Done"),
  {
    id: "oldest",
    header: "Oldest waiting",
    cell: ({ oldestWaitingAt: at }) => (at === null ? "—" : <Moment at={at} />),
  },
  {
    id: "failure",
    header: "Last failure",
    cell: ({ lastFailure }) => <span className="sd-summary">{lastFailure ?? "—"}</span>,
  },
];

function count(
  id: "waiting" | "retrying" | "active" | "failed" | "done",
  header: string,
): Column<QueueLine> {
  return { id, header, cell: (queue) => formatCount(queue[id]), align: "end" };
}

export function WorkTab() {
  const reading = useQuery({ ...readingOf<Work>("/operations/work"), refetchInterval: EVERY_MS });
  return (
    <>
      <Panel
        title="Work"
        description={
          reading.data === undefined ? (
            "What business time brings, the earliest first."
          ) : (
            <>
              Due by business time, which is now <Moment at={reading.data.business} focusable />
            </>
          )
        }
        flush
      >
        <DataTable
          caption="Work"
          columns={WORK}
          reading={listOf(reading, ({ work }) => work)}
          keyOf={({ name }) => name}
          linkOf={({ name }) => `/operations/jobs?tab=runs&name=${encodeURIComponent(name)}`}
          empty={{
            title: "No work is known yet",
            next: "It appears with the first minute of a process that runs jobs.",
            icon: "jobs",
          }}
        />
      </Panel>
      <Panel
        title="Queues"
        description="Timed jobs of the wall clock; what is done or failed is counted for a day."
        flush
      >
        <DataTable
          caption="Queues"
          columns={QUEUES}
          reading={listOf(reading, ({ queues }) => queues)}
          keyOf={({ name }) => name}
          empty={{
            title: "No queues yet",
            next: "Start a process that runs jobs: `serve`, or `serve --worker`.",
            icon: "jobs",
          }}
        />
      </Panel>
    </>
  );
}

/** For runs: how long one took. */
export function tookText(ms: number): string {
  return ms < 1_000 ? `${ms} ms` : spanText(ms);
}
