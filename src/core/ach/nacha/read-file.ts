/** Whole files: as one text, or in pieces for those that are too big for that. */
import type { AchBatch, AchEntry, AchFile, AchFileHeader } from "./ach-file.ts";
import type { AchFault } from "./fault.ts";
import { AchFileReader } from "./file-reader.ts";
import { LineCutter } from "./line-cutter.ts";
import type { AchItem } from "./read-item.ts";

/** Nobody reads more; a file of another kind would have one on every line. */
const FAULTS_MAX = 1_000;

export type AchFileReading =
  | { readonly kind: "read"; readonly file: AchFile }
  | { readonly kind: "faulty"; readonly faults: readonly AchFault[]; readonly faultCount: number };

/** What a file says, item by item, while its text comes in. */
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

/** All of a file that has no fault, or all its faults. */
export function readAchFile(text: string): AchFileReading {
  const faults: AchFault[] = [];
  let faultCount = 0;
  let header: AchFileHeader | undefined;
  const batches: (AchBatch & { readonly entries: AchEntry[] })[] = [];
  for (const item of readAchText(text)) {
    if (item.kind === "file") header = item.header;
    if (item.kind === "batch") batches.push({ header: item.header, entries: [] });
    if (item.kind === "entry") batches.at(-1)?.entries.push(item.entry);
    if (item.kind !== "fault") continue;
    faultCount += 1;
    if (faults.length < FAULTS_MAX) faults.push(item.fault);
  }
  if (header === undefined || faultCount > 0) return { kind: "faulty", faults, faultCount };
  return { kind: "read", file: { header, batches } };
}
