/** Scheduled jobs with their last run, and the job queues. */
import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type {
  QueueLine,
  Work,
  WorkLine,
} from "../../../src/interfaces/console/operations/contract.ts";
import { readingOptions } from "../../api.ts";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { formatCount } from "../../parts/formats.ts";
import { Panel } from "../../parts/panel.tsx";
import { Moment, StateBadge } from "../../parts/values.tsx";
import { formatDuration } from "./durations.ts";
import { listReading } from "./lists.tsx";

const EVERY_MS = 15_000;

const WORK: readonly Column<WorkLine>[] = [
  { id: "name", header: "Job", cell: ({ label }) => label },
  { id: "due", header: "Scheduled for", cell: ({ dueAt }) => <Moment at={dueAt} /> },
  {
    id: "outcome",
    header: "Last run",
    cell: ({ lastRun }) =>
      lastRun === null ? <Text c="dimmed">Never</Text> : <StateBadge state={lastRun.outcome} />,
  },
  {
    id: "when",
    header: "Started",
    cell: ({ lastRun }) => (lastRun === null ? "—" : <Moment at={lastRun.startedAt} />),
  },
  {
    id: "summary",
    header: "Summary",
    cell: ({ lastRun }) => <span className="sd-summary">{lastRun?.summary ?? "—"}</span>,
  },
];

const QUEUES: readonly Column<QueueLine>[] = [
  { id: "name", header: "Queue", cell: ({ label }) => label },
  { id: "cron", header: "Schedule (UTC)", cell: ({ cron }) => <code>{cron ?? "—"}</code> },
  count("waiting", "Waiting"),
  count("retrying", "Retrying"),
  count("active", "Running"),
  count("failed", "Failed"),
  count("done", "Completed"),
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

export function ScheduledJobsTab() {
  const reading = useQuery({
    ...readingOptions<Work>("/operations/work"),
    refetchInterval: EVERY_MS,
  });
  return (
    <>
      <Panel
        title="Scheduled jobs"
        description={
          reading.data === undefined ? (
            "Scheduled by the business clock, started by the wall clock."
          ) : (
            <>
              Scheduled by the business clock, which is at{" "}
              <Moment at={reading.data.business} focusable />, started by the wall clock.
            </>
          )
        }
        flush
      >
        <DataTable
          caption="Scheduled jobs"
          exports={{ path: "/operations/work" }}
          columns={WORK}
          reading={listReading(reading, ({ work }) => work)}
          keyOf={({ name }) => name}
          linkOf={({ name }) => `/operations/jobs?tab=runs&name=${encodeURIComponent(name)}`}
          empty={{
            title: "No scheduled jobs yet",
            next: "Jobs appear within a minute after a job process starts.",
            icon: "jobs",
          }}
        />
      </Panel>
      <Panel
        title="Queues"
        description="Background jobs by real time. Completed and failed jobs of the last 24 hours are counted."
        flush
      >
        <DataTable
          caption="Queues"
          columns={QUEUES}
          reading={listReading(reading, ({ queues }) => queues)}
          keyOf={({ name }) => name}
          empty={{
            title: "No queues yet",
            next: "Start a process that runs jobs: `serve` or `serve --worker`.",
            icon: "jobs",
          }}
        />
      </Panel>
    </>
  );
}

/** The duration of a run. */
export function formatRunTime(ms: number): string {
  return ms < 1_000 ? `${ms} ms` : formatDuration(ms);
}
