/** Reversals of files and batches, with the decision of the second operator. */
import { Stack, Text } from "@mantine/core";
import type { CursorPage } from "../../../src/interfaces/console/contract.ts";
import type { ReversalLine } from "../../../src/interfaces/console/operations/contract.ts";
import { useReading } from "../../api.ts";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { Decision } from "../../parts/decision.tsx";
import { TextLink } from "../../parts/link.tsx";
import { Facts, Panel } from "../../parts/panel.tsx";
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
  { id: "decision", header: "Decision", cell: (line) => <ShownDecision {...line} /> },
];

export function ReversalsTab() {
  const [{ after }] = useUrlState({ after: "" });
  const reading = useReading<CursorPage<ReversalLine>>("/operations/reversals", { after });
  return (
    <Panel flush>
      <DataTable
        caption="Reversals"
        exports={{ path: "/operations/reversals" }}
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

function ShownDecision(line: ReversalLine) {
  const { id, state, requestedBy, decidedBy, decidedAt } = line;
  if (state === "requested") {
    return (
      <Decision
        requestedBy={requestedBy}
        path={`/operations/reversals/${id}`}
        noun="reversal"
        approval={<Consequence {...line} />}
        rejection="Nothing is sent. The file or batch can be reversed by a new request."
        refresh={REFRESH}
      />
    );
  }
  if (decidedAt === null) return "—";
  return <TwoLines first={decidedBy} second={<Moment at={decidedAt} />} />;
}

function Consequence(line: ReversalLine) {
  const { fileName, requestedBy, reason, note } = line;
  return (
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
  );
}
