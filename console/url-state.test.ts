/** The address as state: what is read from it, what is written to it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { changed, parseSearch, readValues, stringifySearch } from "./url-state.ts";

test("values have the types of their defaults, and nonsense is the default", () => {
  const defaults = { q: "", page: 1, open: false };
  assert.deepEqual(readValues({}, defaults), defaults);
  const full = { q: "120000000001", page: "3", open: "yes", other: "x" };
  assert.deepEqual(readValues(full, defaults), { q: "120000000001", page: 3, open: true });
  assert.deepEqual(readValues({ page: "-1" }, defaults).page, 1);
  assert.deepEqual(readValues({ page: "1e9" }, defaults).page, 1);
});

test("a changed filter starts the list again, a turned page keeps the filters", () => {
  const before = { q: "a", page: "7", after: "x", tab: "log" };
  assert.deepEqual(changed(before, { q: "b" }), { q: "b", tab: "log" });
  assert.deepEqual(changed(before, { page: 8 }), { q: "a", page: "8", after: "x", tab: "log" });
  assert.deepEqual(changed(before, { hide: "who" }), { ...before, hide: "who" });
});

test("what is empty, off or the first page is not in the address", () => {
  assert.deepEqual(changed({ q: "a", open: "yes" }, { q: "", open: false, page: 1 }), {});
});

test("the address is plain text both ways: an account number stays as it is", () => {
  const search = parseSearch("?account=0120000000001&q=a%20b");
  assert.deepEqual(search, { account: "0120000000001", q: "a b" });
  assert.equal(stringifySearch(search), "?account=0120000000001&q=a+b");
  assert.equal(stringifySearch({ q: "", page: undefined }), "");
});
