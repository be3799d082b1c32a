/** The audit log entries, with filters for user, action, object, result and date. */
import type { CursorPage } from "../../../src/interfaces/console/contract.ts";
import type { ActResult, AuditLine } from "../../../src/interfaces/console/operations/contract.ts";
import { useReading } from "../../api.ts";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { startOfDay } from "../../parts/days.ts";
import { ChoiceFilter, DateFilter, Filters, SearchFilter } from "../../parts/filters.tsx";
import { Panel } from "../../parts/panel.tsx";
import { formatStatus } from "../../parts/status-labels.ts";
import { Moment, StateBadge, type Tone } from "../../parts/values.tsx";
import { useUrlState } from "../../url-state.ts";
import { TwoLines } from "./lists.tsx";

export const RESULT_BADGES: Record<ActResult, { readonly tone: Tone; readonly label: string }> = {
  done: { tone: "good", label: "Succeeded" },
  refused: { tone: "attention", label: "Denied" },
  failed: { tone: "bad", label: "Failed" },
};

const RESULTS = [
  { value: "done", label: "Succeeded" },
  { value: "refused", label: "Denied" },
  { value: "failed", label: "Failed" },
];

const NAMES = ["actor", "action", "subjectId", "result", "since", "until"];

const COLUMNS: readonly Column<AuditLine>[] = [
  { id: "when", header: "Date", cell: ({ wallAt }) => <Moment at={wallAt} show="seconds" /> },
  {
    id: "actor",
    header: "User",
    cell: ({ actorName, actorKind }) => (
      <TwoLines first={actorName} second={formatStatus(actorKind)} />
    ),
  },
  { id: "action", header: "Action", cell: ({ action }) => <Action action={action} /> },
  {
    id: "subject",
    header: "Object",
    cell: ({ subjectKind, subjectId }) => (
      <TwoLines first={formatStatus(subjectKind)} second={subjectId} />
    ),
  },
  {
    id: "result",
    header: "Result",
    cell: ({ result }) => <StateBadge state={result} {...RESULT_BADGES[result]} />,
  },
  { id: "from", header: "IP address", cell: ({ address }) => address ?? "—" },
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
  const asked = { ...url, since: startOfDay(since, 0), until: startOfDay(until, 1) };
  const reading = useReading<CursorPage<AuditLine>>("/operations/audit", asked);
  const actions = useReading<readonly string[]>("/operations/audit/actions");
  const options = (actions.data ?? []).map((action) => ({ value: action, label: action }));
  return (
    <>
      <Filters names={NAMES}>
        <SearchFilter name="actor" label="User" placeholder="Name or ID" />
        <ChoiceFilter name="action" label="Action" options={options} />
        <SearchFilter name="subjectId" label="Object" placeholder="ID, such as an account number" />
        <ChoiceFilter name="result" label="Result" options={RESULTS} />
        <DateFilter name="since" label="From" />
        <DateFilter name="until" label="To" />
      </Filters>
      <Panel flush>
        <DataTable
          caption="Audit log"
          exports={{ path: "/operations/audit", params: asked }}
          columns={COLUMNS}
          reading={reading}
          keyOf={({ id }) => id}
          linkOf={({ id }) => `/operations/audit/${id}`}
          empty={{
            title: "No matching entries",
            next: "Remove a filter. Names and IDs must match exactly.",
            icon: "shield",
          }}
        />
      </Panel>
    </>
  );
}

/** Allows a line break after the dot of "account.set_webhook". */
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
