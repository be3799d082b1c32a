/** A valid ACH file for tests to damage, and the errors that the reader reports. */
import { errorText } from "../../src/core/ach/nacha/file-error.ts";
import { writeAchFile } from "../../src/core/ach/nacha/file-writer.ts";
import { readAchFile } from "../../src/core/ach/nacha/read-file.ts";
import { SAMPLE_ADDENDA, sampleBatch, sampleEntry, sampleFile } from "./ach-samples.ts";

/** Line 1 file header, 2 batch header, 3 and 4 entries, 5 addenda, 6 and 7 controls, then 9s. */
export const GOOD = writeAchFile(
  sampleFile({
    header: sampleBatch(),
    entries: [sampleEntry(1), sampleEntry(2, { addenda: [SAMPLE_ADDENDA.payment] })],
  }),
)
  .trimEnd()
  .split("\n");

export function listFileErrors(lines: readonly string[]): string[] {
  const read = readAchFile(`${lines.join("\n")}\n`);
  return read.kind === "read" ? [] : read.errors.map(errorText);
}
