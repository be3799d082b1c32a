/** Reversals of files and batches, with the decision of the second operator. */
import { Group } from "@mantine/core";
import type { CursorPage } from "../../../src/interfaces/console/contract.ts";
import type { ReversalLine } from "../../../src/interfaces/console/operations/contract.ts";
import { api, useReading } from "../../api.ts";
import { ConfirmButton } from "../../parts/confirm-button.tsx";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { TextLink } from "../../parts/link.tsx";
import { Panel } from "../../parts/panel.tsx";
import { Moment, StateBadge, type Tone } from "../../parts/values.tsx";
import { useUrlState } from "../../url-state.ts";
import { TwoLines } from "./lists.tsx";
import { REVERSAL_REASONS } from "./reversal-reasons.ts";

const TONES: Readonly<Record<ReversalLine["state"], Tone>> = {
  requested: "waiting",
  approved: "waiting",
  made: "waiting",
  sent: "good",
  rejected: "quiet",
  expired: "bad",
  empty: "quiet",
};

const COLUMNS: readonly Column<ReversalLine>[] = [
  { id: "file", header: "File", cell: (line) => <ReversedFile {...line} /> },
  {
    id: "reason",
    header: "Reason",
    cell: ({ reason, note }) => <TwoLines first={REVERSAL_REASONS[reason]} second={note} />,
  },
  {
    id: "requested",
    header: "Requested",
    cell: ({ requestedBy, requestedAt }) => (
      <TwoLines first={requestedBy} second={<Moment at={requestedAt} />} />
    ),
  },
  {
    id: "state",
    header: "Status",
    cell: ({ state }) => <StateBadge state={state} tone={TONES[state]} />,
  },
  { id: "decision", header: "Decision", cell: (line) => <Decision {...line} /> },
];

export function ReversalsTab() {
  const [{ after }] = useUrlState({ after: "" });
  const reading = useReading<CursorPage<ReversalLine>>("/operations/reversals", { after });
  return (
    <Panel flush>
      <DataTable
        caption="Reversals"
        columns={COLUMNS}
        reading={reading}
        keyOf={({ id }) => id}
        empty={{
          title: "No reversals",
          next: "Open a sent file to reverse it or one of its batches.",
          icon: "check",
        }}
      />
    </Panel>
  );
}

function ReversedFile({ fileId, fileName, batchNumber, reversalFileId }: ReversalLine) {
  const first = <TextLink to={`/operations/bank-files/${fileId}`}>{fileName}</TextLink>;
  const what = batchNumber === null ? "Whole file" : `Batch ${batchNumber}`;
  if (reversalFileId === null) return <TwoLines first={first} second={what} />;
  const second = (
    <>
      {what}, <TextLink to={`/operations/bank-files/${reversalFileId}`}>reversing file</TextLink>
    </>
  );
  return <TwoLines first={first} second={second} />;
}

const REFRESH = ["/operations/reversals", "/operations/overview"];

function Decision({ id, state, decidedBy, decidedAt }: ReversalLine) {
  if (state !== "requested") {
    return decidedAt === null ? (
      "—"
    ) : (
      <TwoLines first={decidedBy} second={<Moment at={decidedAt} />} />
    );
  }
  return (
    <Group gap="xs" wrap="nowrap">
      <ConfirmButton
        label="Approve"
        size="compact-sm"
        question="Approve this reversal?"
        consequence="The reversing file is sent to the bank with the next exchange. This cannot be undone. It must be approved by another operator than the one who requested it."
        send={() => api.post(`/operations/reversals/${id}/approve`)}
        successMessage="Reversal approved."
        refresh={REFRESH}
      />
      <ConfirmButton
        label="Reject"
        size="compact-sm"
        variant="subtle"
        question="Reject this reversal?"
        consequence="Nothing is sent. The file or batch can be reversed by a new request."
        send={() => api.post(`/operations/reversals/${id}/reject`)}
        successMessage="Reversal rejected."
        refresh={REFRESH}
      />
    </Group>
  );
}
