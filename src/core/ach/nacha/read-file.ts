/** Reads whole files, as one text or as a stream. */
import type { AchBatch, AchEntry, AchFile, AchFileHeader } from "./ach-file.ts";
import type { AchError } from "./file-error.ts";
import { AchFileReader } from "./file-reader.ts";
import { LineCutter } from "./line-cutter.ts";
import type { AchItem } from "./read-item.ts";

/** A file of another kind would have an error on every line. */
const ERRORS_MAX = 1_000;

export type AchFileReading =
  | { readonly kind: "read"; readonly file: AchFile }
  | { readonly kind: "invalid"; readonly errors: readonly AchError[]; readonly errorCount: number };

/** Returns the items of a file while its text arrives. */
export async function* readAchStream(
  chunks: AsyncIterable<string> | Iterable<string>,
): AsyncGenerator<AchItem> {
  const cutter = new LineCutter();
  const reader = new AchFileReader();
  for await (const chunk of chunks) {
    for (const line of cutter.cut(chunk)) yield* reader.read(line);
  }
  for (const line of cutter.end()) yield* reader.read(line);
  yield* reader.end();
}

export function* readAchText(text: string): Generator<AchItem> {
  const cutter = new LineCutter();
  const reader = new AchFileReader();
  for (const line of cutter.cut(text)) yield* reader.read(line);
  for (const line of cutter.end()) yield* reader.read(line);
  yield* reader.end();
}

/** Returns the whole file, or its errors. */
export function readAchFile(text: string): AchFileReading {
  const errors: AchError[] = [];
  let errorCount = 0;
  let header: AchFileHeader | undefined;
  const batches: (AchBatch & { readonly entries: AchEntry[] })[] = [];
  for (const item of readAchText(text)) {
    if (item.kind === "file") header = item.header;
    if (item.kind === "batch") batches.push({ header: item.header, entries: [] });
    if (item.kind === "entry") batches.at(-1)?.entries.push(item.entry);
    if (item.kind !== "error") continue;
    errorCount += 1;
    if (errors.length < ERRORS_MAX) errors.push(item.error);
  }
  if (header === undefined || errorCount > 0) return { kind: "invalid", errors, errorCount };
  return { kind: "read", file: { header, batches } };
}
