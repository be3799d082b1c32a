/** Adds transactions, and asks for reports about them. */
import type { FastifyInstance } from "fastify";
import type { Config } from "../../src/config.ts";
import type { SeedAccount } from "../../src/core/certification/certification-seed.ts";
import { ensureMonths } from "../../src/core/payments/ids/partition-store.ts";
import type { DatabasePool } from "../../src/db/database-pool.ts";
import { monthNumber, transactionId } from "../../src/values/transaction-id.ts";
import { ACCOUNT, openTestApp, post, type TestApp } from "./app.ts";
import { addOwnAccount, type OwnAccount } from "./own-account.ts";
import { type Lifetime, openShared } from "./shared.ts";

/** Sunday noon in New York, the time zone of account 120000000001. */
export const NOW = "2026-11-15T17:00:00Z";
export const NO_LIMITS = { callerPerSecond: 0, addressPerSecond: 0 };
export const REPORTS = "/api/rsapi/3.8";

export type Row = Record<string, unknown>;

/** An approved card sale of 12.34, of yesterday in New York, with the given changes. */
export function aRow(wishes: Row = {}): Row {
  return {
    account_id: ACCOUNT.account_id,
    attempt_id: crypto.randomUUID(),
    transaction_type: "SALE",
    tender_type: "CARD",
    state: "sold",
    is_approved: true,
    authorized_at: "2026-11-14T17:00:00Z",
    amount_cents: 1234,
    request_amount_cents: 1234,
    refunded_cents: 0,
    currency: "USD",
    message: "APPROVED",
    ...wishes,
  };
}

export interface ReportEnvironment extends TestApp {
  readonly login: OwnAccount;
  /** Stores rows as they are and returns their ids. */
  add(...rows: readonly Row[]): Promise<string[]>;
  addUpdates(...rows: readonly Row[]): Promise<void>;
  ask(parameters?: Record<string, string>): Promise<Answer>;
  /** Returns the ids of a report in its order, or none if it has no data. */
  idsOf(parameters?: Record<string, string>): Promise<string[]>;
  /** Returns the records of a JSON report, or none if it has no data. */
  recordsOf(parameters?: Record<string, string>): Promise<Row[]>;
}

export interface Answer {
  readonly status: number;
  /** The code and the message. */
  readonly said: string;
  readonly type: string;
  readonly body: string;
}

export async function openReportEnvironment(
  t: Lifetime,
  settings: Partial<Config> = {},
): Promise<ReportEnvironment> {
  const app = await openTestApp(t, settings, NO_LIMITS);
  app.clock.set(NOW);
  await ensureMonths(app.database.owner, [monthNumber(app.clock.business())]);
  return reportsOf(app, ACCOUNT);
}

/**
 * Reports of an account of the test's own, in an app that the tests of a file share. Rows are added
 * to this account if they name no other.
 */
export async function openOwnReports(
  t: Lifetime,
  wishes: Partial<SeedAccount> = {},
): Promise<ReportEnvironment> {
  const app = await openShared(t, openReportEnvironment);
  return reportsOf(app, await addOwnAccount(app, wishes));
}

function reportsOf(app: TestApp, login: OwnAccount): ReportEnvironment {
  const { owner } = app.database;
  const ask = (parameters = {}) => askFor(app.server, { ...login, ...parameters });
  const recordsOf = async (parameters = {}) => {
    const { said, body } = await ask({ ...parameters, response_format: "JSON" });
    if (said === "608 No Data") return [];
    if (said !== "100 OK") throw new Error(said);
    return (JSON.parse(body) as { transactions: Row[] }).transactions;
  };
  const { account_id } = login;
  return {
    ...app,
    login,
    ask,
    recordsOf,
    add: (...rows) =>
      addRows(
        owner,
        rows.map((row) => ({ account_id, ...row })),
      ),
    addUpdates: (...rows) => insert(owner, "ach_updates", rows),
    idsOf: async (parameters) =>
      (await recordsOf(parameters)).map(({ transaction_id }) => String(transaction_id)),
  };
}

export async function askFor(
  server: FastifyInstance,
  parameters: Record<string, string>,
): Promise<Answer> {
  const { statusCode: status, headers, body } = await post(server, REPORTS, parameters);
  const said = String(headers["qs-response-code"]);
  return { status, said, type: String(headers["content-type"]), body };
}

let counter = 700_000_000;

async function addRows(owner: DatabasePool, rows: readonly Row[]): Promise<string[]> {
  const month = monthNumber(Temporal.Instant.from(NOW));
  const full = rows.map((row) => ({ id: transactionId(month, counter++), ...aRow(row) }));
  await insert(owner, "transactions", full);
  return full.map(({ id }) => id);
}

async function insert(
  owner: DatabasePool,
  table: "transactions" | "ach_updates",
  rows: readonly Row[],
): Promise<void> {
  const json = JSON.stringify(rows);
  if (table === "ach_updates") {
    await owner.rows`
      insert into ach_updates
      select * from json_populate_recordset(null::ach_updates, ${json}::json)`;
    return;
  }
  await owner.rows`
    insert into transactions
    select * from json_populate_recordset(null::transactions, ${json}::json)`;
}
