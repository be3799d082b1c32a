/** Writes the request log of certification. */
import type { Database } from "../../db/database.ts";
import type { RequestOutcome } from "../../values/request-outcome.ts";

export interface LoggedRequest {
  readonly requestId: string;
  readonly receivedAt: Temporal.Instant;
  readonly tookMs: number;
  readonly interfaceName: string;
  /** In plain words: "Sale", "Create client". */
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly outcome: RequestOutcome;
  readonly errorCode: string | undefined;
  /** Who logged in. Undefined: nobody, or the login failed. */
  readonly actor: string | undefined;
  /** The account that the request named, even if its login failed. */
  readonly accountId: string | undefined;
  readonly partnerId: string | undefined;
  readonly transactionId: string | undefined;
  /** The payment that a capture, refund or reversal changes. */
  readonly originalId: string | undefined;
  readonly amountCents: number | undefined;
  readonly address: string;
  /** Both are masked and shortened before they are stored. */
  readonly request: string;
  readonly answer: string;
}

export class RequestLogStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async insertRequests(requests: readonly LoggedRequest[]): Promise<void> {
    const rows = requests.map((request) => ({
      request_id: request.requestId,
      received_at: request.receivedAt.toString(),
      took_ms: request.tookMs,
      interface_name: request.interfaceName,
      operation: request.operation,
      method: request.method,
      path: request.path,
      status: request.status,
      outcome: request.outcome,
      error_code: request.errorCode,
      actor: request.actor,
      account_id: request.accountId,
      partner_id: request.partnerId,
      transaction_id: request.transactionId,
      original_id: request.originalId,
      amount_cents: request.amountCents,
      address: request.address,
      request: request.request,
      answer: request.answer,
    }));
    await this.#db.rows`
      insert into request_log (request_id, received_at, took_ms, interface_name, operation, method, path, status,
        outcome, error_code, actor, account_id, partner_id, transaction_id, original_id, amount_cents, address,
        request, answer)
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as logged (request_id uuid,
        received_at timestamptz, took_ms real, interface_name text, operation text, method text, path text,
        status smallint, outcome text, error_code text, actor text, account_id bigint, partner_id bigint,
        transaction_id bigint, original_id bigint, amount_cents bigint, address text, request text, answer text)`;
  }
}
