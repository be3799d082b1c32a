/**
 * ACH on a new seeded database: entries like those of accepted requests, and a clock that tests
 * move.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { openAch, openDirectoryDrop } from "../../src/app/areas/ach.ts";
import { INDEX_LOOKUPS_ONLY } from "../../src/app/database/pools.ts";
import type { AchNeeds } from "../../src/core/ach/ach-needs.ts";
import { achBusinessWork } from "../../src/core/ach/business.ts";
import type { BankConnection } from "../../src/core/ach/connections/bank-connection.ts";
import { ConnectionStore } from "../../src/core/ach/connections/connection-store.ts";
import type { BankFailure } from "../../src/core/ach/exchange.ts";
import { runInOrder } from "../../src/core/calendar/advance-clock.ts";
import { type WorkRun, withClockLock } from "../../src/core/calendar/calendar-store.ts";
import type { Answer } from "../../src/core/payments/answer.ts";
import { ensureMonths } from "../../src/core/payments/ids/partition-store.ts";
import { DatabasePool } from "../../src/db/database-pool.ts";
import { PAYMENTS_ROLE } from "../../src/db/roles.ts";
import type { KeyCustody } from "../../src/ports/key-custody.ts";
import { Secret } from "../../src/values/secret.ts";
import { monthNumber, monthsAround, transactionId } from "../../src/values/transaction-id.ts";
import { StandingClock } from "./clock.ts";
import { openTestCustody } from "./custody.ts";
import { openSeededDatabase, type TestDatabase } from "./database.ts";
import type { Lifetime } from "./shared.ts";
import { testConfig } from "./test-config.ts";

/** A Monday morning in a week without a holiday. */
export const MONDAY = "2026-11-16T15:00:00Z";
export const BOOKS = "120000000001";
export const CLINIC = "120000000002";
/** A published test routing number. */
export const ROUTING = "021000021";

export interface TestAch {
  readonly needs: AchNeeds;
  readonly database: TestDatabase;
  readonly db: DatabasePool;
  readonly clock: StandingClock;
  /** The folder that contains the folders of directory drops. */
  readonly root: string;
  readonly troubles: BankFailure[];
  /** Moves business time and runs the work that becomes due. */
  advance(to: string): Promise<readonly WorkRun[]>;
}

export async function openTestAch(t: Lifetime, now = MONDAY): Promise<TestAch> {
  const database = await openSeededDatabase(t);
  const custody = await openTestCustody(database.app);
  const ach = await openAchOn({ database, custody, clock: new StandingClock(now) });
  database.beforeDrop(async () => custody.close());
  return ach;
}

/** Opens ACH on a database that something else uses too, such as the interfaces. */
export async function openAchOn(
  env: Pick<TestAch, "database" | "clock"> & { readonly custody: KeyCustody },
): Promise<TestAch> {
  const { database, custody, clock } = env;
  await ensureMonths(database.owner, monthsAround(clock.business()));
  const root = await mkdtemp(path.join(tmpdir(), "sixdoors ach "));
  const db = openAchPool(database.url);
  database.beforeDrop(async () => {
    await db.close();
    await rm(root, { recursive: true, force: true });
  });
  const config = { ...testConfig(), achFolder: root };
  const needs = openAch({ db, custody, clock, config, dataDir: root });
  database.beforeDrop(() => needs.close());
  const troubles: BankFailure[] = [];
  const advance = (to: string) => advanceTo(to, { needs, database, clock, troubles });
  return { needs, database, db, clock, root, troubles, advance };
}

/** A pool like that of the jobs. */
export function openAchPool(connectionString: string): DatabasePool {
  return new DatabasePool({
    connectionString,
    role: PAYMENTS_ROLE,
    size: 8,
    queueMax: 1_000,
    statementTimeoutMs: 60_000,
    settings: INDEX_LOOKUPS_ONLY,
  });
}

async function advanceTo(
  to: string,
  ach: Pick<TestAch, "needs" | "database" | "clock" | "troubles">,
): Promise<readonly WorkRun[]> {
  const { needs, database, clock, troubles } = ach;
  const onBankFailure = (trouble: BankFailure) => troubles.push(trouble);
  const work = await achBusinessWork({ ...needs, onBankFailure });
  const by = Temporal.Instant.from(to);
  const moveTo = async (dueAt: Temporal.Instant) => clock.set(dueAt.toString());
  const { runs } = await withClockLock(database.owner, (db) =>
    runInOrder({ clock, work, db }, by, moveTo),
  );
  for (const { name, outcome, summary } of runs)
    assert.equal(outcome, "done", `${name}: ${summary}`);
  clock.set(to);
  return runs;
}

