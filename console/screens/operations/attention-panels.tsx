/**
 * Panels on the operator's home that appear only when needed: safe mode, failing jobs and purges on hold.
 */
import { Alert, Code, Text } from "@mantine/core";
import type {
  FailingWork,
  HeldPurge,
} from "../../../src/interfaces/console/operations/contract.ts";
import { api } from "../../api.ts";
import { ConfirmButton } from "../../parts/confirm-button.tsx";
import { type Column, DataTable, loadedList } from "../../parts/data-table.tsx";
import { formatCount } from "../../parts/formats.ts";
import { Icon } from "../../parts/icons.tsx";
import { Panel } from "../../parts/panel.tsx";
import { Moment } from "../../parts/values.tsx";
import { TwoLines } from "./lists.tsx";

const FAILING: readonly Column<FailingWork>[] = [
  { id: "name", header: "Job", cell: ({ label }) => label },
  { id: "due", header: "Scheduled for", cell: ({ dueAt }) => <Moment at={dueAt} /> },
  {
    id: "why",
    header: "Error",
    cell: ({ summary }) => <span className="sd-summary">{summary}</span>,
  },
  {
    id: "failures",
    header: "Failures",
    cell: ({ failures }) => formatCount(failures),
    align: "end",
  },
  {
    id: "retry",
    header: "Next attempt",
    cell: ({ retryAt }) => (retryAt === null ? "Now" : <Moment at={retryAt} />),
  },
];

/** Words between backticks are commands. */
export function SafeModePanel({ reason }: { readonly reason: string }) {
  return (
    <Alert
      role="status"
      color="amber"
      className="sd-alert"
      title="Safe mode"
      icon={<Icon name="attention" />}
      mb="lg"
    >
      {reason
        .split("`")
        .map((words, place) => (place % 2 === 0 ? words : <Code key={words}>{words}</Code>))}
    </Alert>
  );
}

export function FailingJobsPanel({ failing }: { readonly failing: readonly FailingWork[] }) {
  if (failing.length === 0) return null;
  return (
    <Panel
      title="Failing jobs"
      description="Retried automatically, with longer pauses each time. Other jobs continue."
      flush
    >
      <DataTable
        caption="Failing jobs"
        columns={FAILING}
        reading={loadedList(failing)}
        keyOf={({ name }) => name}
        linkOf={({ name }) => `/operations/jobs?tab=runs&name=${encodeURIComponent(name)}`}
        empty={NOTHING}
      />
    </Panel>
  );
}

const HELD: readonly Column<HeldPurge>[] = [
  {
    id: "work",
    header: "Purge",
    cell: ({ label, why }) => <TwoLines first={label} second={`Reason: ${why}`} />,
  },
  { id: "counts", header: "Would delete", cell: ({ counts }) => <Counts counts={counts} /> },
  { id: "upTo", header: "As of", cell: ({ upTo }) => <Moment at={upTo} /> },
  { id: "since", header: "On hold since", cell: ({ heldAt }) => <Moment at={heldAt} /> },
  { id: "act", header: "", cell: (purge) => <ApproveButton {...purge} />, align: "end" },
];

export function HeldPurges({ held }: { readonly held: readonly HeldPurge[] }) {
  if (held.length === 0) return null;
  return (
    <Panel
      title="Purges on hold"
      description="These purges would delete more data than usual. Check the clock and the retention settings before you approve them."
      flush
    >
      <DataTable
        caption="Purges on hold"
        columns={HELD}
        reading={loadedList(held)}
        keyOf={({ work }) => work}
        empty={NOTHING}
      />
    </Panel>
  );
}

function Counts({ counts }: Pick<HeldPurge, "counts">) {
  return (
    <div>
      {counts.map(({ what, count }) => (
        <div key={what}>{`${formatCount(count)} ${what}`}</div>
      ))}
    </div>
  );
}

function ApproveButton({ work, label, upTo, counts, allowedBy }: HeldPurge) {
  if (allowedBy !== null) return <Text c="dimmed">{`Approved by ${allowedBy}`}</Text>;
  return (
    <ConfirmButton
      size="compact-sm"
      needs="operator.administer"
      label="Approve once"
      question={`Approve “${label}”?`}
      consequence={
        <>
          <Counts counts={counts} />
          <Text mt="sm">
            This cannot be undone. Your name and these counts are recorded in the audit log.
          </Text>
        </>
      }
      send={() => api.post("/operations/purges/allow", { work, upTo })}
      successMessage="Approved. The purge runs at its next attempt."
      refresh={["/operations/overview"]}
    />
  );
}

const NOTHING = { title: "None", next: "", icon: "jobs" } as const;
