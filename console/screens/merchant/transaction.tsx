/** One transaction: what it is, what became of it, what can be done with it. */
import { Alert, SimpleGrid, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type {
  TransactionAnswer,
  TransactionLine,
  TransactionPageAnswer,
  UnderWay,
} from "../../../src/interfaces/console/merchant/contract.ts";
import { readingOf } from "../../api.ts";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { ErrorPanel } from "../../parts/error-panel.tsx";
import { formatAmount } from "../../parts/formats.ts";
import { Icon } from "../../parts/icons.tsx";
import { PageHeader, Panel, ScreenSkeleton } from "../../parts/panel.tsx";
import { Amount, Moment, StateBadge } from "../../parts/values.tsx";
import { usePathParam } from "../../url-state.ts";
import { signedCents, sourceWords, stateWords, typeWords } from "./texts.ts";
import { TransactionActions } from "./transaction-actions.tsx";
import { CustomerFacts, OrderFacts, PaymentFacts } from "./transaction-facts.tsx";
import { Story, Told } from "./transaction-story.tsx";

const CRUMBS = [{ label: "Transactions", to: "/transactions" }];
const ASK_AGAIN_MS = 3_000;

export function Transaction() {
  const id = usePathParam("transactionId");
  const { data, error, refetch } = useQuery({
    ...readingOf<TransactionAnswer>(`/merchant/transactions/${encodeURIComponent(id)}`),
    // While something is under way, the page asks until it knows.
    refetchInterval: ({ state }) => (state.data?.underWay.length ? ASK_AGAIN_MS : false),
  });
  if (data === undefined && error !== null) {
    return (
      <>
        <PageHeader title={`Transaction ${id}`} crumbs={CRUMBS} />
        <ErrorPanel error={error} retry={refetch} />
      </>
    );
  }
  if (data === undefined) return <ScreenSkeleton />;
  return "transaction" in data ? <Known answer={data} /> : <OnlyUnderWay id={id} {...data} />;
}

function Known({ answer }: { readonly answer: TransactionPageAnswer }) {
  const { transaction, actions, related, original, underWay } = answer;
  const { label, tone } = stateWords(transaction);
  return (
    <>
      <PageHeader
        title={formatAmount(signedCents(transaction), transaction.currency)}
        badge={<StateBadge state={transaction.state} label={label} tone={tone} />}
        crumbs={CRUMBS}
        description={
          <>
            {typeWords(transaction.type)}
            {transaction.name === null ? "" : `, ${transaction.name}`},{" "}
            <Moment at={transaction.at} focusable />
          </>
        }
        actions={<TransactionActions transaction={transaction} actions={actions} />}
      />
      <Stack gap="md">
        <StillOpen underWay={underWay} />
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md" className="sd-details">
          <Stack gap="md">
            <PaymentFacts transaction={transaction} original={original} />
            <CustomerFacts transaction={transaction} />
            <OrderFacts transaction={transaction} />
          </Stack>
          <Stack gap="md">
            <Story answer={answer} />
            <Told messages={answer.told} />
          </Stack>
        </SimpleGrid>
        {related.length > 0 && <Related items={related} />}
      </Stack>
    </>
  );
}

function StillOpen({ underWay }: { readonly underWay: readonly UnderWay[] }) {
  if (underWay.length === 0) return null;
  const [first] = underWay;
  return (
    <Alert
      color="amber"
      className="sd-alert"
      role="status"
      title="We do not know yet"
      icon={<Icon name="clock" />}
    >
      <Text size="sm">
        {typeWords(first?.type ?? "")} of <Amount cents={first?.amountCents ?? 0} />: asked for, and
        not answered so far. We go on asking, and this page shows what comes of it.
      </Text>
    </Alert>
  );
}

/** No record of it exists until its outcome is known. */
function OnlyUnderWay({ id, underWay }: { id: string; underWay: readonly UnderWay[] }) {
  return (
    <>
      <PageHeader
        title={`Transaction ${id}`}
        crumbs={CRUMBS}
        badge={<StateBadge state="unknown" label="In progress" tone="attention" />}
      />
      <StillOpen underWay={underWay} />
    </>
  );
}

const RELATED: readonly Column<TransactionLine>[] = [
  { id: "at", header: "When", cell: ({ at }) => <Moment at={at} /> },
  { id: "type", header: "Type", cell: ({ type }) => typeWords(type) },
  { id: "source", header: "To", cell: sourceWords },
  { id: "cashier", header: "By", cell: ({ cashier }) => cashier ?? "—" },
  {
    id: "state",
    header: "State",
    cell: (line) => <StateBadge state={line.state} {...stateWords(line)} />,
  },
  {
    id: "amount",
    header: "Amount",
    align: "end",
    cell: (line) => <Amount cents={signedCents(line)} currency={line.currency} />,
  },
];

function Related({ items }: { readonly items: readonly TransactionLine[] }) {
  const reading = { data: { items }, error: null, isPlaceholderData: false, refetch: () => {} };
  return (
    <Panel title="Refunds and reversals" flush>
      <DataTable
        caption="Refunds and reversals"
        columns={RELATED}
        reading={reading}
        keyOf={({ id }) => id}
        linkOf={({ id }) => `/transactions/${id}`}
        empty={{ title: "None", next: "Nothing was given back." }}
      />
    </Panel>
  );
}
