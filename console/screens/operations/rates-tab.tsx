/** The ACH return rates of each account, compared with Nacha's limits. */
import { Group, Progress, Text } from "@mantine/core";
import { useMemo } from "react";
import type {
  RateKind,
  RateLine,
  ReturnRatesView,
} from "../../../src/interfaces/console/operations/contract.ts";
import { useReading } from "../../api.ts";
import { Chart } from "../../parts/chart.tsx";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { formatCount } from "../../parts/formats.ts";
import { Panel } from "../../parts/panel.tsx";
import { Moment, StateBadge } from "../../parts/values.tsx";
import { rateText } from "./durations.ts";
import { listReading } from "./lists.tsx";

/** With more bars the chart is unreadable. */
const CHARTED = 20;
const NO_LIMITS: Limits = { unauthorized: 1, administrative: 1, overall: 1 };

type Limits = ReturnRatesView["limits"];

const rateColumns = (limits: Limits): readonly Column<RateLine>[] => [
  { id: "account", header: "Account", cell: accountLabel },
  { id: "debits", header: "Debits", cell: ({ debits }) => formatCount(debits), align: "end" },
  rate("unauthorized", "Unauthorized", limits.unauthorized),
  rate("administrative", "Administrative", limits.administrative),
  rate("overall", "Overall", limits.overall),
  {
    id: "verdict",
    header: "Result",
    cell: (line) => <Verdict {...line} />,
  },
];

function Verdict({ over, near }: RateLine) {
  if (over.length > 0) return <StateBadge state="over" tone="bad" label="Over limit" />;
  if (near.length > 0) return <StateBadge state="near" tone="attention" label="Near limit" />;
  return <StateBadge state="within" tone="good" label="Within limits" />;
}

function rate(kind: RateKind, header: string, limit: number): Column<RateLine> {
  return { id: kind, header, cell: (line) => <Rate kind={kind} limit={limit} line={line} /> };
}

export function RatesTab() {
  const reading = useReading<ReturnRatesView>("/operations/return-rates");
  const { data } = reading;
  const limits = data?.limits ?? NO_LIMITS;
  const columns = useMemo(() => rateColumns(limits), [limits]);
  const charted = data?.accounts.slice(0, CHARTED) ?? [];
  return (
    <>
      {data !== undefined && charted.length > 0 && (
        <Panel
          title="Overall return rate"
          description={
            <>
              Debits that settled in the last {data.days} days. Updated{" "}
              <Moment at={data.countedAt} />
            </>
          }
        >
          <Chart
            title="Overall return rate and limit by account"
            by="Account"
            labels={charted.map(accountLabel)}
            series={[
              { label: "Overall", values: charted.map(({ rates }) => rates.overall) },
              {
                label: "Limit",
                values: charted.map(() => data.limits.overall),
                tone: "bad",
                kind: "line",
              },
            ]}
            format={rateText}
          />
        </Panel>
      )}
      <Panel title="By account" description="Highest overall rate first." flush>
        <DataTable
          caption="Return rates by account"
          exports={{ path: "/operations/return-rates" }}
          columns={columns}
          reading={listReading(reading, ({ accounts }) => accounts)}
          keyOf={({ accountId }) => accountId}
          empty={{
            title: "No debits yet",
            next: "Rates appear after the first ACH debits have settled.",
            icon: "report",
          }}
        />
      </Panel>
    </>
  );
}

function accountLabel({ accountName, accountId }: RateLine): string {
  return accountName ?? accountId;
}

interface RateProps {
  readonly kind: RateKind;
  readonly limit: number;
  readonly line: RateLine;
}

/** A full bar means that the limit is reached. */
function Rate({ kind, limit, line }: RateProps) {
  const [value, returned] = [line.rates[kind], line.returned[kind]];
  const isOver = line.over.includes(kind);
  return (
    <div className="sd-rate">
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Text component="span" size="sm" fw={isOver ? 600 : 400} className="sd-amount">
          {rateText(value)}
        </Text>
        <Text component="span" size="xs" c="dimmed" className="sd-amount">
          {formatCount(returned)} · limit {rateText(limit)}
        </Text>
      </Group>
      <Progress
        value={Math.min(100, (value / limit) * 100)}
        color={isOver ? "red" : "tide"}
        size="sm"
        mt={4}
        aria-label={`${rateText(value)}, limit ${rateText(limit)}`}
      />
    </div>
  );
}
