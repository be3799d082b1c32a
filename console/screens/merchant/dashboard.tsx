/** The merchant's dashboard: today so far, the last days and recent transactions. */
import { Alert, SegmentedControl, Skeleton, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type {
  DayTotals,
  DashboardAnswer as TodayAnswer,
  TransactionLine,
  TransactionList,
} from "../../../src/interfaces/console/merchant/contract.ts";
import { readingOptions, useReading } from "../../api.ts";
import { Chart } from "../../parts/chart.tsx";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { ErrorPanel } from "../../parts/error-panel.tsx";
import { formatAmount, formatZone } from "../../parts/formats.ts";
import { Icon } from "../../parts/icons.tsx";
import { ButtonLink, TextLink } from "../../parts/link.tsx";
import { PageHeader, Panel } from "../../parts/panel.tsx";
import { Amount, Moment, StateBadge } from "../../parts/values.tsx";
import { useMay, useSession } from "../../session.tsx";
import { useUrlState } from "../../url-state.ts";
import { ExpectedDeposits } from "../dashboard/expected-deposits.tsx";
import { NeedsAttention } from "../dashboard/needs-attention.tsx";
import { DashboardFigures } from "./dashboard-figures.tsx";
import { paymentMethod, signedCents, transactionStatus, transactionType } from "./texts.ts";

const AGAIN_MS = 30_000;
const NEWEST = 8;

export function Dashboard() {
  const [{ with: compared }, setUrl] = useUrlState({ with: "yesterday" });
  const { timeZone = "UTC" } = useSession();
  const takes = useMay("payments.take");
  const reports = useMay("reports");
  const today = useQuery({
    ...readingOptions<TodayAnswer>("/merchant/dashboard"),
    refetchInterval: AGAIN_MS,
  });
  const { data, error, refetch } = today;
  return (
    <>
      <PageHeader
        title="Dashboard"
        description={
          data === undefined
            ? formatZone(timeZone)
            : `Today, ${formatLongDay(data.day)} (${formatZone(timeZone)})`
        }
        actions={
          takes && (
            <ButtonLink to="/terminal" leftSection={<Icon name="plus" size={16} />}>
              Take a payment
            </ButtonLink>
          )
        }
      />
      {error !== null && data === undefined ? (
        <ErrorPanel error={error} retry={refetch} />
      ) : (
        <Stack gap="md">
          {data !== undefined && <PendingPaymentsAlert answer={data} />}
          <SegmentedControl
            className="sd-compare"
            aria-label="Compare with"
            size="xs"
            value={compared}
            onChange={(value) => setUrl({ with: value === "yesterday" ? "" : value })}
            data={[
              { value: "yesterday", label: "vs. yesterday" },
              { value: "week", label: `vs. last ${weekday(data?.day)}` },
            ]}
          />
          <div>
            <DashboardFigures answer={data} compared={compared === "week" ? "week" : "yesterday"} />
            {data !== undefined && <ComparedHours now={data.now} />}
          </div>
          <NeedsAttention />
          {reports && <ExpectedDeposits />}
          <LastDaysChart />
          <RecentTransactions />
        </Stack>
      )}
    </>
  );
}

/** Half a day is compared with half a day. */
function ComparedHours({ now }: { readonly now: string }) {
  return (
    <Text size="sm" c="dimmed" mt={8}>
      Sales, refunds and declines are from midnight until <Moment at={now} show="time" />, today and
      on the day of comparison.
    </Text>
  );
}

/** Shown first: payments whose outcome is unknown. */
function PendingPaymentsAlert({ answer: { pending } }: { readonly answer: TodayAnswer }) {
  if (pending.length === 0) return null;
  const [first] = pending;
  const title =
    pending.length === 1 ? "1 payment is pending" : `${pending.length} payments are pending`;
  return (
    <Alert color="amber" className="sd-alert" title={title} icon={<Icon name="clock" />}>
      <Text size="sm">
        We have not received a response from the card network and keep checking. Do not take the
        same payment again until the result is known.
      </Text>
      {first !== undefined && (
        <TextLink to={`/transactions/${first.id}`} size="sm">
          View {pending.length === 1 ? "payment" : "oldest payment"}
        </TextLink>
      )}
    </Alert>
  );
}

function LastDaysChart() {
  const { currency = "USD" } = useSession();
  const [{ days }, setUrl] = useUrlState({ days: "30" });
  const { data, error, refetch } = useReading<readonly DayTotals[]>("/merchant/days", { days });
  const format = (cents: number) => formatAmount(cents, currency).replace(/\.00$/, "");
  return (
    <Panel
      title={`Last ${days} days`}
      description="Sales and refunds per day."
      actions={
        <SegmentedControl
          aria-label="Days of the chart"
          size="xs"
          value={days}
          onChange={(value) => setUrl({ days: value })}
          data={["7", "30", "90"].map((value) => ({ value, label: `${value} days` }))}
        />
      }
    >
      {error !== null && data === undefined && <ErrorPanel error={error} retry={refetch} />}
      {data === undefined && error === null && <Skeleton h={250} />}
      {data !== undefined && (
        <Chart
          title={`Sales and refunds in the last ${days} days`}
          labels={data.map(({ day }) => shortDay(day))}
          series={[
            { label: "Sales", values: data.map(({ saleCents }) => saleCents) },
            { label: "Refunds", values: data.map(({ refundCents }) => refundCents) },
          ]}
          format={format}
        />
      )}
    </Panel>
  );
}

const COLUMNS: readonly Column<TransactionLine>[] = [
  { id: "at", header: "Date", cell: ({ at }) => <Moment at={at} show="both" /> },
  { id: "type", header: "Type", cell: ({ type }) => transactionType(type) },
  {
    id: "name",
    header: "Customer",
    isFreeText: true,
    cell: ({ name, company }) => name ?? company ?? "—",
  },
  { id: "source", header: "Payment method", cell: paymentMethod },
  { id: "state", header: "Status", cell: (line) => <LineState line={line} /> },
  {
    id: "amount",
    header: "Amount",
    align: "end",
    cell: (line) => <Amount cents={signedCents(line)} currency={line.currency} />,
  },
];

function LineState({ line }: { readonly line: TransactionLine }) {
  return <StateBadge state={line.state} {...transactionStatus(line)} />;
}

function RecentTransactions() {
  const takes = useMay("payments.take");
  const reading = useQuery({
    ...readingOptions<TransactionList>("/merchant/transactions", { take: NEWEST }),
    refetchInterval: AGAIN_MS,
  });
  const data = reading.data && { items: reading.data.items };
  return (
    <Panel
      title="Recent transactions"
      actions={
        <TextLink to="/transactions" size="sm">
          View all
        </TextLink>
      }
      flush
    >
      <DataTable
        caption="Recent transactions"
        columns={COLUMNS}
        reading={{ ...reading, data }}
        keyOf={({ id }) => id}
        linkOf={({ id }) => `/transactions/${id}`}
        twoLines
        empty={{
          title: "No transactions yet",
          next: takes
            ? "Take your first payment with the virtual terminal, or connect your store."
            : "Transactions appear here after the first payment.",
          icon: "card",
        }}
      />
    </Panel>
  );
}

function formatLongDay(day: string): string {
  return formatDay(day, { weekday: "long", month: "long", day: "numeric", year: "numeric" });
}

function weekday(day: string | undefined): string {
  return day === undefined ? "week" : formatDay(day, { weekday: "long" });
}

function shortDay(day: string): string {
  return formatDay(day, { month: "short", day: "numeric" });
}

function formatDay(day: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat("en-US", { ...options, timeZone: "UTC" }).format(new Date(day));
}
