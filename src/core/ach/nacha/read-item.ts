/** The items that a reader returns, in the order of the file. */
import type { AchBatchHeader, AchEntry, AchFileHeader } from "./ach-file.ts";
import type { ControlSums } from "./entry-sums.ts";
import type { AchError } from "./file-error.ts";

export type AchItem =
  | { readonly kind: "file"; readonly line: number; readonly header: AchFileHeader }
  | { readonly kind: "batch"; readonly line: number; readonly header: AchBatchHeader }
  | {
      readonly kind: "entry";
      readonly line: number;
      readonly batch: AchBatchHeader;
      readonly entry: AchEntry;
    }
  /** Counted sums. If the control record has other sums, there is also an error. */
  | { readonly kind: "batch_end"; readonly line: number; readonly sums: ControlSums }
  | { readonly kind: "file_end"; readonly line: number; readonly sums: ControlSums }
  | { readonly kind: "error"; readonly error: AchError };

export function errorItems(errors: readonly AchError[]): AchItem[] {
  return errors.map((error) => ({ kind: "error", error }));
}

export function errorItem(error: AchError): AchItem {
  return { kind: "error", error };
}
