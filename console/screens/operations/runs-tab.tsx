/** How work went, the newest run first. */
import type { CursorPage } from "../../../src/interfaces/console/contract.ts";
import type { RunLine } from "../../../src/interfaces/console/operations/contract.ts";
import { useReading } from "../../api.ts";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { ChoiceFilter, Filters, SearchFilter } from "../../parts/filters.tsx";
import { Panel } from "../../parts/panel.tsx";
import { Moment, StateBadge } from "../../parts/values.tsx";
import { useUrlState } from "../../url-state.ts";
import { tookText } from "./work-tab.tsx";

const OUTCOMES = [
  { value: "done", label: "Done" },
  { value: "unfinished", label: "Unfinished" },
  { value: "failed", label: "Failed" },
];

const COLUMNS: readonly Column<RunLine>[] = [
  { id: "name", header: "Work", cell: ({ name }) => name },
  { id: "outcome", header: "Outcome", cell: ({ outcome }) => <StateBadge state={outcome} /> },
  { id: "started", header: "Started", cell: ({ startedAt }) => <Moment at={startedAt} /> },
  { id: "due", header: "Was due", cell: ({ dueAt }) => <Moment at={dueAt} /> },
  {
    id: "took",
    header: "Took",
    cell: ({ tookMs }) => <span className="sd-one-line">{tookText(tookMs)}</span>,
    align: "end",
  },
  {
    id: "summary",
    header: "What it said",
    cell: ({ summary }) => <span className="sd-summary">{summary}</span>,
  },
];

export function RunsTab() {
  const [url] = useUrlState({ name: "", outcome: "", after: "" });
  const reading = useReading<CursorPage<RunLine>>("/operations/runs", url);
  return (
    <>
      <Filters names={["name", "outcome"]}>
        <SearchFilter name="name" label="Work" placeholder="Its whole name, such as purge" />
        <ChoiceFilter name="outcome" label="Outcome" options={OUTCOMES} />
      </Filters>
      <Panel flush>
        <DataTable
          caption="Runs"
          columns={COLUMNS}
          reading={reading}
          keyOf={({ id }) => id}
          empty={{
            title: "No runs",
            next: "Work is written down when it has run. Another filter may find more.",
            icon: "jobs",
          }}
        />
      </Panel>
    </>
  );
}
