/** All transactions, by pages from the server; filters, columns and place live in the address. */
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
import { signedCents, sourceWords, stateWords, typeWords } from "./texts.ts";
import { DEFAULTS, NAMES, TransactionFilters } from "./transaction-filters.tsx";

const COLUMNS: readonly Column<TransactionLine>[] = [
  { id: "at", header: "When", cell: ({ at }) => <Moment at={at} /> },
  { id: "id", header: "Transaction", cell: ({ id }) => <span className="sd-amount">{id}</span> },
  { id: "type", header: "Type", cell: ({ type }) => typeWords(type) },
  {
    id: "name",
    header: "Customer",
    words: true,
    cell: ({ name, company }) => name ?? company ?? "—",
  },
  { id: "source", header: "Paid with", cell: sourceWords },
  { id: "state", header: "State", cell: (line) => <LineState line={line} /> },
  { id: "message", header: "Answer", cell: ({ message }) => message, hidden: true },
  { id: "email", header: "E-mail", words: true, cell: ({ email }) => email ?? "—", hidden: true },
  {
    id: "description",
    header: "Description",
    cell: ({ description }) => <Short text={description} />,
    hidden: true,
  },
  {
    id: "invoice",
    header: "Invoice",
    cell: ({ invoice }) => <Short text={invoice} />,
    hidden: true,
  },
  { id: "customId", header: "Order", cell: ({ customId }) => customId ?? "—", hidden: true },
  { id: "cashier", header: "Cashier", cell: ({ cashier }) => cashier ?? "—", hidden: true },
  {
    id: "code",
    header: "Authorization",
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

/** Going to another screen and back keeps the columns; the address carries them everywhere else. */
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
        description="Every payment, refund and answer, the newest first."
        actions={
          <>
            {reports && (
              <ButtonLink
                to={reportLink(asked)}
                variant="default"
                leftSection={<Icon name="report" size={16} />}
              >
                As a report
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
      <LookedSoFar reading={reading.data} />
      <Panel flush>
        <DataTable
          caption="Transactions"
          columns={COLUMNS}
          reading={reading}
          keyOf={({ id }) => id}
          linkOf={({ id }) => `/transactions/${id}`}
          chooseColumns
          empty={emptyWords(reading.data, {
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

/** The page stopped looking before it was full: nothing is hidden, and the reader decides. */
function LookedSoFar({ reading }: { readonly reading: TransactionList | undefined }) {
  const [, setUrl] = useUrlState({ after: "" });
  if (reading?.lookedUntil === undefined || reading.next === undefined) return null;
  const { next, lookedUntil, items } = reading;
  return (
    <Alert color="blue" className="sd-alert" mb="md" icon={<Icon name="search" />}>
      <Group justify="space-between" gap="sm">
        <Text size="sm">
          {items.length === 0 ? "Nothing found" : "This is all"} back to <Moment at={lookedUntil} />
          . Dates make a search quicker.
        </Text>
        <Button size="xs" variant="default" onClick={() => setUrl({ after: next })}>
          Look further back
        </Button>
      </Group>
    </Alert>
  );
}

function emptyWords(
  list: TransactionList | undefined,
  { isFiltered, takes }: { readonly isFiltered: boolean; readonly takes: boolean },
) {
  if (list?.lookedUntil !== undefined) {
    return {
      title: "Nothing found so far",
      next: "There are older transactions: look further back, or narrow the dates.",
    };
  }
  if (isFiltered) {
    return {
      title: "Nothing matches",
      next: "No transaction is like this. Widen the dates or clear a filter.",
    };
  }
  return {
    title: "No transactions yet",
    next: takes
      ? "Take the first payment with the virtual terminal, or connect your shop."
      : "They appear here as soon as somebody pays.",
    icon: "card" as const,
  };
}

function LineState({ line }: { readonly line: TransactionLine }) {
  return <StateBadge state={line.state} {...stateWords(line)} />;
}

const SHORT = 60;

function Short({ text }: { readonly text: string | null }) {
  if (text === null) return "—";
  return text.length <= SHORT ? text : <span title={text}>{text.slice(0, SHORT)}…</span>;
}
