/** What the operator's home shows only when there is some: failing work, purges on hold. */
import { Text } from "@mantine/core";
import type {
  FailingWork,
  HeldPurge,
} from "../../../src/interfaces/console/operations/contract.ts";
import { api } from "../../api.ts";
import { ConfirmButton } from "../../parts/confirm-button.tsx";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { formatCount } from "../../parts/formats.ts";
import { Panel } from "../../parts/panel.tsx";
import { Moment } from "../../parts/values.tsx";
import { TwoLines } from "./lists.tsx";

const FAILING: readonly Column<FailingWork>[] = [
  { id: "name", header: "Work", cell: ({ name }) => name },
  { id: "due", header: "Due", cell: ({ dueAt }) => <Moment at={dueAt} /> },
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
    header: "Next try",
    cell: ({ retryAt }) => (retryAt === null ? "Now" : <Moment at={retryAt} />),
  },
];

export function FailingWorkPanel({ failing }: { readonly failing: readonly FailingWork[] }) {
  if (failing.length === 0) return null;
  return (
    <Panel
      title="Failing work"
      description="It is tried again by itself, with longer pauses. Other work goes on."
      flush
    >
      <DataTable
        caption="Failing work"
        columns={FAILING}
        reading={wholeList(failing)}
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
    cell: ({ work, why }) => <TwoLines first={work} second={`Because ${why}`} />,
  },
  { id: "counts", header: "Would remove", cell: ({ counts }) => <Counts counts={counts} /> },
  { id: "upTo", header: "As of", cell: ({ upTo }) => <Moment at={upTo} /> },
  { id: "since", header: "On hold since", cell: ({ heldAt }) => <Moment at={heldAt} /> },
  { id: "act", header: "", cell: (purge) => <Allow {...purge} />, align: "end" },
];

export function HeldPurges({ held }: { readonly held: readonly HeldPurge[] }) {
  if (held.length === 0) return null;
  return (
    <Panel
      title="Purges on hold"
      description="They would remove more than usual. Check clocks and retention settings first."
      flush
    >
      <DataTable
        caption="Purges on hold"
        columns={HELD}
        reading={wholeList(held)}
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

function Allow({ work, upTo, counts, allowedBy }: HeldPurge) {
  if (allowedBy !== null) return <Text c="dimmed">{`Allowed by ${allowedBy}`}</Text>;
  return (
    <ConfirmButton
      size="compact-sm"
      label="Allow once"
      question={`Allow “${work}” to remove this?`}
      consequence={
        <>
          <Counts counts={counts} />
          <Text mt="sm">This cannot be undone. Your name and these counts go into the audit.</Text>
        </>
      }
      send={() => api.post("/operations/purges/allow", { work, upTo })}
      said="Allowed. It runs at its next try."
      refresh={["/operations/overview"]}
    />
  );
}

const NOTHING = { title: "Nothing", next: "", icon: "jobs" } as const;

function wholeList<Item>(items: readonly Item[]) {
  return { data: { items }, error: null, isPlaceholderData: false, refetch: () => {} };
}
