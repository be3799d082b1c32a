/**
 * The share of processor time that the host of a virtual machine gave to others ("steal" on Linux).
 * While it is high, a side that needs several processes is slowed down more than one that needs
 * one.
 */
import { readFileSync } from "node:fs";

/** Of all processors since boot, in ticks of the kernel. */
export interface HostTimes {
  readonly taken: number;
  readonly all: number;
}

/** user, nice, system, idle, iowait, irq, softirq, steal. The rest is part of the first two. */
const KINDS = 8;
const STEAL = 7;

/** Undefined: the system does not have these figures. */
export function readHostTimes(file = "/proc/stat"): HostTimes | undefined {
  try {
    return parseHostTimes(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}

export function parseHostTimes(text: string): HostTimes | undefined {
  const ticks = /^cpu +(.+)$/m.exec(text)?.[1]?.split(" ").slice(0, KINDS).map(Number) ?? [];
  if (ticks.length < KINDS) return undefined;
  return { taken: ticks[STEAL] ?? 0, all: ticks.reduce((sum, some) => sum + some, 0) };
}

export function takenShare(before: HostTimes | undefined, after: HostTimes | undefined): number {
  if (before === undefined || after === undefined || after.all === before.all) return 0;
  return (after.taken - before.taken) / (after.all - before.all);
}
