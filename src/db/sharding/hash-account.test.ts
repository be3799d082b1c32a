/** Tests of hash-account.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { openDatabase } from "../../../test/kit/database.ts";
import { hashAccount } from "./hash-account.ts";

const ID_MAX = 999_999_999_999;

test("accounts have the hash that PostgreSQL computes", async (t) => {
  const { owner } = await openDatabase(t);
  const ids = fc.sample(fc.integer({ min: 1, max: ID_MAX }), 500).map(String);
  const rows = await owner.rows<{ hash: number }>`
    select hashint8(id) as hash from unnest(${[...ids, "1", String(ID_MAX)]}::bigint[]) as id`;
  assert.deepEqual(
    [...ids, "1", String(ID_MAX)].map(hashAccount),
    rows.map(({ hash }) => hash),
  );
});
