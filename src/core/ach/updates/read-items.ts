/** Reads returns and notices from a bank's file. Pure. Whole account numbers are secrets. */
import { Secret } from "../../../values/secret.ts";
import { nocData } from "../codes/corrected-data.ts";
import type { AchAddenda, AchEntry } from "../nacha/ach-file.ts";
import { errorText } from "../nacha/file-error.ts";
import { readAchText } from "../nacha/read-file.ts";
import type { NetworkItem } from "./network-item.ts";

export type ItemsReading =
  | { readonly kind: "read"; readonly items: readonly NetworkItem[] }
  | { readonly kind: "invalid"; readonly errors: string };

const ERRORS_SHOWN = 20;

/** A file with any error gives no items. */
export function readItems(text: string): ItemsReading {
  const items: NetworkItem[] = [];
  const errors: string[] = [];
  let errorCount = 0;
  for (const read of readAchText(text)) {
    if (read.kind === "entry") items.push(...entryItems(read.entry, read.line));
    if (read.kind !== "error") continue;
    errorCount++;
    if (errors.length < ERRORS_SHOWN) errors.push(errorText(read.error));
  }
  if (errorCount === 0) return { kind: "read", items };
  const more = errorCount > errors.length ? [`and ${errorCount - errors.length} more`] : [];
  return { kind: "invalid", errors: [...errors, ...more].join("\n") };
}

function entryItems(entry: AchEntry, line: number): NetworkItem[] {
  return entry.addenda.flatMap((addenda) => {
    const said = addendaItem(addenda);
    return said === undefined ? [] : [{ ...said, line, amountCents: entry.amountCents }];
  });
}

function addendaItem(addenda: AchAddenda): Omit<NetworkItem, "line" | "amountCents"> | undefined {
  switch (addenda.kind) {
    case "return":
      return { kind: "return", ...codeAndTrace(addenda), detail: "" };
    case "dishonored":
      return { kind: "dishonored_return", ...codeAndTrace(addenda), detail: addenda.returnCode };
    case "contested":
      return { kind: "contested_return", ...codeAndTrace(addenda), detail: addenda.returnCode };
    case "change":
      return {
        kind: "change",
        ...codeAndTrace(addenda),
        detail: nocData(addenda.code, addenda.correctedData),
        corrected: new Secret(addenda.correctedData),
      };
    case "refused_change":
      return { kind: "refused_change", ...codeAndTrace(addenda), detail: addenda.changeCode };
    default:
      return undefined;
  }
}

function codeAndTrace({ code, originalTrace: trace }: { code: string; originalTrace: string }) {
  return { code, trace };
}
