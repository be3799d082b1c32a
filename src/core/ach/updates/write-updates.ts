/** Writes updates and notices of entries with their webhook events, inside a transaction. */
import type { Database } from "../../../db/database.ts";
import { defineEmitter } from "../../outbox/webhook-events.ts";
import type { AchNeeds } from "../ach-needs.ts";
import { achDay } from "../settlement.ts";
import { applyCorrections } from "./apply-corrections.ts";
import { type EntryEvent, EntryEventStore } from "./entry-event-store.ts";
import type { EntryNotice, EntryUpdate } from "./entry-update.ts";
import { lockBankTrails } from "./lock-bank-trails.ts";
import { planRetries } from "./plan-retries.ts";
import { rememberReturns } from "./remember-returns.ts";
import type { EntryRetry } from "./retry-store.ts";
import { stopFollowingEntries } from "./stop-following-entries.ts";
import { UpdateStore } from "./update-store.ts";

/** Which webhook event reports an update or a notice of an entry. */
const ENTRY_EVENTS = defineEmitter("ach", {
  settled: "transaction.settled",
  returned: "transaction.returned",
  rejected: "transaction.rejected",
  change: "transaction.changed",
});

export interface EntryChanges {
  readonly updates?: readonly EntryUpdate[];
  readonly notices?: readonly EntryNotice[];
  /** Business time. */
  readonly at: Temporal.Instant;
}

export async function writeUpdates(
  needs: Pick<AchNeeds, "writeEntryNews" | "clock" | "vault" | "custody">,
  db: Database,
  { updates = [], notices: given = [], at }: EntryChanges,
): Promise<void> {
  const { writeEntryNews, clock } = needs;
  await lockBankTrails(db, updates, given);
  const store = new UpdateStore(db);
  await store.saveUpdates(updates, at);
  const stopped = await stopFollowingEntries(db, { updates, at });
  await store.releaseCredits([...updates, ...stopped]);
  await rememberReturns(needs, db, { updates, at });
  const retries = await planRetries(db, updates, at);
  const notices = await applyCorrections(needs, db, { notices: given, at });
  await store.saveNotices(notices, at);
  const changes = notices.filter(({ kind }) => kind === "change");
  const news = [
    ...[...updates, ...stopped].map((update) => updateEvent(update, retries.get(update))),
    ...changes.map(changeEvent),
  ];
  await new EntryEventStore(db, writeEntryNews).writeEvents(news, { at, now: clock.wall() });
}

function updateEvent(update: EntryUpdate, retry: EntryRetry | undefined): EntryEvent {
  const { accountId, transactionId, state, returnCode, reason, isReversal = false } = update;
  const news = {
    returnCode,
    isReversed: isReversal,
    notSentReason: reason,
    ...(retry !== undefined && retryNews(retry)),
  };
  return { accountId, transactionId, event: ENTRY_EVENTS[state], news };
}

function retryNews({ retryNumber, retryAt }: EntryRetry) {
  return {
    ...(retryNumber > 0 && { retryNumber }),
    ...(retryAt !== null && { retryOn: achDay(retryAt) }),
  };
}

function changeEvent(notice: EntryNotice): EntryEvent {
  const { accountId, transactionId, detail, isApplied = false } = notice;
  const news = { change: { detail, isApplied } };
  return { accountId, transactionId, event: ENTRY_EVENTS.change, news };
}
