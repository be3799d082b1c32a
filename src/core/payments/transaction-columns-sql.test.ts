/** Tests of transaction-columns-sql.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { AttemptNote } from "./attempts/attempt.ts";
import { fromStoredNote, toStoredNote } from "./attempts/stored-note.ts";
import {
  columnTypes,
  fromColumns,
  TRANSACTION_COLUMNS,
  toColumns,
} from "./transaction-columns-sql.ts";

test("no two values are stored in the same column", () => {
  const columns = Object.keys(columnTypes(TRANSACTION_COLUMNS));
  assert.equal(columns.length, Object.keys(TRANSACTION_COLUMNS).length);
});

test("every value can be read back from its column", () => {
  const values = Object.fromEntries(Object.keys(TRANSACTION_COLUMNS).map((name) => [name, name]));
  assert.deepEqual(fromColumns(toColumns(values)), values);
});

test("a note is stored in the format of earlier releases, and their notes can be read", () => {
  const note: AttemptNote = {
    draft: { tenderType: "CARD", currency: "USD", firstName: "Jim", formFields: { Size: "L" } },
    timeZone: "UTC",
    hasWebhook: true,
  };
  const stored = JSON.parse(JSON.stringify(toStoredNote(note)));
  assert.deepEqual(stored, {
    columns: {
      tender_type: "CARD",
      currency: "USD",
      first_name: "Jim",
      form_fields: { Size: "L" },
    },
    timeZone: "UTC",
    hasWebhook: true,
  });
  assert.deepEqual(fromStoredNote(stored), note);
});
