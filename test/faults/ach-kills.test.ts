/** kill -9 during cut-off and hand-over: every entry is in one file, and no file leaves twice. */
import assert from "node:assert/strict";
import { type ChildProcess, fork } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { mkdir, readdir, readFile, rename } from "node:fs/promises";
import path from "node:path";
import { type TestContext, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import type { Folders } from "../../src/adapters/directory-drop/folders.ts";
import { arrayLiteral } from "../../src/db/arrays.ts";
import { Secret } from "../../src/values/secret.ts";
import { monthOf, transactionId } from "../../src/values/transaction-id.ts";
import { BOOKS, CLINIC, connectFolder, openTestAch, ROUTING, type TestAch } from "../kit/ach.ts";
import { NODE } from "../kit/process.ts";
import { tier } from "../kit/tier.ts";
import { Random } from "../proof/random.ts";

const KILLS = tier(5, 50);
const ENTRIES = 1_500;
const WORKER = path.join(import.meta.dirname, "ach-worker.ts");
/** Where a worker dies; the first by a shot from outside, any time. */
const MOMENTS = [
  "any time",
  "before prepare",
  "after prepare",
  "before hand-over",
  "after hand-over",
];

test(`${KILLS} kills: Σ entries in files = Σ entries batched, none twice, none lost`, async (t) => {
  const ach = await openTestAch(t, Temporal.Now.instant().toString());
  const { folders } = await connectFolder(ach, "first-bank", { accounts: [BOOKS, CLINIC] });
  const bank = new Bank(folders, path.join(ach.root, "at the bank"));
  await mkdir(bank.taken);
  const seed = Number(process.env["FAULT_SEED"] ?? randomInt(1_000_000_000));
  t.diagnostic(`FAULT_SEED=${seed}`);
  const random = new Random(seed);
  let deaths = 0;
  for (let round = 0; deaths < KILLS; round++) {
    await addEntries(ach, ENTRIES);
    const moment = MOMENTS[round % MOMENTS.length] ?? "";
    const worker = await startWorker(t, ach, moment);
    worker.send("go");
    if (moment === "any time") {
      await pause(random.whole(0, 500));
      worker.kill("SIGKILL");
    }
    const [, signal] = await once(worker, "exit");
    if (signal === "SIGKILL") deaths++;
    await bank.take();
    await finish(t, ach);
    await bank.take();
    await assertWhole(ach, bank);
  }
  const [left] = await ach.database.owner.rows<{ count: number }>`
    select count(*)::int as count from transactions
    where tender_type = 'ACH' and batched_at is null`;
  assert.equal(left?.count, 0);
  t.diagnostic(`${deaths} deaths, ${bank.names.size} files`);
});

/** Takes what it finds in the outbox away at once, and is never given the same name again. */
class Bank {
  readonly names = new Set<string>();
  readonly taken: string;
  readonly #folders: Folders;

  constructor(folders: Folders, taken: string) {
    this.#folders = folders;
    this.taken = taken;
  }

  async take(): Promise<void> {
    for (const name of await readdir(this.#folders.outbox)) {
      assert.ok(!this.names.has(name), `${name} left twice`);
      this.names.add(name);
      await rename(path.join(this.#folders.outbox, name), path.join(this.taken, name));
    }
  }

  /** By columns: the id of each entry, and its amount. */
  async entries(): Promise<[id: string, cents: number][]> {
    const texts = await Promise.all(
      [...this.names].map((name) => readFile(path.join(this.taken, name), "latin1")),
    );
    const lines = texts.flatMap((text) => text.split("\n")).filter((line) => line.startsWith("6"));
    return lines.map((line) => [line.slice(39, 54).trim(), Number(line.slice(29, 39))]);
  }
}

async function startWorker(t: TestContext, { database, root }: TestAch, dies: string) {
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

/** A worker that nobody kills, right after the dead one. */
async function finish(t: TestContext, ach: TestAch): Promise<void> {
  const worker = await startWorker(t, ach, "");
  worker.send("go");
  const [{ trouble }] = await once(worker, "message");
  assert.equal(trouble, null);
  await end(worker);
}

async function end(worker: ChildProcess): Promise<void> {
  worker.kill("SIGKILL");
  await once(worker, "exit");
}

async function assertWhole({ database }: TestAch, bank: Bank): Promise<void> {
  const inFiles = await bank.entries();
  const batched = await database.owner.rows<{ id: string; cents: number }>`
    select lpad(id::text, 12, '0') as id, amount_cents as cents from transactions
    where tender_type = 'ACH' and batched_at is not null`;
  const ids = new Set(inFiles.map(([id]) => id));
  assert.equal(ids.size, inFiles.length, "an entry is in two files");
  assert.equal(inFiles.length, batched.length, "an entry was lost");
  assert.ok(batched.every(({ id }) => ids.has(id)));
  const sum = (amounts: readonly number[]) => amounts.reduce((total, cents) => total + cents, 0);
  assert.equal(sum(inFiles.map(([, cents]) => cents)), sum(batched.map(({ cents }) => cents)));
  const [books] = await database.owner.rows<{ entries: number; counted: number }>`
    select (select count(*)::int from ach_entries) as entries,
      (select sum(entry_count)::int from ach_files where state = 'handed_over') as counted`;
  assert.deepEqual(books, { entries: inFiles.length, counted: inFiles.length });
}

let counter = 0;

async function addEntries({ needs, database, clock }: TestAch, count: number): Promise<void> {
  const month = monthOf(clock.business());
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
      is_approved, authorised_at, amount_cents, request_amount_cents, currency, message, card_brand,
      last4, first_name, last_name, sec_code, bank_account_type)
    select account, id, gen_random_uuid(), case id % 4 when 0 then 'CREDIT' else 'SALE' end, 'ACH',
      'pending', true, now(), 100 + id % 900, 100 + id % 900, 'USD', 'PENDING', 'ACH', '3210',
      'Ada', 'Buyer', (array['WEB', 'PPD', 'CCD'])[1 + id % 3], 'checking'
    from unnest(${accounts}::bigint[], ${ids}::bigint[]) as one (account, id)`;
}
