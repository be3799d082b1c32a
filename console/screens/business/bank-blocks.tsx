/** The bank accounts that may not be debited after a return, for merchants and operators. */
import type { BankBlockList, BankBlockRow } from "../../../src/interfaces/console/contract.ts";
import { api, useReading } from "../../api.ts";
import { ConfirmButton } from "../../parts/confirm-button.tsx";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { TextLink } from "../../parts/link.tsx";
import { Panel } from "../../parts/panel.tsx";
import { Moment } from "../../parts/values.tsx";

interface BankBlocksProps {
  /** The address of the list. */
  readonly path: string;
  /** Merchants have a screen for each transaction, operators do not. */
  readonly linksTransactions?: boolean;
}

export function BankBlocks({ path, linksTransactions = false }: BankBlocksProps) {
  const reading = useReading<BankBlockList>(path);
  return (
    <Panel
      flush
      title="Blocked bank accounts"
      description="A debit of these bank accounts was returned as unauthorized, or the account cannot be used. Further debits are declined."
    >
      <DataTable
        caption="Blocked bank accounts"
        columns={blockColumns(path, linksTransactions)}
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

function blockColumns(path: string, linksTransactions: boolean): readonly Column<BankBlockRow>[] {
  const showTransaction = ({ transactionId: id }: BankBlockRow) =>
    linksTransactions ? <BlockingTransaction id={id} /> : id;
  return [
    { id: "account", header: "Bank account", cell: ({ last4 }) => `****${last4 ?? ""}` },
    { id: "reason", header: "Return", cell: ({ reason }) => reason },
    { id: "transaction", header: "Transaction", cell: showTransaction },
    { id: "since", header: "Blocked since", cell: ({ blockedAt }) => <Moment at={blockedAt} /> },
    { id: "act", header: "", align: "end", cell: (block) => <Unblock {...block} path={path} /> },
  ];
}

function BlockingTransaction({ id }: { readonly id: string }) {
  return (
    <TextLink to={`/transactions/${id}`} inherit>
      {id}
    </TextLink>
  );
}

function Unblock({ transactionId, last4, path }: BankBlockRow & { readonly path: string }) {
  return (
    <ConfirmButton
      size="compact-sm"
      label="Unblock"
      question={`Unblock bank account ****${last4 ?? ""}?`}
      consequence="Debits of this bank account are accepted again. Unblock it only if the customer has given a new authorization, or if the bank has confirmed the account."
      send={() => api.delete(`${path}/${transactionId}`)}
      successMessage="Bank account unblocked."
      refresh={[path]}
    />
  );
}
