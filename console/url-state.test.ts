/** Reading and writing state in the address. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { parseSearch, readValues, stringifySearch, withChanges } from "./url-state.ts";

test("values have the types of their defaults, and invalid ones become the default", () => {
  const defaults = { q: "", page: 1, open: false };
  assert.deepEqual(readValues({}, defaults), defaults);
  const full = { q: "120000000001", page: "3", open: "yes", other: "x" };
  assert.deepEqual(readValues(full, defaults), { q: "120000000001", page: 3, open: true });
  assert.deepEqual(readValues({ page: "-1" }, defaults).page, 1);
  assert.deepEqual(readValues({ page: "1e9" }, defaults).page, 1);
});

test("changing a filter resets the page, and changing the page keeps the filters", () => {
  const before = { q: "a", page: "7", after: "x", tab: "log" };
  assert.deepEqual(withChanges(before, { q: "b" }), { q: "b", tab: "log" });
  assert.deepEqual(withChanges(before, { page: 8 }), { q: "a", page: "8", after: "x", tab: "log" });
  assert.deepEqual(withChanges(before, { hide: "who" }), { ...before, hide: "who" });
});

test("empty values and the first page are not in the address", () => {
  assert.deepEqual(withChanges({ q: "a", open: "yes" }, { q: "", open: false, page: 1 }), {});
});

test("address values stay text, so an account number keeps its zeros", () => {
  const search = parseSearch("?account=0120000000001&q=a%20b");
  assert.deepEqual(search, { account: "0120000000001", q: "a b" });
  assert.equal(stringifySearch(search), "?account=0120000000001&q=a+b");
  assert.equal(stringifySearch({ q: "", page: undefined }), "");
});
