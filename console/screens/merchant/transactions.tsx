/**
 * The transaction list, paged by the server. Filters, columns and position are kept in the address.
 */
import { Alert, Button, Group, Text } from "@mantine/core";
import { useEffect, useRef } from "react";
import type {
  TransactionLine,
  TransactionList,
} from "../../../src/interfaces/console/merchant/contract.ts";
import { useReading } from "../../api.ts";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { Icon } from "../../parts/icons.tsx";
import { ButtonLink } from "../../parts/link.tsx";
import { PageHeader, Panel } from "../../parts/panel.tsx";
import { Amount, Moment, StateBadge } from "../../parts/values.tsx";
import { useMay } from "../../session.tsx";
import { useUrlState } from "../../url-state.ts";
import { reportLink } from "./report-link.ts";
import { paymentMethod, signedCents, transactionStatus, transactionType } from "./texts.ts";
import { DEFAULTS, NAMES, TransactionFilters } from "./transaction-filters.tsx";

const COLUMNS: readonly Column<TransactionLine>[] = [
  { id: "at", header: "Date", cell: ({ at }) => <Moment at={at} /> },
  { id: "id", header: "Transaction ID", cell: ({ id }) => <span className="sd-amount">{id}</span> },
  { id: "type", header: "Type", cell: ({ type }) => transactionType(type) },
  {
    id: "name",
    header: "Customer",
    isFreeText: true,
    cell: ({ name, company }) => name ?? company ?? "—",
  },
  { id: "source", header: "Payment method", cell: paymentMethod },
  { id: "state", header: "Status", cell: (line) => <LineState line={line} /> },
  { id: "message", header: "Response", cell: ({ message }) => message, hidden: true },
  {
    id: "email",
    header: "Email",
    isFreeText: true,
    cell: ({ email }) => email ?? "—",
    hidden: true,
  },
  {
    id: "description",
    header: "Description",
    cell: ({ description }) => <ShortText text={description} />,
    hidden: true,
  },
  {
    id: "invoice",
    header: "Invoice number",
    cell: ({ invoice }) => <ShortText text={invoice} />,
    hidden: true,
  },
  { id: "customId", header: "Order number", cell: ({ customId }) => customId ?? "—", hidden: true },
  { id: "cashier", header: "Cashier", cell: ({ cashier }) => cashier ?? "—", hidden: true },
  {
    id: "code",
    header: "Authorization code",
    cell: ({ authorizationCode }) => authorizationCode ?? "—",
    hidden: true,
  },
  {
    id: "refunded",
    header: "Refunded",
    align: "end",
    cell: ({ refundedCents, currency }) =>
      refundedCents === 0 ? "—" : <Amount cents={refundedCents} currency={currency} />,
    hidden: true,
  },
  {
    id: "amount",
    header: "Amount",
    align: "end",
    cell: (line) => <Amount cents={signedCents(line)} currency={line.currency} />,
  },
];

const PAGE_SIZE = 50;

/** Remembers the chosen columns when the user leaves the screen and returns. */
let chosenColumns = "";

export function Transactions() {
  const [url, setUrl] = useUrlState({ ...DEFAULTS, after: "", hide: "" });
  const { hide, ...asked } = url;
  const reading = useReading<TransactionList>("/merchant/transactions", {
    ...asked,
    take: PAGE_SIZE,
  });
  const reports = useMay("reports");
  const takes = useMay("payments.take");
  useRememberedColumns(hide, setUrl);
  return (
    <>
      <PageHeader
        title="Transactions"
        description="All payments, refunds and declines, newest first."
        actions={
          <>
            {reports && (
              <ButtonLink
                to={reportLink(asked)}
                variant="default"
                leftSection={<Icon name="report" size={16} />}
              >
                Export
              </ButtonLink>
            )}
            {takes && (
              <ButtonLink to="/terminal" leftSection={<Icon name="plus" size={16} />}>
                Take a payment
              </ButtonLink>
            )}
          </>
        }
      />
      <TransactionFilters />
      <SearchProgress reading={reading.data} />
      <Panel flush>
        <DataTable
          caption="Transactions"
          columns={COLUMNS}
          reading={reading}
          keyOf={({ id }) => id}
          linkOf={({ id }) => `/transactions/${id}`}
          chooseColumns
          empty={emptyState(reading.data, {
            isFiltered: NAMES.some((name) => url[name as keyof typeof DEFAULTS] !== ""),
            takes,
          })}
          pageSize={PAGE_SIZE}
        />
      </Panel>
    </>
  );
}

function useRememberedColumns(
  hide: string,
  setUrl: (change: { hide: string }, how: { replace: true }) => void,
): void {
  const isOpened = useRef(false);
  useEffect(() => {
    const isFirst = !isOpened.current;
    isOpened.current = true;
    if (isFirst && hide === "" && chosenColumns !== "") {
      setUrl({ hide: chosenColumns }, { replace: true });
    } else chosenColumns = hide;
  }, [hide, setUrl]);
}

/** The server stopped searching before the page was full. The user can continue. */
function SearchProgress({ reading }: { readonly reading: TransactionList | undefined }) {
  const [, setUrl] = useUrlState({ after: "" });
  if (reading?.lookedUntil === undefined || reading.next === undefined) return null;
  const { next, lookedUntil, items } = reading;
  return (
    <Alert color="blue" className="sd-alert" mb="md" icon={<Icon name="search" />}>
      <Group justify="space-between" gap="sm">
        <Text size="sm">
          {items.length === 0 ? "No matches" : "All matches"} back to <Moment at={lookedUntil} />.
          Set a date range to search faster.
        </Text>
        <Button size="xs" variant="default" onClick={() => setUrl({ after: next })}>
          Search further back
        </Button>
      </Group>
    </Alert>
  );
}

function emptyState(
  list: TransactionList | undefined,
  { isFiltered, takes }: { readonly isFiltered: boolean; readonly takes: boolean },
) {
  if (list?.lookedUntil !== undefined) {
    return {
      title: "No matches so far",
      next: "There are older transactions. Search further back, or set a date range.",
    };
  }
  if (isFiltered) {
    return {
      title: "No matching transactions",
      next: "Change the date range or clear a filter.",
    };
  }
  return {
    title: "No transactions yet",
    next: takes
      ? "Take your first payment with the virtual terminal, or connect your store."
      : "Transactions appear here after the first payment.",
    icon: "card" as const,
  };
}

function LineState({ line }: { readonly line: TransactionLine }) {
  return <StateBadge state={line.state} {...transactionStatus(line)} />;
}

const SHORT = 60;

function ShortText({ text }: { readonly text: string | null }) {
  if (text === null) return "—";
  return text.length <= SHORT ? text : <span title={text}>{text.slice(0, SHORT)}…</span>;
}
