import assert from "node:assert/strict";
import { test } from "node:test";
import { readTimeZone } from "./time-zone.ts";

test("a time zone has the name of the IANA database, in any case", () => {
  assert.equal(readTimeZone("America/New_York"), "America/New_York");
  assert.equal(readTimeZone("america/new_york"), "America/New_York");
  assert.equal(readTimeZone("UTC"), "UTC");
});

test("an offset or an unknown name is not a time zone", () => {
  for (const text of ["+05:00", "-0500", "Mars/Olympus", "", " "]) {
    assert.equal(readTimeZone(text), undefined, text);
  }
});
