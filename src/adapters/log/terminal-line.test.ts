/** Tests of terminal-line.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { terminalLine } from "./terminal-line.ts";

const RECORD = { level: "info", time: "2026-11-15T01:02:03.456Z", pid: 7 };

function lineOf(fields: object, colors = false): string {
  return terminalLine(`${JSON.stringify({ ...RECORD, ...fields })}\n`, colors);
}

test("a message stands behind its time and level, other fields behind it", () => {
  const line = lineOf({ worker: 5, hosts: ["a"], msg: "started" });
  assert.equal(line, '01:02:03.456 INFO  started worker=5 hosts=["a"]\n');
});

test("a request is told in one line, with the beginning of its id", () => {
  const request = { method: "POST", route: "/api/x", status: 200, ms: 12.3, from: "::1" };
  const line = lineOf({ reqId: "6d1f0f5a-2b7c-4c0e-9a3f-5d2e8c7b1a90", ...request });
  assert.equal(line, "01:02:03.456 INFO  6d1f0f5a POST /api/x 200 12.3 ms ::1\n");
});

test("an error and its cause stand below, with their stacks", () => {
  const cause = { type: "Error", message: "no", stack: "Error: no\n    at b" };
  const err = { type: "Error", message: "bad", stack: "Error: bad\n    at a", cause };
  const [, ...below] = lineOf({ level: "error", err, msg: "failed" }).trimEnd().split("\n");
  assert.deepEqual(below, [
    "    Error: bad",
    "        at a",
    "  caused by",
    "    Error: no",
    "        at b",
  ]);
});

test("a level has its color, and no colors means none", () => {
  assert.ok(lineOf({ level: "warn" }, true).includes("\u001b[33mWARN \u001b[0m"));
  assert.ok(!lineOf({ level: "warn" }, false).includes("\u001b"));
});

test("text of others cannot steer the terminal or begin a line", () => {
  const line = lineOf({ msg: "a\u001b[2J\r\nb\u202e", "k\n": "v\u0007" });
  const shown = "a\\u001b[2J\\u000d\\u000ab\\u202e k\\u000a=v\\u0007";
  assert.equal(line, `01:02:03.456 INFO  ${shown}\n`);
});

test("what is no record stays as it is", () => {
  for (const line of ["plain text\n", "[1]\n", "null\n", '{"cut":\n']) {
    assert.equal(terminalLine(line, true), line);
  }
});
