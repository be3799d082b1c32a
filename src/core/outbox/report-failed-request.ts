/** Writes the webhook for a payment request that failed without creating a transaction. */
import type { Database } from "../../db/database.ts";
import type { Clock } from "../../ports/clock.ts";
import { writeWebhook } from "./write-event.ts";

export interface FailedRequestNeeds {
  readonly db: Database;
  readonly clock: Clock;
}

export interface FailedRequest {
  readonly accountId: string;
  /** The id in the request, if any. Events of one transaction are delivered in order. */
  readonly transactionId: string | undefined;
  /** The fields of the webhook, with the names of the interface. */
  readonly transaction: Readonly<Record<string, unknown>>;
}

export async function reportFailedRequest(
  { db, clock }: FailedRequestNeeds,
  failed: FailedRequest,
): Promise<void> {
  await writeWebhook(db, { clock }, { ...failed, event: "transaction.failed" });
}
