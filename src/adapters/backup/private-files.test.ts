/** Tests of private-files.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { writeEveryByte } from "./private-files.ts";

/** A file on a disk that takes few bytes at a time, and has room for some only. */
function openSmallDisk(most: number, room: number) {
  const taken: number[] = [];
  const write = async (bytes: Uint8Array) => {
    const part = bytes.subarray(0, Math.min(most, room - taken.length));
    if (part.length === 0) throw Object.assign(new Error("no space"), { code: "ENOSPC" });
    taken.push(...part);
    return { bytesWritten: part.length };
  };
  return { taken, write };
}

const BYTES = Uint8Array.of(1, 2, 3, 4, 5, 6, 7);

test("a write that takes only a part is continued until everything is written", async () => {
  const disk = openSmallDisk(3, 100);
  await writeEveryByte(disk, BYTES);
  assert.deepEqual(disk.taken, [...BYTES]);
});

test("a disk that becomes full in the middle of a write is an error", async () => {
  await assert.rejects(writeEveryByte(openSmallDisk(3, 5), BYTES), { code: "ENOSPC" });
});

test("a write that takes nothing is an error, and is not repeated forever", async () => {
  const write = async () => ({ bytesWritten: 0 });
  await assert.rejects(writeEveryByte({ write }, BYTES), /7 bytes could not be written/);
});
