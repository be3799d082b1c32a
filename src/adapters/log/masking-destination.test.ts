/** Tests of masking-destination.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { maskingDestination } from "./masking-destination.ts";

const LINE = '{"level":"info","time":"2026-11-15T01:02:03.456Z","msg":"token=abc"}\n';

function written(terminal: boolean, line: string): string {
  const lines: string[] = [];
  maskingDestination({ terminal, write: (each) => lines.push(each) }).write(line);
  return lines.join("");
}

test("a line is masked before it is written", () => {
  assert.equal(written(false, LINE), LINE.replace("abc", "[masked]"));
});

test("a terminal gets a readable line that is masked too", () => {
  assert.equal(written(true, LINE), "01:02:03.456 INFO  token=[masked]\n");
});

test("a line that cannot be masked is left out, and this is logged", () => {
  const line = written(false, undefined as unknown as string);
  assert.match(JSON.parse(line).msg, /left out/);
});

test("a failing output does not fail the caller", () => {
  const write = () => {
    throw new Error("no space left");
  };
  maskingDestination({ terminal: false, write }).write(LINE);
});
