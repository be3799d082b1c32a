/** The bank accounts that may not be debited after a return, for merchants and operators. */
import type {
  BankBlockList,
  BankBlockRow,
  Permission,
} from "../../../src/interfaces/console/contract.ts";
import { api, useReading } from "../../api.ts";
import { ConfirmButton } from "../../parts/confirm-button.tsx";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { TextLink } from "../../parts/link.tsx";
import { Panel } from "../../parts/panel.tsx";
import { Moment } from "../../parts/values.tsx";
import { useClockNote } from "../merchant/list/clock-note.ts";

interface BankBlocksProps {
  /** The address of the list. */
  readonly path: string;
  /** Merchants have a screen for each transaction, operators do not. */
  readonly linksTransactions?: boolean;
  /** What a user needs to unblock one. Undefined: everyone who sees the list. */
  readonly needs?: Permission;
}

export function BankBlocks(props: BankBlocksProps) {
  const { path } = props;
  const reading = useReading<BankBlockList>(path);
  const clock = useClockNote("business clock");
  return (
    <Panel
      flush
      title="Blocked bank accounts"
      description={`A debit of these bank accounts was returned as unauthorized, or the account cannot be used. Further debits are declined. ${clock}`}
    >
      <DataTable
        caption="Blocked bank accounts"
        exports={{ path }}
        columns={blockColumns(props)}
        reading={reading}
        keyOf={({ transactionId }) => transactionId}
        empty={{
          icon: "bank",
          title: "No blocked bank accounts",
          next: "A bank account appears here after certain returns.",
        }}
      />
    </Panel>
  );
}

function blockColumns({
  linksTransactions = false,
  ...place
}: BankBlocksProps): readonly Column<BankBlockRow>[] {
  const showTransaction = ({ transactionId: id }: BankBlockRow) =>
    linksTransactions ? <BlockingTransaction id={id} /> : id;
  return [
    { id: "account", header: "Bank account", cell: ({ last4 }) => `****${last4 ?? ""}` },
    { id: "reason", header: "Return", cell: ({ reason }) => reason },
    { id: "transaction", header: "Transaction", cell: showTransaction },
    { id: "since", header: "Blocked since", cell: ({ blockedAt }) => <Moment at={blockedAt} /> },
    { id: "act", header: "", align: "end", cell: (block) => <Unblock {...block} {...place} /> },
  ];
}

function BlockingTransaction({ id }: { readonly id: string }) {
  return (
    <TextLink to={`/transactions/${id}`} inherit>
      {id}
    </TextLink>
  );
}

function Unblock({ transactionId, last4, path, needs }: BankBlockRow & BankBlocksProps) {
  return (
    <ConfirmButton
      size="compact-sm"
      label="Unblock"
      needs={needs}
      question={`Unblock bank account ****${last4 ?? ""}?`}
      consequence="Debits of this bank account are accepted again. Unblock it only if the customer has given a new authorization, or if the bank has confirmed the account."
      send={() => api.delete(`${path}/${transactionId}`)}
      successMessage="Bank account unblocked."
      refresh={[path]}
    />
  );
}
