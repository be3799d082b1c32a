/** Entries of the audit, found by who, what, on what, how it ended and when. */
import type { CursorPage } from "../../../src/interfaces/console/contract.ts";
import type { ActResult, AuditLine } from "../../../src/interfaces/console/operations/contract.ts";
import { useReading } from "../../api.ts";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { ChoiceFilter, DateFilter, Filters, SearchFilter } from "../../parts/filters.tsx";
import { wordsOfState } from "../../parts/formats.ts";
import { Panel } from "../../parts/panel.tsx";
import { Moment, StateBadge, type Tone } from "../../parts/values.tsx";
import { useUrlState } from "../../url-state.ts";
import { TwoLines } from "./lists.tsx";

export const RESULT_TONES: Record<ActResult, Tone> = {
  done: "good",
  refused: "attention",
  failed: "bad",
};

const RESULTS = [
  { value: "done", label: "Done" },
  { value: "refused", label: "Refused" },
  { value: "failed", label: "Failed" },
];

const NAMES = ["actor", "action", "subjectId", "result", "since", "until"];

const COLUMNS: readonly Column<AuditLine>[] = [
  { id: "when", header: "When", cell: ({ wallAt }) => <Moment at={wallAt} show="seconds" /> },
  {
    id: "actor",
    header: "Who",
    cell: ({ actorName, actorKind }) => (
      <TwoLines first={actorName} second={wordsOfState(actorKind)} />
    ),
  },
  { id: "action", header: "What", cell: ({ action }) => <Action action={action} /> },
  {
    id: "subject",
    header: "On what",
    cell: ({ subjectKind, subjectId }) => (
      <TwoLines first={wordsOfState(subjectKind)} second={subjectId} />
    ),
  },
  {
    id: "result",
    header: "Result",
    cell: ({ result }) => <StateBadge state={result} tone={RESULT_TONES[result]} />,
  },
  { id: "from", header: "From", cell: ({ address }) => address ?? "—" },
];

export function AuditTab() {
  const [{ since, until, ...url }] = useUrlState({
    actor: "",
    action: "",
    subjectId: "",
    result: "",
    since: "",
    until: "",
    after: "",
  });
  const reading = useReading<CursorPage<AuditLine>>("/operations/audit", {
    ...url,
    since: startOf(since, 0),
    until: startOf(until, 1),
  });
  const actions = useReading<readonly string[]>("/operations/audit/actions");
  const options = (actions.data ?? []).map((action) => ({ value: action, label: action }));
  return (
    <>
      <Filters names={NAMES}>
        <SearchFilter name="actor" label="Who" placeholder="Name or id" />
        <ChoiceFilter name="action" label="What" options={options} />
        <SearchFilter name="subjectId" label="On what" placeholder="Id, such as an account's" />
        <ChoiceFilter name="result" label="Result" options={RESULTS} />
        <DateFilter name="since" label="From day" />
        <DateFilter name="until" label="To day" />
      </Filters>
      <Panel flush>
        <DataTable
          caption="Audit log"
          columns={COLUMNS}
          reading={reading}
          keyOf={({ id }) => id}
          linkOf={({ id }) => `/operations/audit/${id}`}
          empty={{
            title: "No such act",
            next: "Take a filter away: names and ids must be whole.",
            icon: "shield",
          }}
        />
      </Panel>
    </>
  );
}

/** "account.set_webhook", which may go on in a second line after the dot. */
function Action({ action }: { readonly action: string }) {
  const end = action.indexOf(".") + 1;
  return (
    <code>
      {action.slice(0, end)}
      <wbr />
      {action.slice(end)}
    </code>
  );
}

/** Days are the reader's own: the moment that one begins, or the one after it. */
function startOf(day: string, plusDays: number): string {
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) return "";
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const start = new Date(year, month - 1, date + plusDays);
  return Number.isNaN(start.getTime()) ? "" : start.toISOString();
}
