/** The runs of scheduled jobs, newest first. */
import type { CursorPage } from "../../../src/interfaces/console/contract.ts";
import type { RunLine } from "../../../src/interfaces/console/operations/contract.ts";
import { useReading } from "../../api.ts";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { ChoiceFilter, Filters, SearchFilter } from "../../parts/filters.tsx";
import { Panel } from "../../parts/panel.tsx";
import { Moment, StateBadge } from "../../parts/values.tsx";
import { useUrlState } from "../../url-state.ts";
import { useClockNote } from "../merchant/list/clock-note.ts";
import { formatRunTime } from "./scheduled-jobs-tab.tsx";

const OUTCOMES = [
  { value: "done", label: "Completed" },
  { value: "unfinished", label: "Incomplete" },
  { value: "failed", label: "Failed" },
];

const COLUMNS: readonly Column<RunLine>[] = [
  { id: "name", header: "Job", cell: ({ label }) => label },
  { id: "outcome", header: "Result", cell: ({ outcome }) => <StateBadge state={outcome} /> },
  { id: "started", header: "Started", cell: ({ startedAt }) => <Moment at={startedAt} /> },
  { id: "due", header: "Scheduled for", cell: ({ dueAt }) => <Moment at={dueAt} /> },
  {
    id: "took",
    header: "Duration",
    cell: ({ tookMs }) => <span className="sd-one-line">{formatRunTime(tookMs)}</span>,
    align: "end",
  },
  {
    id: "summary",
    header: "Summary",
    cell: ({ summary }) => <span className="sd-summary">{summary}</span>,
  },
];

export function RunsTab() {
  const [url] = useUrlState({ name: "", outcome: "", after: "" });
  const reading = useReading<CursorPage<RunLine>>("/operations/runs", url);
  const clock = useClockNote("wall clock");
  return (
    <>
      <Filters names={["name", "outcome"]}>
        <SearchFilter name="name" label="Job" placeholder="Full name, such as Close card batches" />
        <ChoiceFilter name="outcome" label="Result" options={OUTCOMES} />
      </Filters>
      <Panel
        flush
        title="Runs"
        description={`Newest first. ${clock} Jobs are scheduled by the business clock.`}
      >
        <DataTable
          caption="Job runs"
          exports={{ path: "/operations/runs", params: url }}
          columns={COLUMNS}
          reading={reading}
          keyOf={({ id }) => id}
          empty={{
            title: "No runs",
            next: "Jobs are listed here after they run. Change the filters to see more.",
            icon: "jobs",
          }}
        />
      </Panel>
    </>
  );
}
