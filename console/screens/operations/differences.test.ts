/** Comparing the values before and after a change. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { findDifferences } from "./differences.ts";

const said = (before: unknown, after: unknown) =>
  findDifferences(before, after).map((one) => [one.kind, one.field, one.before, one.after]);

test("changed fields come before unchanged ones", () => {
  const before = { name: "Old", zone: "UTC", gone: 1 };
  const after = { name: "New", zone: "UTC", here: true };
  assert.deepEqual(said(before, after), [
    ["changed", "name", "Old", "New"],
    ["removed", "gone", "1", undefined],
    ["added", "here", undefined, "yes"],
    ["same", "zone", "UTC", "UTC"],
  ]);
});

test("nested fields are named by their path, and lists are joined", () => {
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

test("without values there are no differences, and empty differs from not set", () => {
  assert.deepEqual(said(null, undefined), []);
  assert.deepEqual(said({ a: "" }, { a: null }), [["changed", "a", "(empty)", "(not set)"]]);
});
