/** Tests of arrays.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { anyCodePoint } from "../../test/kit/code-points.ts";
import { openDatabase } from "../../test/kit/database.ts";
import { arrayLiteral, ColumnSlots, columnArrays, plainColumn, unnest } from "./arrays.ts";
import { sql } from "./sql.ts";
import { Statement } from "./statements/statement.ts";

test("PostgreSQL reads every text of an array unchanged", async (t) => {
  const { owner } = await openDatabase(t);
  // PostgreSQL does not accept U+0000 or half a surrogate pair.
  const text = fc.string({ unit: anyCodePoint }).filter((one) => !one.includes("\0"));
  const values = fc.array(fc.option(text), { maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(values, async (texts) => {
      const [row] = await owner.rows<{ back: unknown }>`
        select to_json(${arrayLiteral(texts)}::text[]) as back`;
      assert.deepEqual(row?.back, texts);
    }),
    { numRuns: 200 },
  );
});

test("bytes, times, numbers and flags keep their type, and a missing value is null", async (t) => {
  const { owner } = await openDatabase(t);
  const at = Temporal.Instant.from("2026-11-15T12:00:00.123456Z");
  const rows = [{ bytes: new Uint8Array([0, 92, 255]), at, count: 3, isOn: true }, { count: null }];
  const columns = columnArrays(rows, ["bytes", "at", "count", "isOn", "absent"]);
  const back = await owner.rows<Record<string, unknown>>`
    select encode(bytes, 'hex') as bytes, at, count, is_on, absent
    from unnest(${columns[0]}::bytea[], ${columns[1]}::timestamptz[], ${columns[2]}::int[],
      ${columns[3]}::bool[], ${columns[4]}::text[]) as one (bytes, at, count, is_on, absent)`;
  assert.deepEqual(back, [
    { bytes: "005cff", at, count: 3, is_on: true, absent: null },
    { bytes: null, at: null, count: null, is_on: null, absent: null },
  ]);
});

test("numbers, ids and hex are written without quotes, and a missing value is null", async (t) => {
  const { owner } = await openDatabase(t);
  const literal = plainColumn([7, "120000000001", undefined, "00E0FF", 0.25], (value) => value);
  const [row] = await owner.rows<{ back: unknown }>`select to_json(${literal}::text[]) as back`;
  assert.deepEqual(row?.back, ["7", "120000000001", null, "00E0FF", "0.25"]);
});

test("rows are returned unchanged, including documents and missing values", async (t) => {
  const { owner } = await openDatabase(t);
  const types = { id: "integer", name: "text", note: "json", nobody: "text" };
  const slots = new ColumnSlots(types);
  const statement = new Statement(sql`
    select to_json(array_agg(to_json(asked) order by id)) as back from ${unnest(types)}`);
  const text = fc.string({ unit: anyCodePoint }).filter((one) => !one.includes("\0"));
  const row = fc.record({
    name: fc.option(text, { nil: undefined }),
    note: fc.option(fc.object(), { nil: undefined }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 8 }), async (rows) => {
      const numbered = rows.map((one, id) => ({ id, ...one, unknown: "left out" }));
      const [found] = await owner.run<{ back: unknown }>(statement, slots.fill(numbered));
      const expected = numbered.map(({ id, name = null, note = null }) => ({
        id,
        name,
        note,
        nobody: null,
      }));
      assert.deepEqual(found?.back, JSON.parse(JSON.stringify(expected)));
    }),
    { numRuns: 200 },
  );
});
