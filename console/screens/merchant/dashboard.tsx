/** A merchant's first screen: today so far, the last thirty days, the newest transactions. */
import { Alert, SegmentedControl, Skeleton, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type {
  DayTotals,
  Today as TodayAnswer,
  TransactionLine,
  TransactionList,
} from "../../../src/interfaces/console/merchant/contract.ts";
import { readingOf, useReading } from "../../api.ts";
import { Chart } from "../../parts/chart.tsx";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { ErrorPanel } from "../../parts/error-panel.tsx";
import { formatAmount } from "../../parts/formats.ts";
import { Icon } from "../../parts/icons.tsx";
import { ButtonLink, TextLink } from "../../parts/link.tsx";
import { PageHeader, Panel } from "../../parts/panel.tsx";
import { Amount, Moment, StateBadge } from "../../parts/values.tsx";
import { useMay, useSession } from "../../session.tsx";
import { useUrlState } from "../../url-state.ts";
import { TodayFigures } from "./dashboard-figures.tsx";
import { signedCents, sourceWords, stateWords, typeWords } from "./texts.ts";

const AGAIN_MS = 30_000;
const NEWEST = 8;

export function Today() {
  const [{ with: compared }, setUrl] = useUrlState({ with: "yesterday" });
  const { timeZone = "UTC" } = useSession();
  const takes = useMay("payments.take");
  const today = useQuery({
    ...readingOf<TodayAnswer>("/merchant/today"),
    refetchInterval: AGAIN_MS,
  });
  const { data, error, refetch } = today;
  return (
    <>
      <PageHeader
        title="Today"
        description={data === undefined ? timeZone : `${dayWords(data.day)}, ${timeZone}`}
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
          {data !== undefined && <UnderWayNote answer={data} />}
          <SegmentedControl
            className="sd-compare"
            aria-label="Compare with"
            size="xs"
            value={compared}
            onChange={(value) => setUrl({ with: value === "yesterday" ? "" : value })}
            data={[
              { value: "yesterday", label: "Against yesterday" },
              { value: "week", label: `Against ${weekday(data?.day)} last week` },
            ]}
          />
          <TodayFigures answer={data} compared={compared === "week" ? "week" : "yesterday"} />
          <LastDays />
          <Newest />
        </Stack>
      )}
    </>
  );
}

/** Nobody likes to hear it, so it stands first: what we do not know yet. */
function UnderWayNote({ answer: { underWay } }: { readonly answer: TodayAnswer }) {
  if (underWay.length === 0) return null;
  const [first] = underWay;
  const title =
    underWay.length === 1
      ? "One payment has no answer yet"
      : `${underWay.length} payments have no answer yet`;
  return (
    <Alert color="amber" className="sd-alert" title={title} icon={<Icon name="clock" />}>
      <Text size="sm">
        The card network was asked and has not answered. We go on asking; until then, do not take
        the same payment again.
      </Text>
      {first !== undefined && (
        <TextLink to={`/transactions/${first.id}`} size="sm">
          Look at {underWay.length === 1 ? "it" : "the oldest"}
        </TextLink>
      )}
    </Alert>
  );
}

function LastDays() {
  const { currency = "USD" } = useSession();
  const { data, error, refetch } = useReading<readonly DayTotals[]>("/merchant/days");
  const format = (cents: number) => formatAmount(cents, currency).replace(/\.00$/, "");
  return (
    <Panel title="Last 30 days" description="What was taken and what was given back, by day.">
      {error !== null && data === undefined && <ErrorPanel error={error} retry={refetch} />}
      {data === undefined && error === null && <Skeleton h={250} />}
      {data !== undefined && (
        <Chart
          title="Sales and refunds of the last 30 days"
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
  { id: "at", header: "When", cell: ({ at }) => <Moment at={at} show="both" /> },
  { id: "type", header: "Type", cell: ({ type }) => typeWords(type) },
  {
    id: "name",
    header: "Customer",
    words: true,
    cell: ({ name, company }) => name ?? company ?? "—",
  },
  { id: "source", header: "Paid with", cell: sourceWords },
  { id: "state", header: "State", cell: (line) => <LineState line={line} /> },
  {
    id: "amount",
    header: "Amount",
    align: "end",
    cell: (line) => <Amount cents={signedCents(line)} currency={line.currency} />,
  },
];

function LineState({ line }: { readonly line: TransactionLine }) {
  return <StateBadge state={line.state} {...stateWords(line)} />;
}

function Newest() {
  const takes = useMay("payments.take");
  const reading = useQuery({
    ...readingOf<TransactionList>("/merchant/transactions", { take: NEWEST }),
    refetchInterval: AGAIN_MS,
  });
  const data = reading.data && { items: reading.data.items };
  return (
    <Panel
      title="Newest transactions"
      actions={
        <TextLink to="/transactions" size="sm">
          All transactions
        </TextLink>
      }
      flush
    >
      <DataTable
        caption="Newest transactions"
        columns={COLUMNS}
        reading={{ ...reading, data }}
        keyOf={({ id }) => id}
        linkOf={({ id }) => `/transactions/${id}`}
        empty={{
          title: "No transactions yet",
          next: takes
            ? "Take the first payment with the virtual terminal, or connect your shop."
            : "They appear here as soon as somebody pays.",
          icon: "card",
        }}
      />
    </Panel>
  );
}

function dayWords(day: string): string {
  return formatDay(day, { weekday: "long", month: "long", day: "numeric", year: "numeric" });
}

function weekday(day: string | undefined): string {
  return day === undefined ? "this day" : formatDay(day, { weekday: "long" });
}

function shortDay(day: string): string {
  return formatDay(day, { month: "short", day: "numeric" });
}

function formatDay(day: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat("en-US", { ...options, timeZone: "UTC" }).format(new Date(day));
}
