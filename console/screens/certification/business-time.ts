/** The business clock, updated every second between two requests. */
import { useInterval } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ClockNow } from "../../../src/interfaces/console/certification/contract.ts";
import { readingOptions } from "../../api.ts";

const TICK_MS = 1_000;

export interface TickingClock {
  readonly business: string;
  readonly wall: string;
  readonly leadMs: number;
}

/** Reads the clock once and when the page becomes visible. In between it counts seconds. */
export function useBusinessTime(): TickingClock | undefined {
  const { data, dataUpdatedAt } = useQuery(readingOptions<ClockNow>("/certification/clock/now"));
  const [now, setNow] = useState(() => Date.now());
  useInterval(() => setNow(Date.now()), TICK_MS, { autoInvoke: true });
  if (data === undefined) return undefined;
  const sinceMs = Math.max(0, now - dataUpdatedAt);
  const later = (at: string) => new Date(Date.parse(at) + sinceMs).toISOString();
  return { business: later(data.business), wall: later(data.wall), leadMs: data.leadMs };
}

const UNITS = [
  ["d", 86_400_000],
  ["h", 3_600_000],
  ["min", 60_000],
] as const;

/** Formats 273,600,000 as "3 d 4 h". */
export function formatLead(ms: number): string {
  let left = Math.round(ms / 60_000) * 60_000;
  const parts = UNITS.flatMap(([unit, size]) => {
    const count = Math.floor(left / size);
    left -= count * size;
    return count === 0 ? [] : `${count} ${unit}`;
  });
  return parts.length === 0 ? "0 min" : parts.join(" ");
}
