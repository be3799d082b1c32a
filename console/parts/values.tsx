/** Single values as every screen shows them: amounts, times, statuses and codes. */
import { Badge, type MantineColor, Tooltip } from "@mantine/core";
import { useSession } from "../session.tsx";
import { formatAmount, formatMoment, formatUtc } from "./formats.ts";
import { formatStatus } from "./status-labels.ts";
import type { Tone } from "./tone.ts";

interface AmountProps {
  readonly cents: number;
  /** Defaults to the account's currency. */
  readonly currency?: string;
}

export function Amount({ cents, currency }: AmountProps) {
  const session = useSession();
  return (
    <span className="sd-amount">{formatAmount(cents, currency ?? session.currency ?? "USD")}</span>
  );
}

interface MomentProps {
  /** ISO 8601 with offset. */
  readonly at: string;
  /** Defaults to the account's time zone, or the browser's if there is no account. */
  readonly zone?: string;
  readonly show?: "both" | "date" | "time" | "seconds";
  /** For detail pages: the UTC tooltip is reachable by keyboard. Tables show it on hover only. */
  readonly focusable?: boolean;
}

export function Moment({ at, zone, show = "both", focusable = false }: MomentProps) {
  const session = useSession();
  const text = formatMoment(at, zone ?? session.timeZone, show);
  const utc = formatUtc(at);
  if (!focusable) {
    return (
      <time dateTime={at} title={utc} className="sd-moment">
        {text}
      </time>
    );
  }
  return (
    <Tooltip label={utc} events={{ hover: true, focus: true, touch: true }}>
      <time dateTime={at} className="sd-moment" tabIndex={focusable ? 0 : -1}>
        {text}
      </time>
    </Tooltip>
  );
}

export type { Tone };

const COLORS: Record<Tone, MantineColor> = {
  good: "tide",
  bad: "red",
  waiting: "blue",
  quiet: "gray",
  attention: "amber",
};

const TONES: Readonly<Record<string, Tone>> = {
  ...tonesFor(
    "good",
    "approved active settled captured delivered enabled done completed healthy paid",
  ),
  ...tonesFor("bad", "declined failed returned refused locked error rejected compromised"),
  ...tonesFor("waiting", "pending authorized running queued submitted sent waiting batched"),
  ...tonesFor("attention", "unknown due overdue expired held suspended unmatched"),
};

interface StateBadgeProps {
  /** The internal value, such as `in_transit`. */
  readonly state: string;
  readonly tone?: Tone;
  readonly label?: string;
}

export function StateBadge({ state, tone, label }: StateBadgeProps) {
  const color = COLORS[tone ?? TONES[state.toLowerCase()] ?? "quiet"];
  return (
    <Badge className="sd-state" variant="light" color={color} tt="none" radius="sm" fw={550}>
      {label ?? formatStatus(state)}
    </Badge>
  );
}

function tonesFor(tone: Tone, words: string): Record<string, Tone> {
  return Object.fromEntries(words.split(" ").map((word) => [word, tone]));
}
