/**
 * Data keys after a failover that lost their rows: lost keys are not used again, and sealed values
 * stay readable.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { sealedDataKeyId } from "../../src/adapters/key-custody/sealed-value.ts";
import { CARD, openCustody, VAULT } from "../kit/custody.ts";
import { openDatabase, type TestDatabase } from "../kit/database.ts";

/** Ends the connections of the application, as in a failover. */
async function loseConnections({ app, owner }: TestDatabase): Promise<void> {
  const { losses } = app;
  await owner.rows`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`;
  while (app.losses === losses) await new Promise((resolve) => setTimeout(resolve, 5));
}

const nowMs = () => 0;

test("after a lost connection, a data key without a row seals nothing more", async (t) => {
  const database = await openDatabase(t);
  const custody = await openCustody(t, database, { nowMs });
  const before = await custody.seal(CARD, VAULT);
  await database.owner.rows`delete from data_keys where purpose = 'seal'`;
  await loseConnections(database);
  const after = await custody.seal(CARD, VAULT);
  assert.notEqual(sealedDataKeyId(after), sealedDataKeyId(before));
  const restarted = await openCustody(t, database, { nowMs });
  assert.equal((await restarted.open(after, VAULT)).reveal(), CARD.reveal());
});

test("a value that was sealed with a lost key can be opened after a restart", async (t) => {
  const database = await openDatabase(t);
  const custody = await openCustody(t, database, { nowMs });
  const before = await custody.seal(CARD, VAULT);
  await database.owner.rows`delete from data_keys where purpose = 'seal'`;
  await loseConnections(database);
  assert.equal((await custody.open(before, VAULT)).reveal(), CARD.reveal());
  const restarted = await openCustody(t, database, { nowMs });
  assert.equal((await restarted.open(before, VAULT)).reveal(), CARD.reveal());
  const [row] = await database.owner.rows`
    select retired_at is not null as is_retired from data_keys where id = ${sealedDataKeyId(before)}`;
  assert.deepEqual(row, { is_retired: true }, "from now on the key only opens");
});

test("a key that still has its row continues to seal after a lost connection", async (t) => {
  const database = await openDatabase(t);
  const custody = await openCustody(t, database, { nowMs });
  const before = await custody.seal(CARD, VAULT);
  await loseConnections(database);
  assert.equal(sealedDataKeyId(await custody.seal(CARD, VAULT)), sealedDataKeyId(before));
});

test("a key whose id belongs to another key now is not used, and the other key opens", async (t) => {
  const database = await openDatabase(t);
  const custody = await openCustody(t, database, { nowMs });
  const id = sealedDataKeyId(await custody.seal(CARD, VAULT));
  await database.owner.rows`delete from data_keys where purpose = 'seal'`;
  // The sequence was reset too, so the next process makes a key with the same id.
  await database.owner.rows`select setval('data_keys_id_seq', ${id}::bigint, false)`;
  const other = await openCustody(t, database, { nowMs });
  const theirs = await other.seal(CARD, VAULT);
  assert.equal(sealedDataKeyId(theirs), id);
  await loseConnections(database);
  assert.equal((await custody.open(theirs, VAULT)).reveal(), CARD.reveal());
  assert.notEqual(sealedDataKeyId(await custody.seal(CARD, VAULT)), id);
});

test("a new key whose id a restored key has uses another id", async (t) => {
  const database = await openDatabase(t);
  const custody = await openCustody(t, database, { nowMs });
  const id = sealedDataKeyId(await custody.seal(CARD, VAULT));
  await database.owner.rows`select setval('data_keys_id_seq', ${id}::bigint, false)`;
  const other = await openCustody(t, database, { nowMs });
  assert.notEqual(sealedDataKeyId(await other.seal(CARD, VAULT)), id);
});
