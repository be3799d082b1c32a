/** The figures of today, each beside what it was by this time on another day. */
import { SimpleGrid, Text } from "@mantine/core";
import type {
  TakingSums,
  Today as TodayAnswer,
} from "../../../src/interfaces/console/merchant/contract.ts";
import { formatAmount, formatCount } from "../../parts/formats.ts";
import { Figure } from "../../parts/panel.tsx";
import { Amount } from "../../parts/values.tsx";
import { useSession } from "../../session.tsx";

interface TodayFiguresProps {
  readonly answer: TodayAnswer | undefined;
  readonly compared: "yesterday" | "week";
}

export function TodayFigures({ answer, compared }: TodayFiguresProps) {
  const { currency = "USD" } = useSession();
  const loading = answer === undefined;
  const now = answer?.today ?? NOTHING;
  const then = (compared === "week" ? answer?.lastWeek : answer?.yesterday) ?? NOTHING;
  const flight = answer?.inFlight;
  const sentCents = (flight?.waitingCents ?? 0) + (flight?.sentCents ?? 0);
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 3, xl: 5 }} spacing="md">
      <Figure
        label="Sales"
        loading={loading}
        value={<Amount cents={now.saleCents} />}
        note={
          <>
            {counted(now.saleCount, "sale")} <Change now={now.saleCents} then={then.saleCents} />
          </>
        }
      />
      <Figure
        label="Approved"
        loading={loading}
        value={shareOf(now)}
        note={`${formatCount(now.approvedCount)} of ${formatCount(asked(now))}, then ${shareOf(then)}`}
      />
      <Figure
        label="Declined"
        loading={loading}
        value={formatCount(now.declinedCount)}
        note={`then ${formatCount(then.declinedCount)}`}
      />
      <Figure
        label="Refunds"
        loading={loading}
        value={<Amount cents={now.refundCents} />}
        note={`${counted(now.refundCount, "refund")}, then ${formatAmount(then.refundCents, currency)}`}
      />
      <Figure
        label="ACH in flight"
        loading={loading}
        value={<Amount cents={sentCents} />}
        note={`${formatCount(flight?.waitingCount ?? 0)} waiting, ${formatCount(flight?.sentCount ?? 0)} at the bank`}
      />
    </SimpleGrid>
  );
}

const NOTHING: TakingSums = {
  saleCount: 0,
  saleCents: 0,
  refundCount: 0,
  refundCents: 0,
  approvedCount: 0,
  declinedCount: 0,
};

function asked({ approvedCount, declinedCount }: TakingSums): number {
  return approvedCount + declinedCount;
}

function shareOf(sums: TakingSums): string {
  if (asked(sums) === 0) return "—";
  return `${((100 * sums.approvedCount) / asked(sums)).toFixed(1)} %`;
}

function counted(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? "" : "s"}`;
}

/** "+12 %" in a colour, and in words for those who do not see it. */
function Change({ now, then }: { readonly now: number; readonly then: number }) {
  if (then === 0) return null;
  const percent = Math.round((100 * (now - then)) / then);
  if (percent === 0) return <Text span>· the same</Text>;
  const sign = percent > 0 ? "+" : "−";
  return (
    <Text span inherit c={percent > 0 ? "var(--sd-accent)" : "var(--mantine-color-error)"} fw={600}>
      {sign}
      {Math.abs(percent)} %
    </Text>
  );
}
