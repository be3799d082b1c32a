/** Finds the next window of an account's bank that sends entries on the same day. */
import type { Database } from "../../db/database.ts";
import type { LeadingEntry, NextSameDay, SameDayWindows } from "../payments/payment-needs.ts";
import { ConnectionStore } from "./connections/connection-store.ts";
import { accountWindows, type CutOffWindow, nextCutOff, parseCutOffWindow } from "./cut-offs.ts";
import { achDay, isInTimeForSameDay } from "./settlement.ts";
import { PrenoteStore } from "./updates/prenote-store.ts";
import { TiedCreditStore } from "./updates/tied-credit-store.ts";

export class SameDayCutOffs implements SameDayWindows {
  readonly #connections: ConnectionStore;
  readonly #prenotes: PrenoteStore;
  readonly #credits: TiedCreditStore;

  constructor(db: Database) {
    this.#connections = new ConnectionStore(db);
    this.#prenotes = new PrenoteStore(db);
    this.#credits = new TiedCreditStore(db);
  }

  isPrenoteAwaited(prenote: LeadingEntry, at: Temporal.Instant): Promise<boolean> {
    return this.#prenotes.isAwaited(prenote, at);
  }

  isSaleAwaited(sale: LeadingEntry, at: Temporal.Instant): Promise<boolean> {
    return this.#credits.isSaleAwaited(sale, at);
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
  const isToday = achDay(at).equals(achDay(after)) && isInTimeForSameDay(at);
  return { at, isToday, isFirst };
}
