/** Reversals of files and batches, with the decision of the second operator. */
import { Group, Stack, Text } from "@mantine/core";
import type { CursorPage } from "../../../src/interfaces/console/contract.ts";
import type { ReversalLine } from "../../../src/interfaces/console/operations/contract.ts";
import { api, useReading } from "../../api.ts";
import { ConfirmButton } from "../../parts/confirm-button.tsx";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { TextLink } from "../../parts/link.tsx";
import { Facts, Panel } from "../../parts/panel.tsx";
import { Moment, StateBadge, type Tone } from "../../parts/values.tsx";
import { useSession } from "../../session.tsx";
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

function ReversedFile(line: ReversalLine) {
  const { fileId, fileName, reversalFileId } = line;
  const first = (
    <TextLink to={`/operations/bank-files/${fileId}`} inherit>
      {fileName}
    </TextLink>
  );
  const what = describePart(line);
  if (reversalFileId === null) return <TwoLines first={first} second={what} />;
  const second = (
    <>
      {what},{" "}
      <TextLink to={`/operations/bank-files/${reversalFileId}`} inherit>
        reversing file
      </TextLink>
    </>
  );
  return <TwoLines first={first} second={second} />;
}

function describePart({ batchNumber }: ReversalLine): string {
  return batchNumber === null ? "Whole file" : `Batch ${batchNumber}`;
}

const REFRESH = ["/operations/reversals", "/operations/overview"];

function Decision(line: ReversalLine) {
  const { state, decidedBy, decidedAt } = line;
  if (state === "requested") return <OpenDecision {...line} />;
  if (decidedAt === null) return "—";
  return <TwoLines first={decidedBy} second={<Moment at={decidedAt} />} />;
}

/** The operator who requested a reversal can take it back, but cannot approve it. */
function OpenDecision(line: ReversalLine) {
  const { person } = useSession();
  if (line.requestedBy.toLowerCase() === person.name.toLowerCase()) {
    return (
      <Stack gap={6} align="flex-start">
        <Text size="sm">Needs another operator</Text>
        <RejectButton {...line} />
      </Stack>
    );
  }
  return (
    <Group gap="xs" wrap="nowrap">
      <ApproveButton {...line} />
      <RejectButton {...line} />
    </Group>
  );
}

function ApproveButton(line: ReversalLine) {
  const { id, fileName, requestedBy, reason, note } = line;
  return (
    <ConfirmButton
      needs="operator.administer"
      label="Approve"
      size="compact-sm"
      question="Approve this reversal?"
      consequence={
        <Stack gap="sm">
          <Facts
            facts={[
              { name: "File", value: `${fileName}, ${describePart(line).toLowerCase()}` },
              { name: "Requested by", value: requestedBy },
              { name: "Reason", value: `${REVERSAL_REASONS[reason]}: ${note}` },
            ]}
          />
          <Text>
            The reversing file is sent to the bank with the next exchange. This cannot be undone.
          </Text>
        </Stack>
      }
      send={() => api.post(`/operations/reversals/${id}/approve`)}
      successMessage="Reversal approved."
      refresh={REFRESH}
    />
  );
}

function RejectButton({ id }: ReversalLine) {
  return (
    <ConfirmButton
      needs="operator.administer"
      label="Reject"
      size="compact-sm"
      variant="default"
      question="Reject this reversal?"
      consequence="Nothing is sent. The file or batch can be reversed by a new request."
      send={() => api.post(`/operations/reversals/${id}/reject`)}
      successMessage="Reversal rejected."
      refresh={REFRESH}
    />
  );
}
