/** Bank accounts with numbers that their bank corrected. Later payments use the new numbers. */
import type {
  BankCorrectionList,
  BankCorrectionRow,
} from "../../../src/interfaces/console/customers/contract.ts";
import { api, useReading } from "../../api.ts";
import { ConfirmButton } from "../../parts/confirm-button.tsx";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { TextLink } from "../../parts/link.tsx";
import { Panel } from "../../parts/panel.tsx";
import { Moment } from "../../parts/values.tsx";

const PATH = "/settings/bank-corrections";

export function BankCorrections() {
  const reading = useReading<BankCorrectionList>(PATH);
  return (
    <Panel
      flush
      title="Corrected bank accounts"
      description="A bank told you that the numbers of an account changed. Your later payments use the new numbers."
    >
      <DataTable
        caption="Corrected bank accounts"
        exports={{ path: PATH }}
        columns={COLUMNS}
        reading={reading}
        keyOf={({ id }) => id}
        empty={{
          icon: "bank",
          title: "No corrected bank accounts",
          next: "A bank account appears here after a notification of change.",
        }}
      />
    </Panel>
  );
}

const COLUMNS: readonly Column<BankCorrectionRow>[] = [
  { id: "old", header: "Bank account", cell: ({ last4 }) => masked(last4) },
  { id: "new", header: "New account", cell: ({ correctedLast4 }) => masked(correctedLast4) },
  { id: "reason", header: "Notice", cell: ({ reason }) => reason ?? "—" },
  { id: "transaction", header: "Transaction", cell: (row) => <Noticed row={row} /> },
  {
    id: "since",
    header: "Corrected",
    cell: ({ correctedAt }) => (correctedAt === null ? "—" : <Moment at={correctedAt} />),
  },
  { id: "used", header: "Last used", cell: ({ usedAt }) => <Moment at={usedAt} show="date" /> },
  { id: "act", header: "", align: "end", cell: (row) => <Clear {...row} /> },
];

function masked(last4: string | null): string {
  return last4 === null ? "—" : `****${last4}`;
}

function Noticed({ row: { transactionId } }: { readonly row: BankCorrectionRow }) {
  if (transactionId === null) return "—";
  return (
    <TextLink to={`/transactions/${transactionId}`} inherit>
      {transactionId}
    </TextLink>
  );
}

function Clear({ id, last4 }: BankCorrectionRow) {
  return (
    <ConfirmButton
      size="compact-sm"
      label="Clear"
      question={`Clear the correction of bank account ${masked(last4)}?`}
      consequence="Payments use the old numbers again. Clear it only if the bank's notice was wrong: banks expect that you use the new numbers."
      send={() => api.delete(`${PATH}/${id}`)}
      successMessage="Correction cleared."
      refresh={[PATH]}
    />
  );
}
