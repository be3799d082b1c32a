/** The operator's home: system health, and payments of the last hour or day. */
import { Group, SegmentedControl, SimpleGrid, Skeleton, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type {
  Level,
  Overview,
  PaymentTallyView,
  Signal,
} from "../../../src/interfaces/console/operations/contract.ts";
import { readingOptions } from "../../api.ts";
import type { HomeProps } from "../../area.ts";
import { Chart } from "../../parts/chart.tsx";
import { ErrorPanel } from "../../parts/error-panel.tsx";
import { formatCount } from "../../parts/formats.ts";
import { PageHeader, Panel } from "../../parts/panel.tsx";
import { Moment, StateBadge, type Tone } from "../../parts/values.tsx";
import { useMay, useSession } from "../../session.tsx";
import { useUrlState } from "../../url-state.ts";
import { Overview as Interfaces } from "../overview.tsx";
import { FailingJobsPanel, HeldPurges, SafeModePanel } from "./attention-panels.tsx";
import { groupPayments } from "./payment-bars.ts";
import { SignalCard } from "./signal-card.tsx";

const EVERY_MS = 10_000;
const NAMES = ["a", "b", "c", "d", "e", "f", "g", "h"];

/** Operators without the operations permission get the general overview instead. */
export function OperatorHome({ areas }: HomeProps) {
  return useMay("operations") ? <OperationsHome /> : <Interfaces areas={areas} />;
}

function OperationsHome() {
  const reading = useQuery({
    ...readingOptions<Overview>("/operations/overview"),
    refetchInterval: EVERY_MS,
  });
  const { data, error, refetch } = reading;
  return (
    <>
      <PageHeader
        title="Overview"
        description={
          data === undefined ? "System health and recent payments." : <Clock {...data} />
        }
        badge={data !== undefined && <Health {...data} />}
      />
      {error !== null && data === undefined && <ErrorPanel error={error} retry={refetch} />}
      {typeof data?.safeMode === "string" && <SafeModePanel reason={data.safeMode} />}
      <SimpleGrid cols={{ base: 2, md: 3, lg: 4 }} spacing={{ base: "xs", sm: "md" }} mb="lg">
        {data === undefined && error === null
          ? NAMES.map((name) => <Skeleton key={name} h={118} radius="md" />)
          : data?.signals
              .toSorted(byLevel)
              .map((signal) => <SignalCard key={signal.name} signal={signal} wall={data.wall} />)}
      </SimpleGrid>
      {data !== undefined && <HeldPurges held={data.held} />}
      {data !== undefined && <FailingJobsPanel failing={data.failing} />}
      <Payments />
    </>
  );
}

const LEVELS: readonly Level[] = ["bad", "look", "good"];

/** The most serious signals first. The others keep their order. */
function byLevel(one: Signal, other: Signal): number {
  return LEVELS.indexOf(one.level) - LEVELS.indexOf(other.level);
}

const HEALTH: Record<Level, { readonly label: string; readonly tone: Tone }> = {
  good: { label: "Healthy", tone: "good" },
  look: { label: "Warning", tone: "attention" },
  bad: { label: "Action required", tone: "bad" },
};

function Health({ readiness, signals }: Overview) {
  if (readiness !== "ready") return <StateBadge state={readiness} tone="bad" />;
  const worst = LEVELS.find((level) => signals.some((signal) => signal.level === level)) ?? "good";
  return <StateBadge state={worst} {...HEALTH[worst]} />;
}

/** The business clock is shown only if it differs from real time, which happens in Test mode. */
function Clock({ business, wall }: Overview) {
  const aheadMs = new Date(business).getTime() - new Date(wall).getTime();
  return (
    <>
      Last checked <Moment at={wall} show="seconds" focusable />
      {aheadMs > 60_000 && (
        <>
          {" "}
          · business clock: <Moment at={business} focusable />
        </>
      )}
    </>
  );
}

function Payments() {
  const [{ by }, setUrl] = useUrlState({ by: "hour" });
  const session = useSession();
  const { data, error, refetch } = useQuery({
    ...readingOptions<PaymentTallyView>("/operations/payments"),
    refetchInterval: EVERY_MS,
  });
  const bars = data && groupPayments(data, by === "minute" ? "minute" : "hour", session.timeZone);
  const title = by === "minute" ? "Payments in the last hour" : "Payments in the last 24 hours";
  return (
    <Panel
      title={title}
      description="All accounts, by the business clock."
      actions={
        <SegmentedControl
          size="xs"
          aria-label="Period"
          value={by === "minute" ? "minute" : "hour"}
          onChange={(value) => setUrl({ by: value }, { replace: true })}
          data={[
            { value: "minute", label: "Last hour" },
            { value: "hour", label: "Last 24 hours" },
          ]}
        />
      }
    >
      {error !== null && bars === undefined && <ErrorPanel error={error} retry={refetch} />}
      {bars === undefined && error === null && <Skeleton h={240} />}
      {bars !== undefined && (
        <>
          <Group gap="xl" mb="sm">
            <Total label="Approved" count={bars.approved} />
            <Total label="Declined" count={bars.declined} />
          </Group>
          <Chart
            title={title}
            labels={bars.labels}
            series={[
              { label: "Approved", values: bars.series.approved, tone: "first" },
              { label: "Declined", values: bars.series.declined, tone: "bad" },
            ]}
            format={(value) => (Number.isInteger(value) ? formatCount(value) : "")}
          />
          {!bars.isWhole && (
            <Text size="sm" c="dimmed" mt="xs">
              Earlier hours are still being counted.
            </Text>
          )}
        </>
      )}
    </Panel>
  );
}

function Total({ label, count }: { readonly label: string; readonly count: number }) {
  return (
    <div>
      <Text size="sm" c="dimmed" fw={550}>
        {label}
      </Text>
      <div className="sd-figure">{formatCount(count)}</div>
    </div>
  );
}
