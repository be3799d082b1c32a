/** Applies the returns and notices of a bank's file to entries, inside a database transaction. */
import type { Database } from "../../../db/database.ts";
import type { AchNeeds } from "../ach-needs.ts";
import type { EntryNotice, EntryUpdate } from "./entry-update.ts";
import type { Unmatched } from "./inbound-store.ts";
import { judgeItem, type NetworkItem, type SentEntry } from "./network-item.ts";
import { SentEntryStore } from "./sent-entry-store.ts";
import { writeUpdates } from "./write-updates.ts";

export interface ItemsOfBank {
  readonly connection: string;
  readonly items: readonly NetworkItem[];
  /** Business time. */
  readonly at: Temporal.Instant;
}

const AT_ONCE = 1_000;
const TRACE = /^\d{15}$/;

/** Returns the items that match no entry. */
export async function applyItems(
  needs: AchNeeds,
  db: Database,
  { connection, items, at }: ItemsOfBank,
): Promise<Unmatched[]> {
  const unmatched: Unmatched[] = [];
  for (let from = 0; from < items.length; from += AT_ONCE) {
    const some = items.slice(from, from + AT_ONCE);
    unmatched.push(...(await applySome(needs, db, { connection, items: some, at })));
  }
  return unmatched;
}

async function applySome(
  needs: AchNeeds,
  db: Database,
  { connection, items, at }: ItemsOfBank,
): Promise<Unmatched[]> {
  const traces = items.map(({ trace }) => trace).filter((trace) => TRACE.test(trace));
  const entries = await new SentEntryStore(db).lockByTrace(connection, [...new Set(traces)]);
  const known = new Map(entries.map((entry) => [entry.trace, entry]));
  const unmatched: Unmatched[] = [];
  for (const round of rounds(items, known)) {
    const changes = judgeRound(round, known);
    unmatched.push(...changes.unmatched);
    await writeUpdates(needs, db, { ...changes, at });
  }
  return unmatched;
}

/**
 * A file may have two items for one transaction: about one entry, or about an entry and the one that
 * presented it again. The second is applied after the first, in another round.
 */
function rounds(
  items: readonly NetworkItem[],
  known: ReadonlyMap<string, SentEntry>,
): NetworkItem[][] {
  const all: NetworkItem[][] = [];
  const seen = new Map<string, number>();
  for (const item of items) {
    const entry = known.get(item.trace);
    const key = entry === undefined ? item.trace : `${entry.accountId}/${entry.transactionId}`;
    const turn = seen.get(key) ?? 0;
    seen.set(key, turn + 1);
    all[turn] ??= [];
    all[turn].push(item);
  }
  return all;
}

function judgeRound(items: readonly NetworkItem[], known: Map<string, SentEntry>) {
  const updates: EntryUpdate[] = [];
  const notices: EntryNotice[] = [];
  const unmatched: Unmatched[] = [];
  for (const item of items) {
    const entry = known.get(item.trace);
    const verdict = judgeItem(item, entry);
    if (verdict.kind === "notice") notices.push(verdict.notice);
    if (verdict.kind === "unmatched") unmatched.push({ ...item, reason: verdict.reason });
    if (verdict.kind !== "update" || entry === undefined) continue;
    updates.push(verdict.update);
    known.set(item.trace, { ...entry, state: verdict.update.state });
  }
  return { updates, notices, unmatched };
}
