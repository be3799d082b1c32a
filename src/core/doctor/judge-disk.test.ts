/** Tests of judge-disk.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { judgeSpace } from "./judge-disk.ts";

const GB = 1024 ** 3;

function level(freeBytes: number, totalBytes: number, freeFiles = 100): string {
  return judgeSpace("/data", { freeBytes, totalBytes, freeFiles, totalFiles: 100 }).level;
}

test("a disk that is nearly full is a warning, and one that is full fails", () => {
  assert.equal(level(50 * GB, 100 * GB), "ok");
  assert.equal(level(0.9 * GB, 100 * GB), "warning");
  assert.equal(level(0.05 * GB, 100 * GB), "failing");
});

test("a small disk with much of it free is ok", () => {
  assert.equal(level(0.5 * GB, GB), "ok");
});

test("a disk that can take few more files is a warning", () => {
  assert.equal(level(50 * GB, 100 * GB, 4), "warning");
});

test("a file system without sizes is ok", () => {
  assert.equal(
    judgeSpace("/p", { freeBytes: 0, totalBytes: 0, freeFiles: 0, totalFiles: 0 }).level,
    "ok",
  );
});
