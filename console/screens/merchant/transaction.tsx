/** One transaction: its details, its timeline and the available actions. */
import { Alert, SimpleGrid, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type {
  PendingPayment,
  TransactionAnswer,
  TransactionLine,
  TransactionPageAnswer,
} from "../../../src/interfaces/console/merchant/contract.ts";
import { readingOptions, withParams } from "../../api.ts";
import { type Column, DataTable, loadedList } from "../../parts/data-table.tsx";
import { ErrorPanel } from "../../parts/error-panel.tsx";
import { formatAmount } from "../../parts/formats.ts";
import { Icon } from "../../parts/icons.tsx";
import { type Crumb, PageHeader, Panel, ScreenSkeleton } from "../../parts/panel.tsx";
import { Amount, Moment, StateBadge } from "../../parts/values.tsx";
import { usePathParam, useUrlState } from "../../url-state.ts";
import { paymentMethod, signedCents, transactionStatus, transactionType } from "./texts.ts";
import { TransactionActions } from "./transaction-actions.tsx";
import { CustomerFacts, OrderFacts, PaymentFacts } from "./transaction-facts.tsx";
import { MessagesPanel, TransactionTimeline } from "./transaction-timeline.tsx";

const ASK_AGAIN_MS = 3_000;

export function Transaction() {
  const id = usePathParam("transactionId");
  const [{ account }] = useUrlState({ account: "" });
  const crumbs = useCrumbs();
  const path = `/merchant/transactions/${encodeURIComponent(id)}`;
  const { data, error, refetch } = useQuery({
    ...readingOptions<TransactionAnswer>(path, account === "" ? {} : { account }),
    // Reload until no request is pending.
    refetchInterval: ({ state }) => (state.data?.pending.length ? ASK_AGAIN_MS : false),
  });
  if (data === undefined && error !== null) {
    return (
      <>
        <PageHeader title={`Transaction ${id}`} crumbs={crumbs} />
        <ErrorPanel error={error} retry={refetch} />
      </>
    );
  }
  if (data === undefined) return <ScreenSkeleton />;
  return "transaction" in data ? (
    <TransactionDetailsScreen answer={data} />
  ) : (
    <PendingTransaction id={id} {...data} />
  );
}

/** The list of the same account. */
function useCrumbs(): readonly Crumb[] {
  const [{ account }] = useUrlState({ account: "" });
  return [{ label: "Transactions", to: withParams("/transactions", { account }) }];
}

function TransactionDetailsScreen({ answer }: { readonly answer: TransactionPageAnswer }) {
  const { transaction, actions, related, original, pending } = answer;
  const { label, tone } = transactionStatus(transaction);
  const crumbs = useCrumbs();
  return (
    <>
      <PageHeader
        title={formatAmount(signedCents(transaction), transaction.currency)}
        badge={<StateBadge state={transaction.state} label={label} tone={tone} />}
        crumbs={crumbs}
        description={
          <>
            {transactionType(transaction.type)}
            {transaction.name === null ? "" : `, ${transaction.name}`},{" "}
            <Moment at={transaction.at} focusable />
          </>
        }
        actions={<TransactionActions transaction={transaction} actions={actions} />}
      />
      <Stack gap="md">
        <PendingAlert pending={pending} currency={transaction.currency} />
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md" className="sd-details">
          <Stack gap="md">
            <PaymentFacts transaction={transaction} original={original} />
            <CustomerFacts transaction={transaction} />
            <OrderFacts transaction={transaction} />
          </Stack>
          <Stack gap="md">
            <TransactionTimeline answer={answer} />
            <MessagesPanel messages={answer.messages} />
          </Stack>
        </SimpleGrid>
        {related.length > 0 && <RelatedTransactions items={related} />}
      </Stack>
    </>
  );
}

interface PendingAlertProps {
  readonly pending: readonly PendingPayment[];
  /** Of the transaction that they change. */
  readonly currency?: string;
}

function PendingAlert({ pending, currency }: PendingAlertProps) {
  if (pending.length === 0) return null;
  const [first] = pending;
  const amount = <Amount cents={first?.amountCents ?? 0} currency={first?.currency ?? currency} />;
  return (
    <Alert
      color="amber"
      className="sd-alert"
      role="status"
      title="Pending"
      icon={<Icon name="clock" />}
    >
      <Text size="sm">
        {transactionType(first?.type ?? "")} of {amount} was sent to the card network, but we have
        not received a response. We keep checking, and this page updates when the result is known.
      </Text>
    </Alert>
  );
}

/** A pending payment has no record until its result is known. */
function PendingTransaction({ id, pending }: { id: string; pending: readonly PendingPayment[] }) {
  return (
    <>
      <PageHeader
        title={`Transaction ${id}`}
        crumbs={useCrumbs()}
        badge={<StateBadge state="unknown" label="Processing" tone="attention" />}
      />
      <PendingAlert pending={pending} />
    </>
  );
}

const RELATED: readonly Column<TransactionLine>[] = [
  { id: "at", header: "Date", cell: ({ at }) => <Moment at={at} /> },
  { id: "type", header: "Type", cell: ({ type }) => transactionType(type) },
  { id: "source", header: "Payment method", cell: paymentMethod },
  { id: "cashier", header: "Cashier", cell: ({ cashier }) => cashier ?? "—" },
  {
    id: "state",
    header: "Status",
    cell: (line) => <StateBadge state={line.state} {...transactionStatus(line)} />,
  },
  {
    id: "amount",
    header: "Amount",
    align: "end",
    cell: (line) => <Amount cents={signedCents(line)} currency={line.currency} />,
  },
];

function RelatedTransactions({ items }: { readonly items: readonly TransactionLine[] }) {
  const [{ account }] = useUrlState({ account: "" });
  return (
    <Panel title="Refunds and voids" flush>
      <DataTable
        caption="Refunds and voids"
        columns={RELATED}
        reading={loadedList(items)}
        keyOf={({ id }) => id}
        linkOf={({ id }) => withParams(`/transactions/${id}`, { account })}
        twoLines
        empty={{ title: "None", next: "This payment has no refunds or voids." }}
      />
    </Panel>
  );
}
