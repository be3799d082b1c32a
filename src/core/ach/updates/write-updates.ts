/** Writes updates and notices of entries with their webhook events, inside a transaction. */
import type { Database } from "../../../db/database.ts";
import { defineEmitter } from "../../outbox/webhook-events.ts";
import type { AchNeeds } from "../ach-needs.ts";
import { type EntryEvent, EntryEventStore } from "./entry-event-store.ts";
import type { EntryNotice, EntryUpdate } from "./entry-update.ts";
import { stopEntriesAfterPrenotes } from "./stop-after-prenotes.ts";
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
  { writeAnswer, clock }: Pick<AchNeeds, "writeAnswer" | "clock">,
  db: Database,
  { updates = [], notices = [], at }: EntryChanges,
): Promise<void> {
  const store = new UpdateStore(db);
  await store.saveUpdates(updates, at);
  const stopped = await stopEntriesAfterPrenotes(db, { updates, at });
  await store.saveNotices(notices, at);
  const changes = notices.filter(({ kind }) => kind === "change");
  const news = [...[...updates, ...stopped].map(updateEvent), ...changes.map(changeEvent)];
  await new EntryEventStore(db, writeAnswer).writeEvents(news, { at, now: clock.wall() });
}

function updateEvent({ accountId, transactionId, state, returnCode }: EntryUpdate): EntryEvent {
  const fields = returnCode === undefined ? {} : { ach_return_code: returnCode };
  return { accountId, transactionId, event: ENTRY_EVENTS[state], fields };
}

function changeEvent({ accountId, transactionId, detail }: EntryNotice): EntryEvent {
  const fields = { noc_data: detail };
  return { accountId, transactionId, event: ENTRY_EVENTS.change, fields };
}
