/** Exports and imports keep one chunk in memory, for any amount of data. */
import assert from "node:assert/strict";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import type { DatabasePool } from "../../src/db/database-pool.ts";
import { exportDatabase } from "../../src/db/transfer/export-database.ts";
import { importDatabase } from "../../src/db/transfer/import-database.ts";
import { idRange, monthNumber } from "../../src/values/transaction-id.ts";
import { openDatabase } from "../kit/database.ts";
import { digestTables } from "../kit/every-table.ts";
import { migrations, needsFor, openTarget } from "../kit/transfer.ts";

const ROWS = 16_000;
const ROWS_AT_ONCE = 4_000;
const ROW_BYTES = 8_192;
/** All rows in memory would need more than this. Buffers that are no longer used need half of it. */
const GROWTH_BYTES_MAX = (ROWS * ROW_BYTES * 3) / 4;

test("the memory for 130 MB of rows is a fraction of their size", async (t) => {
  const { owner } = await openDatabase(t);
  await addTransactions(owner);
  const folder = await mkdtemp(path.join(tmpdir(), "sixdoors-transfer-"));
  t.after(() => rm(folder, { recursive: true }));
  const file = path.join(folder, "export.gz");
  const target = await openTarget(t);

  const start = process.memoryUsage.rss();
  let highest = start;
  const onProgress = () => {
    highest = Math.max(highest, process.memoryUsage.rss());
  };
  await exportDatabase(owner, createWriteStream(file), { product: "test", onProgress });
  await importDatabase(target, createReadStream(file), {
    ...needsFor(target, migrations),
    onProgress,
  });

  t.diagnostic(`grew by ${highest - start} bytes`);
  assert.ok(highest - start < GROWTH_BYTES_MAX, `grew by ${highest - start} bytes`);
  const [before, after] = [await digestTables(owner), await digestTables(target)];
  assert.deepEqual(after, before);
  assert.equal(after.find(({ table }) => table === "public.transactions")?.rows, ROWS);
});

/** In several statements, so that none reaches its timeout on a busy machine. */
async function addTransactions(owner: DatabasePool): Promise<void> {
  for (let from = 1; from <= ROWS; from += ROWS_AT_ONCE) await addSome(owner, from);
}

async function addSome(owner: DatabasePool, from: number): Promise<void> {
  const { first } = idRange(monthNumber(Temporal.Now.instant()));
  await owner.rows`
    insert into transactions (account_id, id, attempt_id, transaction_type, tender_type, state,
      is_approved, authorized_at, amount_cents, request_amount_cents, currency, message,
      custom_data)
    select 1, ${first}::bigint + k, gen_random_uuid(), 'SALE', 'CARD', 'sold', true, now(), k, k,
      'USD', 'row ' || k, repeat(md5(k::text), ${ROW_BYTES / 32})
    from generate_series(${from}::integer, ${from + ROWS_AT_ONCE - 1}::integer) k`;
}
