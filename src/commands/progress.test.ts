/** Tests of progress.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Progress } from "./progress.ts";

function watch(isTTY: boolean) {
  const written: string[] = [];
  let ms = 0;
  const screen = { isTTY, columns: 100, write: (text: string) => written.push(text) };
  const progress = new Progress({ screen, nowMs: () => ms }, 1_000_000);
  const at = (rows: number, afterMs: number) => {
    ms += afterMs;
    progress.show(rows);
  };
  return { written, at, progress };
}

test("on a terminal one line is redrawn, with rows, rate and remaining time", () => {
  const { written, at, progress } = watch(true);
  at(10, 100);
  at(250_000, 2_400);
  at(250_001, 100);
  at(1_000_000, 100_000);
  progress.end();
  assert.deepEqual(written, [
    `\r${"█".repeat(8)}${"░".repeat(22)} 25 %  250,000 of 1,000,000 rows, 100,000/s, 8 s left\u001b[K`,
    `\r${"█".repeat(30)} 100 %  1,000,000 of 1,000,000 rows, 9,747/s, 0 s left\u001b[K`,
    "\r\u001b[K",
  ]);
});

test("elsewhere a plain line is printed every few seconds", () => {
  const { written, at, progress } = watch(false);
  at(1_000, 4_999);
  at(1_000, 5_001);
  progress.end();
  assert.deepEqual(written, ["0 %  1,000 of 1,000,000 rows, 100/s, 166 min 30 s left\n"]);
});
