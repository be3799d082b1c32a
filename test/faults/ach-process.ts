/** Worker processes that close ACH files, for tests that kill them, and entries to send. */
import assert from "node:assert/strict";
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import type { TestContext } from "node:test";
import { arrayLiteral } from "../../src/db/arrays.ts";
import { Secret } from "../../src/values/secret.ts";
import { monthNumber, transactionId } from "../../src/values/transaction-id.ts";
import { BOOKS, CLINIC, ROUTING, type TestAch } from "../kit/ach.ts";
import { NODE } from "../kit/process.ts";

const WORKER = path.join(import.meta.dirname, "ach-worker.ts");

/** The report of a worker about the files that it closed. */
export interface Closed {
  /** Null: all files were sent. */
  readonly trouble: string | null;
}

export async function startWorker(t: TestContext, { database, root }: TestAch, dies = "") {
  const worker = fork(WORKER, {
    execPath: NODE,
    execArgv: [],
    env: { ...process.env, DATABASE_URL: database.url, ACH_FOLDER: root, DIES: dies },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  t.after(() => worker.kill("SIGKILL"));
  await once(worker, "message");
  return worker;
}

/** Makes a worker close a file of the waiting entries. */
export async function closeFile(worker: ChildProcess): Promise<Closed> {
  const answer = once(worker, "message");
  worker.send("go");
  const [closed] = await answer;
  return closed as Closed;
}

/** A worker that is not killed, right after the dead one. */
export async function finishAfter(t: TestContext, ach: TestAch): Promise<void> {
  const worker = await startWorker(t, ach);
  assert.deepEqual((await closeFile(worker)).trouble, null);
  worker.kill("SIGKILL");
  await once(worker, "exit");
}

let counter = 0;

export async function addEntries(
  { needs, database, clock }: TestAch,
  count: number,
): Promise<void> {
  const month = monthNumber(clock.business());
  const rows = Array.from({ length: count }, () => {
    counter++;
    const account = counter % 3 === 0 ? CLINIC : BOOKS;
    return { account, id: transactionId(month, 800_000_000 + counter) };
  });
  const accountNumber = new Secret("9876543210");
  const bank = { routingNumber: ROUTING, accountType: "checking", accountNumber } as const;
  const sealed = await Promise.all(
    rows.map(({ account, id }) => needs.vault.sealBank(account, id, bank)),
  );
  const [accounts, ids] = [rows.map(({ account }) => account), rows.map(({ id }) => id)];
  await database.owner.rows`
    insert into vault (account_id, token_id, kind, sealed, created_at, used_at)
    select account, id, 'bank', bank, now(), now()
    from unnest(${accounts}::bigint[], ${ids}::bigint[], ${arrayLiteral(sealed)}::bytea[])
      as one (account, id, bank)`;
  await database.owner.rows`
    insert into transactions (account_id, id, attempt_id, transaction_type, tender_type, state,
      is_approved, authorized_at, amount_cents, request_amount_cents, currency, message, card_brand,
      last4, first_name, last_name, sec_code, bank_account_type)
    select account, id, gen_random_uuid(), case id % 4 when 0 then 'CREDIT' else 'SALE' end, 'ACH',
      'pending', true, now(), 100 + id % 900, 100 + id % 900, 'USD', 'PENDING', 'ACH', '3210',
      'Ada', 'Buyer', (array['WEB', 'PPD', 'CCD'])[1 + id % 3], 'checking'
    from unnest(${accounts}::bigint[], ${ids}::bigint[]) as one (account, id)`;
}
