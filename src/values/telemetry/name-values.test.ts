/** Lists of names and values, as in OTEL_EXPORTER_OTLP_HEADERS. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { readNameValues } from "./name-values.ts";

test("names and values are separated by equals signs and commas", () => {
  assert.deepEqual(readNameValues(""), {});
  assert.deepEqual(readNameValues("api-key=a%20b=c, x.y = 2 ,"), {
    "api-key": "a b=c",
    "x.y": "2",
  });
});

test("an entry without a name, or with a control character, is wrong", () => {
  for (const wrong of ["key", "=value", "a b=c", "a=%0d%0a", "a=%zz"]) {
    assert.equal(readNameValues(wrong), undefined, wrong);
  }
});
