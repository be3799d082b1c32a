/** Writes webhook events about entries, in the commit that changes the entries. */
import { columnArrays } from "../../../db/arrays.ts";
import type { Database } from "../../../db/database.ts";
import { insertTransactionEvents } from "../../outbox/outbox-writer-store.ts";
import type { EventSentBy } from "../../outbox/webhook-events.ts";
import type { Answer, AnswerWriter } from "../../payments/answer.ts";
import { groupArray } from "../../payments/state-sql.ts";
import type { EntryKey } from "./entry-update.ts";

export interface EntryEvent extends EntryKey {
  readonly event: EventSentBy<"ach">;
  /** Fields that an answer does not have. */
  readonly fields: Readonly<Record<string, string>>;
}

interface Listening {
  readonly place: string;
  readonly time_zone: string;
  readonly answer: Answer;
  /** The current values of the transaction. */
  readonly message: string;
  readonly is_approved: boolean;
  readonly custom_id: string | null;
}

const RETURNED = groupArray("returned");

export class EntryEventStore {
  readonly #db: Database;
  readonly #writeAnswer: AnswerWriter;

  constructor(db: Database, writeAnswer: AnswerWriter) {
    this.#db = db;
    this.#writeAnswer = writeAnswer;
  }

  /** Only for accounts with a webhook endpoint. `at` is business time, `now` wall time. */
  async writeEvents(
    news: readonly EntryEvent[],
    { at, now }: { readonly at: Temporal.Instant; readonly now: Temporal.Instant },
  ): Promise<void> {
    if (news.length === 0) return;
    const events = (await this.#listening(news)).map((listening) => {
      const one = news[Number(listening.place) - 1];
      if (one === undefined) throw new Error("The database returned a row that was not requested.");
      const { accountId, transactionId, event, fields } = one;
      const payload = this.#payload(listening, fields, at);
      return { accountId, transactionId, kind: "webhook" as const, event, payload };
    });
    await insertTransactionEvents(this.#db, events, now);
  }

  async #listening(news: readonly EntryEvent[]): Promise<Listening[]> {
    const [accounts, ids] = columnArrays(news, ["accountId", "transactionId"]);
    return this.#db.rows<Listening>`
      select asked.place, account.time_zone, kept.answer, one.message,
        one.state <> all (${RETURNED}::text[]) as is_approved, one.custom_id
      from unnest(${accounts}::bigint[], ${ids}::bigint[])
          with ordinality as asked (account_id, id, place)
        join webhook_endpoints endpoint on endpoint.account_id = asked.account_id
          and endpoint.is_on
        join accounts account on account.id = asked.account_id
        join transactions one on one.account_id = asked.account_id and one.id = asked.id
        cross join lateral (
          select answer from attempts
          where attempts.account_id = asked.account_id and attempts.transaction_id = asked.id
            and outcome = 'approved'
          order by finished_at desc limit 1) as kept
      order by asked.place`;
  }

  /** The error fields come last, as in every answer. */
  #payload(listening: Listening, extra: EntryEvent["fields"], at: Temporal.Instant) {
    const { answer, message, is_approved: isApproved, time_zone, custom_id } = listening;
    const outcome = isApproved ? "approved" : "declined";
    // Answers of older releases do not have custom_id.
    const customId = answer.customId ?? custom_id ?? undefined;
    const now: Answer = { ...answer, outcome, message, customId, balanceCents: undefined };
    const { error, error_code, error_message, error_msg, ...fields } = this.#writeAnswer(now);
    const errors = { error, error_code, error_message, error_msg };
    const action_date = at.toZonedDateTimeISO(time_zone).toPlainDate().toString();
    return { ...fields, action_date, ...extra, ...errors };
  }
}
