/** What reading a file gives, in the order of the file. */
import type { AchBatchHeader, AchEntry, AchFileHeader } from "./ach-file.ts";
import type { Sums } from "./entry-sums.ts";
import type { AchFault } from "./fault.ts";

export type AchItem =
  | { readonly kind: "file"; readonly line: number; readonly header: AchFileHeader }
  | { readonly kind: "batch"; readonly line: number; readonly header: AchBatchHeader }
  | {
      readonly kind: "entry";
      readonly line: number;
      readonly batch: AchBatchHeader;
      readonly entry: AchEntry;
    }
  /** The sums are those that were counted; where the control says others, a fault says so. */
  | { readonly kind: "batch_end"; readonly line: number; readonly sums: Sums }
  | { readonly kind: "file_end"; readonly line: number; readonly sums: Sums }
  | { readonly kind: "fault"; readonly fault: AchFault };

export function faultItems(faults: readonly AchFault[]): AchItem[] {
  return faults.map((fault) => ({ kind: "fault", fault }));
}

export function faultItem(fault: AchFault): AchItem {
  return { kind: "fault", fault };
}
