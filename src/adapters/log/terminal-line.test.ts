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

test("the line of a request has its outcome, and an address only from outside", () => {
  const request = { method: "POST", route: "/api/x", status: 200, ms: 12.3 };
  const reqId = "6d1f0f5a-2b7c-4c0e-9a3f-5d2e8c7b1a90";
  const sale = { reqId, ...request, outcome: "refused", code: 10003, from: "127.0.0.1" };
  assert.equal(
    terminalText(sale),
    "01:02:03.456 POST /api/x 200 refused 10003 12.3 ms 2b7c-4c0e\n",
  );
  const page = { reqId, ...request, method: "GET", from: "203.0.113.7", aborted: true };
  const shown = "01:02:03.456 GET  /api/x 200 12.3 ms 2b7c-4c0e 203.0.113.7 aborted=true\n";
  assert.equal(terminalText(page), shown);
});

test("the status and outcome of a request are colored by what they mean", () => {
  const request = { method: "POST", route: "/x", status: 200, ms: 1, from: "::1" };
  assert.ok(terminalText({ ...request, outcome: "failed" }, true).includes("\u001b[31mfailed"));
  assert.ok(terminalText({ ...request, outcome: "approved" }, true).includes("\u001b[32mapproved"));
  assert.ok(terminalText({ ...request, status: 404 }, true).includes("\u001b[33m404"));
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
