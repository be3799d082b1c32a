/** Writes webhook events about entries, in the commit that changes the entries. */
import { columnArrays } from "../../../db/arrays.ts";
import type { Database } from "../../../db/database.ts";
import {
  type AccountGroup,
  pinToAccount,
  runByGroup,
} from "../../../db/sharding/account-groups.ts";
import { sql } from "../../../db/sql.ts";
import { insertTransactionEvents } from "../../outbox/outbox-writer-store.ts";
import type { EventSentBy } from "../../outbox/webhook-events.ts";
import type { Answer } from "../../payments/answer.ts";
import { groupArray } from "../../payments/state-sql.ts";
import type { EntryNews, EntryNewsWriter } from "./entry-news.ts";
import type { EntryKey } from "./entry-update.ts";

export interface EntryEvent extends EntryKey {
  readonly event: EventSentBy<"ach">;
  /** Without the day, which depends on the account's time zone. */
  readonly news: Omit<EntryNews, "day">;
}

interface Listening {
  readonly place: string;
  readonly answer: Answer;
  /** The current values of the transaction. */
  readonly message: string;
  readonly is_approved: boolean;
  readonly custom_id: string | null;
}

const RETURNED = groupArray("returned");

export class EntryEventStore {
  readonly #db: Database;
  readonly #writeEntryNews: EntryNewsWriter;

  constructor(db: Database, writeEntryNews: EntryNewsWriter) {
    this.#db = db;
    this.#writeEntryNews = writeEntryNews;
  }

  /** Only for accounts with a webhook endpoint. `at` is business time, `now` wall time. */
  async writeEvents(
    all: readonly EntryEvent[],
    { at, now }: { readonly at: Temporal.Instant; readonly now: Temporal.Instant },
  ): Promise<void> {
    if (all.length === 0) return;
    const zones = await this.#findTimeZones([...new Set(all.map(({ accountId }) => accountId))]);
    const heard = all.filter(({ accountId }) => zones.has(accountId));
    const answers = await this.#findAnswers(heard);
    const events = heard.flatMap((one) => {
      const { accountId, transactionId, event, news } = one;
      const [listening, timeZone] = [answers.get(one), zones.get(accountId)];
      if (listening === undefined || timeZone === undefined) return [];
      const day = at.toZonedDateTimeISO(timeZone).toPlainDate();
      const payload = this.#writeEntryNews(currentAnswer(listening), { ...news, day });
      return [{ accountId, transactionId, kind: "webhook" as const, event, payload }];
    });
    await insertTransactionEvents(this.#db, events, now);
  }

  /** The time zones of the accounts that have a webhook endpoint. */
  async #findTimeZones(accounts: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const rows = await this.#db.rows<{ id: string; time_zone: string }>`
      select account.id, account.time_zone
      from accounts account
      where account.id = any (${accounts}::bigint[]) and exists (
        select from all_webhook_endpoints endpoint
        where endpoint.account_id = account.id and endpoint.is_on)`;
    return new Map(rows.map(({ id, time_zone }) => [id, time_zone]));
  }

  async #findAnswers(news: readonly EntryEvent[]): Promise<ReadonlyMap<EntryEvent, Listening>> {
    const answers = new Map<EntryEvent, Listening>();
    await runByGroup(this.#db, news, async (group) => {
      for (const row of await this.#findInGroup(group)) {
        const one = group.rows[Number(row.place) - 1];
        if (one !== undefined) answers.set(one, row);
      }
    });
    return answers;
  }

  #findInGroup(group: AccountGroup<EntryEvent>): Promise<Listening[]> {
    const [accounts, ids] = columnArrays(group.rows, ["accountId", "transactionId"]);
    return this.#db.rows<Listening>`
      select asked.place, kept.answer, one.message,
        one.state <> all (${RETURNED}::text[]) as is_approved, one.custom_id
      from unnest(${accounts}::bigint[], ${ids}::bigint[])
          with ordinality as asked (account_id, id, place)
        join transactions one on one.account_id = asked.account_id and one.id = asked.id
          and ${pinToAccount(sql`one.account_id`, group)}
        cross join lateral (
          select answer from attempts
          where attempts.account_id = asked.account_id and attempts.transaction_id = asked.id
            and outcome = 'approved' and ${pinToAccount(sql`attempts.account_id`, group)}
          order by finished_at desc limit 1) as kept`;
  }
}

/** The stored answer with the current values of the transaction. */
function currentAnswer(listening: Listening): Answer {
  const { answer, message, is_approved: isApproved, custom_id } = listening;
  const outcome = isApproved ? "approved" : "declined";
  // Answers of older releases do not have custom_id.
  const customId = answer.customId ?? custom_id ?? undefined;
  return { ...answer, outcome, message, customId, balanceCents: undefined };
}
