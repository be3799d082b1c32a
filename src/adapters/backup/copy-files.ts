/**
 * Copies and digests the files of a database. Most of the thousands are small, and the thread pool costs
 * more than their bytes, so small files are copied synchronously. Only commands do this, which have
 * nothing else to do meanwhile; signals are noticed between two files.
 */
import { createHash } from "node:crypto";
import { closeSync, fstatSync, fsyncSync, openSync, readSync, writeSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { setImmediate as nextTurn } from "node:timers/promises";
import { FILE_MODE, openNew, type WrittenFile, writeEveryByte } from "./private-files.ts";

/** A longer file is copied in parts of this size, with the thread pool. */
const SMALL_BYTES = 1_048_576;
/** For all small files: new memory for each would keep the garbage collector busy. */
const sharedBuffer = Buffer.allocUnsafeSlow(SMALL_BYTES);

/** Copies a file as it is, and returns the size and the digest of what was written. */
export async function copyPrivately(source: string, target: string): Promise<WrittenFile> {
  await nextTurn();
  return copySmall(source, target) ?? copyLarge(source, target);
}

/** Undefined: the file is large, and nothing was written. */
function copySmall(source: string, target: string): WrittenFile | undefined {
  return withSmall(source, (input) => {
    const output = openSync(target, "wx", FILE_MODE);
    try {
      const copied = readSmall(input, (part) => writeEveryByteNow(output, part));
      fsyncSync(output);
      return copied;
    } finally {
      closeSync(output);
    }
  });
}

function withSmall<Result>(file: string, work: (input: number) => Result): Result | undefined {
  const input = openSync(file, "r");
  try {
    return fstatSync(input).size > SMALL_BYTES ? undefined : work(input);
  } finally {
    closeSync(input);
  }
}

/** Reads to the end, because a file may grow meanwhile. */
function readSmall(input: number, take: (part: Buffer) => void): WrittenFile {
  const digest = createHash("sha256");
  for (let bytes = 0; ; ) {
    const part = sharedBuffer.subarray(0, readSync(input, sharedBuffer));
    if (part.length === 0) return { bytes, sha256: digest.digest("hex") };
    digest.update(part);
    take(part);
    bytes += part.length;
  }
}

function writeEveryByteNow(output: number, bytes: Buffer): void {
  for (let rest = bytes; rest.length > 0; ) {
    const written = writeSync(output, rest);
    if (written <= 0) throw new Error(`${rest.length} bytes could not be written`);
    rest = rest.subarray(written);
  }
}

function copyLarge(source: string, target: string): Promise<WrittenFile> {
  return withLarge(source, async (input) => {
    const output = await openNew(target);
    try {
      const copied = await readLarge(input, (part) => writeEveryByte(output, part));
      await output.sync();
      return copied;
    } finally {
      await output.close();
    }
  });
}

async function withLarge<Result>(
  file: string,
  work: (input: FileHandle) => Promise<Result>,
): Promise<Result> {
  const input = await open(file, "r");
  try {
    return await work(input);
  } finally {
    await input.close();
  }
}

async function readLarge(
  input: FileHandle,
  take: (part: Buffer) => Promise<void>,
): Promise<WrittenFile> {
  const digest = createHash("sha256");
  const buffer = Buffer.allocUnsafeSlow(SMALL_BYTES);
  for (let bytes = 0; ; ) {
    const part = buffer.subarray(0, (await input.read(buffer)).bytesRead);
    if (part.length === 0) return { bytes, sha256: digest.digest("hex") };
    digest.update(part);
    await take(part);
    bytes += part.length;
  }
}

/** The size and the digest of a file. */
export async function digestFile(file: string): Promise<WrittenFile> {
  await nextTurn();
  const small = withSmall(file, (input) => readSmall(input, () => {}));
  return small ?? withLarge(file, (input) => readLarge(input, async () => {}));
}
