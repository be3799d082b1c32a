/** How values of a list are written to a CSV file. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type CsvColumn, writeCsvHeader, writeCsvRow } from "./csv-column.ts";

interface Row {
  readonly name?: string | null;
  readonly at?: string | Temporal.Instant | null;
  readonly cents?: number | null;
}

const COLUMNS: readonly CsvColumn<Row>[] = [
  { header: "Name", text: ({ name }) => name },
  { header: "Created", time: ({ at }) => at },
  { header: "Amount", cents: ({ cents }) => cents },
  { header: "Count", count: ({ cents }) => cents },
];
const ZONE = "America/New_York";

test("a header names the time zone of its times", () => {
  assert.equal(writeCsvHeader(COLUMNS, ZONE), "Name,Created (America/New_York),Amount,Count\r\n");
});

test("amounts are decimal, times have their offset, and texts are quoted and guarded", () => {
  const write = (row: Row) => writeCsvRow(COLUMNS, row, ZONE);
  const summer = Temporal.Instant.from("2026-07-01T12:00:00.9Z");
  assert.equal(
    write({ name: 'a "b", c', at: summer, cents: 5 }),
    '"a ""b"", c",2026-07-01 08:00:00-04:00,0.05,5\r\n',
  );
  assert.equal(
    write({ name: "=1+1", at: "2026-11-18T12:00:00Z", cents: -123_456 }),
    "'=1+1,2026-11-18 07:00:00-05:00,-1234.56,-123456\r\n",
  );
  assert.equal(write({ name: null, at: null, cents: null }), ",,,\r\n");
  assert.equal(write({}), ",,,\r\n");
});
