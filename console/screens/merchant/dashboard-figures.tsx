/** The figures of today, each beside what it was by this time on another day. */
import { SimpleGrid, Text } from "@mantine/core";
import type { ReactNode } from "react";
import type {
  Today as TodayAnswer,
  TransactionSums,
} from "../../../src/interfaces/console/merchant/contract.ts";
import { formatCount } from "../../parts/formats.ts";
import { Figure } from "../../parts/panel.tsx";
import { Amount } from "../../parts/values.tsx";

interface TodayFiguresProps {
  readonly answer: TodayAnswer | undefined;
  readonly compared: "yesterday" | "week";
}

/** Skeletons first; a figure that is not known yet says nothing. */
export function TodayFigures({ answer, compared }: TodayFiguresProps) {
  return (
    <SimpleGrid cols={{ base: 2, md: 3 }} spacing="md" className="sd-today">
      {answer === undefined
        ? LABELS.map((label) => <Figure key={label} label={label} value="" note=" " loading />)
        : figuresOf(answer, compared)}
    </SimpleGrid>
  );
}

const LABELS = ["Sales", "Refunds", "Net", "Approved", "Declined", "ACH in flight"];

function figuresOf(answer: TodayAnswer, compared: "yesterday" | "week") {
  const { today: now, inFlight } = answer;
  const then = compared === "week" ? answer.lastWeek : answer.yesterday;
  const when = compared === "week" ? "last week" : "yesterday";
  const before = (value: ReactNode) => (
    <>
      {when} {value}
    </>
  );
  return (
    <>
      <Figure
        label="Sales"
        value={<Amount cents={now.saleCents} />}
        note={
          <>
            {counted(now.saleCount, "sale")} <Change now={now.saleCents} then={then.saleCents} />
          </>
        }
      />
      <Figure
        label="Refunds"
        value={<Amount cents={now.refundCents} />}
        note={before(<Amount cents={then.refundCents} />)}
      />
      <Figure
        label="Net"
        value={<Amount cents={netOf(now)} />}
        note={before(<Amount cents={netOf(then)} />)}
      />
      <Figure label="Approved" value={shareOf(now)} note={before(shareOf(then))} />
      <Figure
        label="Declined"
        value={formatCount(now.declinedCount)}
        note={before(formatCount(then.declinedCount))}
      />
      <Figure
        label="ACH in flight"
        value={<Amount cents={inFlight.waitingCents + inFlight.sentCents} />}
        note={`${formatCount(inFlight.waitingCount)} waiting, ${formatCount(inFlight.sentCount)} at the bank`}
      />
    </>
  );
}

function netOf({ saleCents, refundCents }: TransactionSums): number {
  return saleCents - refundCents;
}

function asked({ approvedCount, declinedCount }: TransactionSums): number {
  return approvedCount + declinedCount;
}

function shareOf(sums: TransactionSums): string {
  if (asked(sums) === 0) return "—";
  return `${((100 * sums.approvedCount) / asked(sums)).toFixed(1)}%`;
}

function counted(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? "" : "s"}`;
}

/** "+12%" in a colour, and in words for those who do not see it. */
function Change({ now, then }: { readonly now: number; readonly then: number }) {
  if (then === 0) return null;
  const percent = Math.round((100 * (now - then)) / then);
  if (percent === 0) return <Text span>· the same</Text>;
  const sign = percent > 0 ? "+" : "−";
  return (
    <Text span inherit c={percent > 0 ? "var(--sd-accent)" : "var(--mantine-color-error)"} fw={600}>
      {sign}
      {Math.abs(percent)}%
    </Text>
  );
}
