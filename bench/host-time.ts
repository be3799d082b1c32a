/**
 * The share of a virtual machine's processor time that its host gave to others. While it is high,
 * whoever needs several processes to answer is slower than whoever needs one. Linux tells it.
 */
import { readFileSync } from "node:fs";

/** Of all processors since the start, in the kernel's ticks. */
export interface HostTimes {
  readonly taken: number;
  readonly all: number;
}

/** user, nice, system, idle, iowait, irq, softirq, steal: what follows is part of the first two. */
const KINDS = 8;
const STEAL = 7;

/** Undefined: this system does not tell. */
export function readHostTimes(file = "/proc/stat"): HostTimes | undefined {
  try {
    return hostTimesOf(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}

export function hostTimesOf(text: string): HostTimes | undefined {
  const ticks = /^cpu +(.+)$/m.exec(text)?.[1]?.split(" ").slice(0, KINDS).map(Number) ?? [];
  if (ticks.length < KINDS) return undefined;
  return { taken: ticks[STEAL] ?? 0, all: ticks.reduce((sum, some) => sum + some, 0) };
}

export function takenShare(before: HostTimes | undefined, after: HostTimes | undefined): number {
  if (before === undefined || after === undefined || after.all === before.all) return 0;
  return (after.taken - before.taken) / (after.all - before.all);
}
