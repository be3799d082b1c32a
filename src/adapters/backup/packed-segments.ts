/** Compresses segments of the write-ahead log, and reads them again, in large parts. */
import { createReadStream, type ReadStream } from "node:fs";
import { createGunzip, createGzip, type Gunzip, type Gzip } from "node:zlib";

/** With Node's parts of 64 and 16 KB, the way to the thread pool and back costs more than the work. */
const PART_BYTES = 1_048_576;
/** A fast level: most of a segment that was ended early is zeros. */
const LEVEL = 1;

/** An archived segment, and what unpacks it. */
export function openPacked(file: string): [ReadStream, Gunzip] {
  return [openParts(file), createGunzip({ chunkSize: PART_BYTES })];
}

/** A segment of the server, and what packs it. */
export function openUnpacked(file: string): [ReadStream, Gzip] {
  return [openParts(file), createGzip({ level: LEVEL })];
}

function openParts(file: string): ReadStream {
  return createReadStream(file, { highWaterMark: PART_BYTES });
}
