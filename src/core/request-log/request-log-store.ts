/** Writes the request log of certification. */
import type { Database } from "../../db/database.ts";

export interface LoggedRequest {
  readonly requestId: string;
  readonly receivedAt: Temporal.Instant;
  readonly tookMs: number;
  readonly interfaceName: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly actor: string | undefined;
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
      method: request.method,
      path: request.path,
      status: request.status,
      actor: request.actor ?? null,
      address: request.address,
      request: request.request,
      answer: request.answer,
    }));
    await this.#db.rows`
      insert into request_log (request_id, received_at, took_ms, interface_name, method, path, status,
        actor, address, request, answer)
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as logged (request_id uuid,
        received_at timestamptz, took_ms real, interface_name text, method text, path text, status smallint,
        actor text, address text, request text, answer text)`;
  }
}
