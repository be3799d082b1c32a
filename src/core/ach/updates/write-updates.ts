/** Writes updates and notices of entries, and tells whoever listens, inside a transaction. */
import type { Database } from "../../../db/database.ts";
import { defineEmitter } from "../../outbox/webhook-events.ts";
import type { AchNeeds } from "../ach-needs.ts";
import type { EntryNotice, EntryUpdate } from "./entry-update.ts";
import { type EntryNews, NewsStore } from "./news-store.ts";
import { UpdateStore } from "./update-store.ts";

/** Which webhook event reports an update or a notice of an entry. */
const ENTRY_EVENTS = defineEmitter("ach", {
  settled: "transaction.settled",
  returned: "transaction.returned",
  rejected: "transaction.rejected",
  change: "transaction.changed",
});

export interface Said {
  readonly updates?: readonly EntryUpdate[];
  readonly notices?: readonly EntryNotice[];
  /** Business time. */
  readonly at: Temporal.Instant;
}

export async function writeUpdates(
  { writeAnswer, clock }: Pick<AchNeeds, "writeAnswer" | "clock">,
  db: Database,
  { updates = [], notices = [], at }: Said,
): Promise<void> {
  const store = new UpdateStore(db);
  await store.update(updates, at);
  await store.notice(notices, at);
  const changes = notices.filter(({ kind }) => kind === "change");
  const news = [...updates.map(newsOfUpdate), ...changes.map(newsOfChange)];
  await new NewsStore(db, writeAnswer).tell(news, { at, now: clock.wall() });
}

function newsOfUpdate({ accountId, transactionId, state, returnCode }: EntryUpdate): EntryNews {
  const fields = returnCode === undefined ? {} : { ach_return_code: returnCode };
  return { accountId, transactionId, event: ENTRY_EVENTS[state], fields };
}

function newsOfChange({ accountId, transactionId, detail }: EntryNotice): EntryNews {
  const fields = { noc_data: detail };
  return { accountId, transactionId, event: ENTRY_EVENTS.change, fields };
}
