/** Deposits that the merchant can expect: card batches, and ACH payments by settlement date. */
import { SimpleGrid, Skeleton, Text } from "@mantine/core";
import type { DepositsAnswer } from "../../../src/interfaces/console/merchant/contract.ts";
import { useReading } from "../../api.ts";
import { ErrorPanel } from "../../parts/error-panel.tsx";
import { formatCount } from "../../parts/formats.ts";
import { TextLink } from "../../parts/link.tsx";
import { type Fact, Facts, Panel } from "../../parts/panel.tsx";
import { Amount, Moment } from "../../parts/values.tsx";

export function ExpectedDeposits() {
  const { data, error, refetch } = useReading<DepositsAnswer>("/merchant/deposits");
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
      <Panel title="Card batches" actions={<AllLink to="/batches" />}>
        {error !== null && data === undefined && <ErrorPanel error={error} retry={refetch} />}
        {data === undefined ? <Skeleton h={80} /> : <Facts facts={batchFacts(data)} />}
      </Panel>
      <Panel title="Pending ACH" actions={<AllLink to="/batches?tender=ach" />}>
        {data === undefined ? <Skeleton h={80} /> : <Settlements {...data} />}
      </Panel>
    </SimpleGrid>
  );
}

function AllLink({ to }: { readonly to: string }) {
  return (
    <TextLink to={to} size="sm">
      View batches
    </TextLink>
  );
}

function batchFacts({ open, closed }: DepositsAnswer): readonly Fact[] {
  return [
    {
      name: "Open, closes tonight",
      value: <Sum cents={open.netCents} count={open.transactionCount} />,
    },
    ...closed.map(({ number, closedAt, netCents, transactionCount }) => ({
      name: `Batch ${number}`,
      value: (
        <>
          <Sum cents={netCents} count={transactionCount} />, closed{" "}
          <Moment at={closedAt} show="date" />
        </>
      ),
    })),
  ];
}

function Settlements({ settlements }: DepositsAnswer) {
  if (settlements.length === 0) {
    return (
      <Text c="dimmed" size="sm">
        No ACH payments are pending.
      </Text>
    );
  }
  const facts = settlements.map(({ expectedOn, isWaiting, count, netCents }) => ({
    name: expectedOn === null ? "Date not known" : `Expected ${formatDay(expectedOn)}`,
    value: (
      <>
        <Sum cents={netCents} count={count} />, {isWaiting ? "not sent yet" : "sent to the bank"}
      </>
    ),
  }));
  return (
    <>
      <Facts facts={facts} />
      <Text c="dimmed" size="sm" mt="sm">
        If the customers' banks return nothing.
      </Text>
    </>
  );
}

function Sum({ cents, count }: { readonly cents: number; readonly count: number }) {
  return (
    <>
      <Amount cents={cents} /> ({formatCount(count)})
    </>
  );
}

/** A day of the banking calendar, which has no time zone. */
function formatDay(day: string): string {
  const options = { weekday: "short", month: "short", day: "numeric", timeZone: "UTC" } as const;
  return new Intl.DateTimeFormat("en-US", options).format(new Date(day));
}
