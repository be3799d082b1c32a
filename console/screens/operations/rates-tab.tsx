/** How many debits of each account came back, against what the rules of the network allow. */
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
import { rateText } from "./ages.ts";
import { listOf } from "./lists.tsx";

/** More bars than that are no picture any more. */
const CHARTED = 20;
const NO_LIMITS: Limits = { unauthorised: 1, administrative: 1, overall: 1 };

type Limits = ReturnRatesView["limits"];

const columnsOf = (limits: Limits): readonly Column<RateLine>[] => [
  { id: "account", header: "Account", cell: nameOf },
  { id: "debits", header: "Debits", cell: ({ debits }) => formatCount(debits), align: "end" },
  rate("unauthorised", "Unauthorized", limits.unauthorised),
  rate("administrative", "Administrative", limits.administrative),
  rate("overall", "Overall", limits.overall),
  {
    id: "verdict",
    header: "Verdict",
    cell: ({ over }) =>
      over.length === 0 ? (
        <StateBadge state="within" tone="good" label="Within limits" />
      ) : (
        <StateBadge state="over" tone="bad" label={`Over: ${over.join(", ")}`} />
      ),
  },
];

function rate(kind: RateKind, header: string, limit: number): Column<RateLine> {
  return { id: kind, header, cell: (line) => <Rate kind={kind} limit={limit} line={line} /> };
}

export function RatesTab() {
  const reading = useReading<ReturnRatesView>("/operations/return-rates");
  const { data } = reading;
  const limits = data?.limits ?? NO_LIMITS;
  const columns = useMemo(() => columnsOf(limits), [limits]);
  const charted = data?.accounts.slice(0, CHARTED) ?? [];
  return (
    <>
      {data !== undefined && charted.length > 0 && (
        <Panel
          title="Overall return rate"
          description={
            <>
              Debits that settled within {data.days} days, counted <Moment at={data.countedAt} />
            </>
          }
        >
          <Chart
            title="Overall return rate by account, and its limit"
            by="Account"
            labels={charted.map(nameOf)}
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
      <Panel title="By account" description="The highest overall rate first." flush>
        <DataTable
          caption="Return rates by account"
          columns={columns}
          reading={listOf(reading, ({ accounts }) => accounts)}
          keyOf={({ accountId }) => accountId}
          empty={{
            title: "No debits yet",
            next: "Rates appear when the first ACH debits have settled.",
            icon: "report",
          }}
        />
      </Panel>
    </>
  );
}

function nameOf({ accountName, accountId }: RateLine): string {
  return accountName ?? accountId;
}

interface RateProps {
  readonly kind: RateKind;
  readonly limit: number;
  readonly line: RateLine;
}

/** The bar is full where the limit is reached. */
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
          {formatCount(returned)} · max {rateText(limit)}
        </Text>
      </Group>
      <Progress
        value={Math.min(100, (value / limit) * 100)}
        color={isOver ? "red" : "tide"}
        size="sm"
        mt={4}
        aria-label={`${rateText(value)} of at most ${rateText(limit)}`}
      />
    </div>
  );
}
