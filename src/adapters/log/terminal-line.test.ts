/** Tests of terminal-line.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { terminalLine } from "./terminal-line.ts";

const RECORD = { level: "info", time: "2026-11-15T01:02:03.456Z", pid: 7 };

function terminalText(fields: object, colors = false): string {
  return terminalLine(`${JSON.stringify({ ...RECORD, ...fields })}\n`, colors);
}

test("a line has its time and level first, then the message, then other fields", () => {
  const line = terminalText({ worker: 5, hosts: ["a"], msg: "started" });
  assert.equal(line, '01:02:03.456 INFO  started worker=5 hosts=["a"]\n');
});

test("a request is one line with the start of its id", () => {
  const request = { method: "POST", route: "/api/x", status: 200, ms: 12.3, from: "::1" };
  const line = terminalText({ reqId: "6d1f0f5a-2b7c-4c0e-9a3f-5d2e8c7b1a90", ...request });
  assert.equal(line, "01:02:03.456 INFO  6d1f0f5a POST /api/x 200 12.3 ms ::1\n");
});

test("an error and its cause are on the next lines, with their stacks", () => {
  const cause = { type: "Error", message: "no", stack: "Error: no\n    at b" };
  const err = { type: "Error", message: "bad", stack: "Error: bad\n    at a", cause };
  const [, ...below] = terminalText({ level: "error", err, msg: "failed" }).trimEnd().split("\n");
  assert.deepEqual(below, [
    "    Error: bad",
    "        at a",
    "  caused by",
    "    Error: no",
    "        at b",
  ]);
});

test("each level has a color, unless colors are off", () => {
  assert.ok(terminalText({ level: "warn" }, true).includes("\u001b[33mWARN \u001b[0m"));
  assert.ok(!terminalText({ level: "warn" }, false).includes("\u001b"));
});

test("foreign text cannot control the terminal or begin a new line", () => {
  const line = terminalText({ msg: "a\u001b[2J\r\nb\u202e", "k\n": "v\u0007" });
  const shown = "a\\u001b[2J\\u000d\\u000ab\\u202e k\\u000a=v\\u0007";
  assert.equal(line, `01:02:03.456 INFO  ${shown}\n`);
});

test("a line that is not a record stays unchanged", () => {
  for (const line of ["plain text\n", "[1]\n", "null\n", '{"cut":\n']) {
    assert.equal(terminalLine(line, true), line);
  }
});
