/** Writes a webhook event for each transaction of a closed batch, in the commit that closes it. */
import type { Database } from "../../../db/database.ts";
import { insertTransactionEvents } from "../../outbox/outbox-writer-store.ts";
import type { Answer, AnswerWriter } from "../answer.ts";
import { PAYMENT_EVENTS } from "../payment-events.ts";

export interface SettledBatch {
  readonly accountId: string;
  readonly batchId: number;
  /** Business time. Needed because batch ids repeat after 9999 batches. */
  readonly closedAt: Temporal.Instant;
}

interface SettledRow {
  readonly id: string;
  readonly answer: Answer;
  readonly customId: string | null;
}

/** Transactions per page, so that a big batch is not held in memory. */
const PAGE = 500;

export class SettledEventStore {
  readonly #db: Database;
  readonly #writeAnswer: AnswerWriter;

  constructor(db: Database, writeAnswer: AnswerWriter) {
    this.#db = db;
    this.#writeAnswer = writeAnswer;
  }

  async writeSettledEvents(batch: SettledBatch, now: Temporal.Instant): Promise<void> {
    if (!(await this.#isListening(batch.accountId))) return;
    let after = "0";
    for (;;) {
      const page = await this.#page(batch, after);
      if (page.length === 0) return;
      await this.#write(batch, page, now);
      after = page.at(-1)?.id ?? after;
    }
  }

  async #isListening(accountId: string): Promise<boolean> {
    const on = await this.#db.rows`
      select from all_webhook_endpoints where account_id = ${accountId} and is_on`;
    return on.length > 0;
  }

  /** Each with its last approved answer. For a captured authorization this is the capture's. */
  async #page(
    { accountId, batchId, closedAt }: SettledBatch,
    after: string,
  ): Promise<SettledRow[]> {
    return this.#db.rows<SettledRow>`
      select one.id, kept.answer, one.custom_id as "customId"
      from transactions one cross join lateral (
        select answer from attempts
        where attempts.account_id = ${accountId} and attempts.transaction_id = one.id
          and outcome = 'approved'
        order by transaction_type = 'CAPTURE' desc, finished_at desc limit 1) as kept
      where one.account_id = ${accountId} and one.id > ${after} and one.batch_id = ${batchId}
        and one.batched_at = ${closedAt} and one.state <> 'closed'
      order by one.id limit ${PAGE}`;
  }

  async #write(batch: SettledBatch, page: readonly SettledRow[], now: Temporal.Instant) {
    const events = page.map(({ id, answer, customId }) => ({
      accountId: batch.accountId,
      transactionId: id,
      kind: "webhook" as const,
      event: PAYMENT_EVENTS.batch,
      payload: this.#writeAnswer({
        ...answer,
        // What can be refunded may have changed since the answer was given.
        balanceCents: undefined,
        batchId: batch.batchId,
        // Answers that were stored by early releases do not have it.
        customId: answer.customId ?? customId ?? undefined,
      }),
    }));
    await insertTransactionEvents(this.#db, events, now);
  }
}
