/** Servers that leave out what they need not say about files are understood. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { FileEntryWithStats } from "ssh2";
import { isFolder, isListedFile, isPlainFile, modifiedAtMs } from "./remote-attributes.ts";

/** As the library makes it of the mode, which may be missing. */
function stats(mode: number | undefined) {
  const isKind = (kind: number) => ((mode ?? 0) & 0o170000) === kind;
  return { mode, isFile: () => isKind(0o100000), isDirectory: () => isKind(0o040000) };
}

function entry(mode: number | undefined, longname: string): FileEntryWithStats {
  return { filename: "a.ach", longname, attrs: stats(mode) } as unknown as FileEntryWithStats;
}

test("the mode decides what an entry is", () => {
  assert.ok(isPlainFile(stats(0o100640)) && !isPlainFile(stats(0o040750)));
  assert.ok(isFolder(stats(0o040750)) && !isFolder(stats(0o100640)));
  assert.ok(!isPlainFile(stats(0o120777)), "a link");
});

test("without a mode, the listed line decides", () => {
  assert.ok(isListedFile(entry(undefined, "-rw-r----- 1 bank bank 940 Nov 17 a.ach")));
  assert.ok(!isListedFile(entry(undefined, "drwxr-x--- 2 bank bank 4096 Nov 17 a.ach")));
  assert.ok(isListedFile(entry(undefined, "")));
});

test("a file without a time is as old as can be", () => {
  assert.equal(modifiedAtMs({ ...stats(0o100640), mtime: 7 }), 7_000);
  assert.equal(modifiedAtMs(stats(0o100640)), 0);
});
