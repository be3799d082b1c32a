/** Today's figures, each compared with the same time on an earlier day. */
import { SimpleGrid, Text } from "@mantine/core";
import type { ReactNode } from "react";
import type {
  DashboardAnswer as TodayAnswer,
  TransactionSums,
} from "../../../src/interfaces/console/merchant/contract.ts";
import { formatCount } from "../../parts/formats.ts";
import { Figure } from "../../parts/panel.tsx";
import { Amount } from "../../parts/values.tsx";

interface DashboardFiguresProps {
  readonly answer: TodayAnswer | undefined;
  readonly compared: "yesterday" | "week";
}

/** Shows skeletons until the figures are loaded. */
export function DashboardFigures({ answer, compared }: DashboardFiguresProps) {
  return (
    <SimpleGrid cols={{ base: 2, md: 3 }} spacing="md" className="sd-dashboard">
      {answer === undefined
        ? LABELS.map((label) => <Figure key={label} label={label} value="" note=" " loading />)
        : figures(answer, compared)}
    </SimpleGrid>
  );
}

const LABELS = ["Sales", "Refunds", "Net", "Approval rate", "Declined", "Pending ACH"];

function figures(answer: TodayAnswer, compared: "yesterday" | "week") {
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
            {countWithNoun(now.saleCount, "sale")}{" "}
            <Change now={now.saleCents} then={then.saleCents} />
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
        value={<Amount cents={netCents(now)} />}
        note={before(<Amount cents={netCents(then)} />)}
      />
      <Figure label="Approval rate" value={approvalRate(now)} note={before(approvalRate(then))} />
      <Figure
        label="Declined"
        value={formatCount(now.declinedCount)}
        note={before(formatCount(then.declinedCount))}
      />
      <Figure
        label="Pending ACH"
        value={<Amount cents={inFlight.waitingCents + inFlight.sentCents} />}
        note={`${formatCount(inFlight.waitingCount)} not yet sent, ${formatCount(inFlight.sentCount)} at the bank`}
      />
    </>
  );
}

function netCents({ saleCents, refundCents }: TransactionSums): number {
  return saleCents - refundCents;
}

function requestCount({ approvedCount, declinedCount }: TransactionSums): number {
  return approvedCount + declinedCount;
}

function approvalRate(sums: TransactionSums): string {
  if (requestCount(sums) === 0) return "—";
  return `${((100 * sums.approvedCount) / requestCount(sums)).toFixed(1)}%`;
}

function countWithNoun(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? "" : "s"}`;
}

/** "+12%" in color. */
function Change({ now, then }: { readonly now: number; readonly then: number }) {
  if (then === 0) return null;
  const percent = Math.round((100 * (now - then)) / then);
  if (percent === 0) return <Text span>· no change</Text>;
  const sign = percent > 0 ? "+" : "−";
  return (
    <Text span inherit c={percent > 0 ? "var(--sd-accent)" : "var(--mantine-color-error)"} fw={600}>
      {sign}
      {Math.abs(percent)}%
    </Text>
  );
}
