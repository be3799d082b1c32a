/** Before and after, held against each other. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { differencesOf } from "./differences.ts";

const said = (before: unknown, after: unknown) =>
  differencesOf(before, after).map((one) => [one.kind, one.field, one.before, one.after]);

test("what changed stands before what stayed", () => {
  const before = { name: "Old", zone: "UTC", gone: 1 };
  const after = { name: "New", zone: "UTC", here: true };
  assert.deepEqual(said(before, after), [
    ["changed", "name", "Old", "New"],
    ["removed", "gone", "1", undefined],
    ["added", "here", undefined, "yes"],
    ["same", "zone", "UTC", "UTC"],
  ]);
});

test("fields inside others are named by their path, lists read as lists", () => {
  const after = {
    webhook: { url: "https://a.example", isOn: false },
    codes: ["WEB", "PPD"],
    none: [],
  };
  assert.deepEqual(said(null, after), [
    ["added", "webhook.url", undefined, "https://a.example"],
    ["added", "webhook.isOn", undefined, "no"],
    ["added", "codes", undefined, "WEB, PPD"],
    ["added", "none", undefined, "(none)"],
  ]);
});

test("an act without either has no differences; empty and nothing are told apart", () => {
  assert.deepEqual(said(null, undefined), []);
  assert.deepEqual(said({ a: "" }, { a: null }), [["changed", "a", "(empty)", "(not set)"]]);
});
