/** The columns of the transaction list. Their ids are those of the API's order and export. */
import type { TransactionLine } from "../../../../src/interfaces/console/merchant/contract.ts";
import type { Column } from "../../../parts/data-table.tsx";
import { Amount, Moment, StateBadge } from "../../../parts/values.tsx";
import { paymentMethod, signedCents, transactionStatus, transactionType } from "../texts.ts";

type TransactionColumn = Column<TransactionLine>;

export const TRANSACTION_COLUMNS: readonly TransactionColumn[] = [
  { id: "at", header: "Date", cell: ({ at }) => <Moment at={at} />, sort: true },
  {
    id: "id",
    header: "Transaction ID",
    cell: ({ id }) => <span className="sd-amount">{id}</span>,
    sort: true,
  },
  { id: "type", header: "Type", cell: ({ type }) => transactionType(type), sort: true },
  {
    id: "name",
    header: "Customer",
    isFreeText: true,
    cell: ({ name, company }) => name ?? company ?? "—",
    sort: true,
  },
  { id: "source", header: "Payment method", cell: paymentMethod, sort: true },
  { id: "state", header: "Status", cell: (line) => <LineState line={line} />, sort: true },
  extra("message", "Response", ({ message }) => message),
  { ...extra("email", "Email", ({ email }) => email ?? "—"), isFreeText: true },
  extra("description", "Description", ({ description }) => <ShortText text={description} />),
  extra("invoice", "Invoice number", ({ invoice }) => <ShortText text={invoice} />),
  extra("customId", "Order number", ({ customId }) => customId ?? "—"),
  extra("cashier", "Cashier", ({ cashier }) => cashier ?? "—"),
  extra("code", "Authorization code", ({ authorizationCode }) => authorizationCode ?? "—"),
  {
    ...extra("refunded", "Refunded", ({ refundedCents, currency }) =>
      refundedCents === 0 ? "—" : <Amount cents={refundedCents} currency={currency} />,
    ),
    align: "end",
  },
  {
    id: "amount",
    header: "Amount",
    align: "end",
    cell: (line) => <Amount cents={signedCents(line)} currency={line.currency} />,
    sort: true,
  },
];

/** A column that users can add to the list. */
function extra(id: string, header: string, cell: TransactionColumn["cell"]): TransactionColumn {
  return { id, header, cell, hidden: true, sort: true };
}

/** For phones, where the headers that sort are not shown. */
export const ORDER_CHOICES = [
  { value: "at", label: "Oldest first" },
  { value: "-amount", label: "Largest amount first" },
  { value: "amount", label: "Smallest amount first" },
  { value: "name", label: "Customer, A to Z" },
  { value: "state", label: "Status" },
];

function LineState({ line }: { readonly line: TransactionLine }) {
  return <StateBadge state={line.state} {...transactionStatus(line)} />;
}

const SHORT = 60;

function ShortText({ text }: { readonly text: string | null }) {
  if (text === null) return "—";
  return text.length <= SHORT ? text : <span title={text}>{text.slice(0, SHORT)}…</span>;
}
