/** Tells an account's webhook about a payment request that failed without making a transaction. */
import type { Database } from "../../db/database.ts";
import type { Clock } from "../../ports/clock.ts";
import { writeWebhook } from "./write-event.ts";

export interface FailedRequestNeeds {
  readonly db: Database;
  readonly clock: Clock;
}

export interface FailedRequest {
  readonly accountId: string;
  /** If the request has one: events of one transaction are delivered in their order. */
  readonly transactionId: string | undefined;
  /** What the webhook says, in the words of the interface. */
  readonly transaction: Readonly<Record<string, unknown>>;
}

export async function reportFailedRequest(
  { db, clock }: FailedRequestNeeds,
  failed: FailedRequest,
): Promise<void> {
  await writeWebhook(db, { clock }, { ...failed, event: "transaction.failed" });
}
