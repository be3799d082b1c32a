/** Files are identified by their bytes, whatever the pieces are in which they are read. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { readContents } from "./read-contents.ts";

async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

test("a file that is too large has the same digest however it is read", async () => {
  const bytes = Buffer.from("0123456789".repeat(100));
  const limits = { size: bytes.length, bytesMax: 250 };
  const [first, ...others] = await Promise.all(
    [1, 7, 64, 249, 250, 251, 1_000].map((size) => readContents(inPieces(bytes, size), limits)),
  );
  assert.equal(first?.text, undefined);
  for (const one of others) assert.deepEqual(one.digest, first?.digest);
});

test("files that differ within the limit have different digests", async () => {
  const [one, other] = [Buffer.alloc(300, "a"), Buffer.alloc(300, "a")];
  other[240] = 0;
  const limits = { size: 300, bytesMax: 250 };
  const digests = await Promise.all(
    [one, other].map(async (bytes) => (await readContents(inPieces(bytes, 200), limits)).digest),
  );
  assert.notDeepEqual(digests[0], digests[1]);
});

test("a file of exactly the limit is read", async () => {
  const { text, byteCount } = await readContents(inPieces(Buffer.alloc(250, "a"), 100), {
    ...{ size: 250, bytesMax: 250 },
  });
  assert.deepEqual([text, byteCount], ["a".repeat(250), 250]);
});
