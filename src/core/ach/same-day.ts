/** Finds the next window of an account's bank that sends entries on the same day. */
import type { NextSameDay, SameDayWindows } from "../payments/payment-needs.ts";
import type { ConnectionStore } from "./connections/connection-store.ts";
import { accountWindows, type CutOffWindow, nextCutOff, parseCutOffWindow } from "./cut-offs.ts";
import { achDay } from "./settlement.ts";

export class SameDayCutOffs implements SameDayWindows {
  readonly #connections: Pick<ConnectionStore, "findAccountWindows">;

  constructor(connections: Pick<ConnectionStore, "findAccountWindows">) {
    this.#connections = connections;
  }

  async findNext(accountId: string, after: Temporal.Instant): Promise<NextSameDay | undefined> {
    const known = await this.#connections.findAccountWindows(accountId);
    if (known === undefined) return undefined;
    const offered = known.offered.map(parseCutOffWindow).filter((window) => window !== undefined);
    return findNextSameDay(accountWindows(known.own, offered), after);
  }
}

export function findNextSameDay(
  windows: readonly CutOffWindow[],
  after: Temporal.Instant,
): NextSameDay | undefined {
  const sameDay = windows.filter(({ isSameDay }) => isSameDay);
  if (sameDay.length === 0) return undefined;
  const at = nextCutOff(sameDay, after);
  const isFirst = nextCutOff(windows, after).equals(at);
  return { at, isToday: achDay(at).equals(achDay(after)), isFirst };
}
