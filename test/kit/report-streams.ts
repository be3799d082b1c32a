/** Large reports over a real socket, read as slowly as a test needs. */
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import type { DatabasePool } from "../../src/db/database-pool.ts";
import { monthNumber, transactionId } from "../../src/values/transaction-id.ts";
import { ACCOUNT } from "./app.ts";
import { NOW, REPORTS, type ReportEnvironment } from "./reports.ts";

/** Adds yesterday's sales with a long description each, more than socket buffers hold. */
export async function addMany(
  owner: DatabasePool,
  count: number,
  accountId = ACCOUNT.account_id,
  length = 1_000,
) {
  const first = transactionId(monthNumber(Temporal.Instant.from(NOW)), 800_000_000);
  await owner.rows`
    insert into transactions (account_id, id, attempt_id, transaction_type, tender_type, state,
      is_approved, authorized_at, amount_cents, request_amount_cents, currency, message, description)
    select ${accountId}, ${first}::bigint + place, gen_random_uuid(), 'SALE', 'CARD', 'sold', true,
      '2026-11-14T12:00:00Z'::timestamptz + place * interval '1 ms', 100, 100, 'USD', 'APPROVED',
      repeat('x', ${length}::int)
    from generate_series(1, ${count}::int) as place`;
  await owner.rows`analyze transactions`;
}

export async function listen({ server }: Pick<ReportEnvironment, "server">): Promise<number> {
  await server.listen({ port: 0, host: "127.0.0.1" });
  return (server.server.address() as AddressInfo).port;
}

/** Returns the head of the answer. Its body is not read yet. */
export async function begin(
  port: number,
  parameters: Record<string, string> = {},
  headers: Record<string, string> = {},
): Promise<IncomingMessage> {
  const body = new URLSearchParams({ ...ACCOUNT, ...parameters }).toString();
  const asked = request({
    port,
    host: "127.0.0.1",
    path: REPORTS,
    method: "POST",
    agent: false,
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      "content-length": Buffer.byteLength(body),
      ...headers,
    },
  });
  // A reader that closes early gets an error on both sides.
  asked.on("error", () => {});
  asked.end(body);
  const [answer] = (await once(asked, "response")) as [IncomingMessage];
  return answer;
}

/** Reads the whole body. `isWhole` tells whether it ended normally. */
export async function readAll(answer: IncomingMessage) {
  const pieces: Buffer[] = [];
  let isWhole = true;
  try {
    for await (const piece of answer) pieces.push(piece as Buffer);
  } catch {
    isWhole = false;
  }
  const bytes = Buffer.concat(pieces);
  return { bytes, text: bytes.toString(), isWhole: isWhole && answer.complete };
}

export function readResponseCode(answer: IncomingMessage): string {
  return String(answer.headers["qs-response-code"]);
}

/** Returns the code of the answer and closes the connection. */
export async function callForResponseCode(port: number, parameters: Record<string, string> = {}) {
  const answer = await begin(port, parameters);
  answer.destroy();
  return readResponseCode(answer);
}

/** Counts the reports that the database works on or keeps a snapshot for. */
export async function running(owner: DatabasePool): Promise<number> {
  const [row] = await owner.rows<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()
      and (query like 'copy (select%' or query like 'begin isolation level repeatable%')
      and state <> 'idle'`;
  return row?.count ?? 0;
}