export interface EntryWish {
  readonly id?: string;
  readonly accountId?: string;
  readonly type?: "SALE" | "CREDIT";
  readonly secCode?: string;
  readonly accountNumber?: string;
  readonly accountType?: "checking" | "savings";
  readonly cents?: number;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly company?: string;
  readonly checkNumber?: string;
  readonly paymentType?: string;
  readonly recurringId?: string;
  readonly invoiceEntry?: string;
  readonly description?: string;
}

let counter = 700_000;

/** Adds an accepted ACH request, as the payment interface stores it. Returns its id. */
export async function addEntry(
  { needs, database, clock }: Pick<TestAch, "needs" | "database" | "clock">,
  wish: EntryWish = {},
): Promise<string> {
  const { accountId = BOOKS, type = "SALE", cents = 1_234, accountType = "checking" } = wish;
  const id = wish.id ?? transactionId(monthNumber(clock.business()), ++counter);
  const number = wish.accountNumber ?? "9876543210";
  const bank = { routingNumber: ROUTING, accountNumber: new Secret(number), accountType };
  const sealed = await needs.vault.sealBank(accountId, id, bank);
  const [now, attempt] = [clock.business(), randomUUID()];
  await database.owner.rows`
    insert into vault (account_id, token_id, kind, sealed, created_at, used_at)
    values (${accountId}, ${id}, 'bank', ${sealed}, ${now}, ${now})`;
  await database.owner.rows`
    insert into transactions (account_id, id, attempt_id, transaction_type, tender_type, state,
      is_approved, authorized_at, amount_cents, request_amount_cents, currency, message, card_brand,
      last4, first_name, last_name, company, payment_type, recurring_id, check_number, sec_code,
      bank_account_type, invoice_entry, description)
    values (${accountId}, ${id}, ${attempt}, ${type}, 'ACH', 'pending', true, ${now}, ${cents},
      ${cents}, 'USD', 'PENDING', 'ACH', ${number.slice(-4)}, ${wish.firstName ?? "Ada"},
      ${wish.lastName ?? "Buyer"}, ${wish.company}, ${wish.paymentType}, ${wish.recurringId},
      ${wish.checkNumber}, ${wish.secCode ?? "WEB"}, ${accountType},
      ${wish.invoiceEntry}, ${wish.description})`;
  const answer = approvedAnswer(id, type, cents);
  await database.owner.rows`
    insert into attempts (account_id, transaction_id, attempt_id, transaction_type, outcome,
      fingerprint, answer, started_at, finished_at)
    values (${accountId}, ${id}, ${attempt}, ${type}, 'approved', '', ${JSON.stringify(answer)},
      ${now}, ${now})`;
  return id;
}

function approvedAnswer(id: string, transactionType: "SALE" | "CREDIT", cents: number): Answer {
  return {
    outcome: "approved",
    transactionId: id,
    transactionType,
    tenderType: "ACH",
    timestamp: "2026-11-16 10:00:00",
    message: "PENDING",
    requestAmountCents: cents,
    amountCents: cents,
    currency: "USD",
  };
}

export interface Standing {
  readonly state: string;
  readonly message: string;
  readonly is_approved: boolean;
  readonly batched_at: Temporal.Instant | null;
  readonly batch_id: number | null;
  readonly settle_at: Temporal.Instant | null;
  readonly return_code: string | null;
  readonly noc_data: string | null;
  readonly trace_num: string | null;
}

export async function readEntry({ database }: Pick<TestAch, "database">, id: string) {
  const [row] = await database.owner.rows<Standing>`
    select state, message, is_approved, batched_at, batch_id, settle_at, return_code, noc_data,
      trace_num
    from transactions where id = ${id}`;
  return row ?? assert.fail(`there is no transaction ${id}`);
}

/** Each as "status code at, late". */
export async function listUpdates({ database }: Pick<TestAch, "database">, id: string) {
  const rows = await database.owner.rows<{ said: string; at: Temporal.Instant }>`
    select concat_ws(' ', status, return_code, case when is_late then 'late' end) as said,
      action_at as at
    from ach_updates where transaction_id = ${id} order by update_number`;
  return rows.map(({ said, at }) => `${at}: ${said}`);
}

/** A bank that is connected by folders, for the given accounts. */
export async function connectFolder(
  { needs, database, root, clock }: TestAch,
  name: string,
  own: Partial<BankConnection> & { readonly accounts?: readonly string[] } = {},
) {
  const [simulator] = await new ConnectionStore(database.owner).listConnections();
  assert.ok(simulator);
  const { accounts = [BOOKS], ...wishes } = own;
  const connection: BankConnection = { ...simulator, name, network: "directory", ...wishes };
  assert.ok(await new ConnectionStore(database.owner).addConnection(connection));
  await database.owner.rows`
    update accounts set ach_processor = ${name} where id = any (${accounts}::bigint[])`;
  const config = { ...testConfig(), achFolder: root };
  const folders = await openDirectoryDrop({ clock, config, dataDir: root }).makeFolders(name);
  assert.ok(needs.networks.directory);
  return { connection, folders };
}
