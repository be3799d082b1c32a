/** `ach view`: an ACH file as a table that people can read, without whole account numbers. */
import { refusalTitle } from "../../core/ach/codes/change-code.ts";
import { maskAccount, nocData } from "../../core/ach/codes/corrected-data.ts";
import { findReturnCode } from "../../core/ach/codes/return-code.ts";
import type {
  AchAddenda,
  AchBatchHeader,
  AchEntry,
  AchFileHeader,
} from "../../core/ach/nacha/ach-file.ts";
import type { ControlSums } from "../../core/ach/nacha/entry-sums.ts";
import { type AchError, errorText } from "../../core/ach/nacha/file-error.ts";
import { readAchText } from "../../core/ach/nacha/read-file.ts";
import type { AchItem } from "../../core/ach/nacha/read-item.ts";
import { describeTransactionCode } from "../../core/ach/nacha/transaction-codes.ts";
import { withoutControls } from "../output.ts";

const INDENT = "  ";
const HASH_DIGITS = 10;
const ERRORS_SHOWN = 100;
/** A number of five digits or more in free text may be an account number. */
const LONG_NUMBER = /[\d-]{5,}/g;

export function viewAchFile(text: string): string {
  return viewAchItems(readAchText(text));
}

export function viewAchItems(items: Iterable<AchItem>): string {
  return `${[...achFileLines(items)].join("\n")}\n`;
}

/** Errors come last, where a reader sees them. */
export function* achFileLines(items: Iterable<AchItem>): Generator<string> {
  const errors: AchError[] = [];
  for (const item of items) {
    if (item.kind === "error") errors.push(item.error);
    else yield* itemLines(item);
  }
  if (errors.length === 0) return yield "The file has no errors.";
  yield `The file has ${errors.length === 1 ? "an error" : `${errors.length} errors`}:`;
  for (const error of errors.slice(0, ERRORS_SHOWN))
    yield INDENT + withoutControls(errorText(error));
  if (errors.length > ERRORS_SHOWN) yield `${INDENT}… and ${errors.length - ERRORS_SHOWN} more`;
}

function itemLines(item: Exclude<AchItem, { kind: "error" }>): string[] {
  switch (item.kind) {
    case "file":
      return [fileLine(item.header), ""];
    case "batch":
      return [batchLine(item.header), INDENT + HEADINGS];
    case "entry":
      return [entryLine(item.entry), ...item.entry.addenda.map(addendaLine)];
    case "batch_end":
      return [`${INDENT}Batch: ${sumsText(item.sums)}`, ""];
    case "file_end":
      return [`File: ${sumsText(item.sums)}`];
  }
}

function fileLine(header: AchFileHeader): string {
  const { createdOn, createdAt, modifier } = header;
  const time = createdAt === undefined ? "" : ` ${createdAt.toString({ smallestUnit: "minute" })}`;
  const to = `${header.destination} ${header.destinationName}`;
  const from = `${header.origin} ${header.originName}`;
  return `File ${modifier} of ${createdOn}${time}, to ${to}, from ${from}`;
}

function batchLine(header: AchBatchHeader): string {
  const { batchNumber, secCode, serviceClass, effectiveDate, settlementDay } = header;
  return [
    `Batch ${batchNumber}: ${secCode} ${serviceClass}`,
    `${header.companyName} (${header.companyId})`,
    `"${header.entryDescription}"`,
    `effective ${effectiveDate ?? "not given"}`,
    ...(settlementDay === undefined ? [] : [`settled on day ${settlementDay}`]),
    `bank ${header.odfi}`,
  ].join(", ");
}

/** The columns are as wide as the fields of the file. */
const HEADINGS = columns([
  "Trace",
  "What",
  "Routing",
  "Account",
  "Amount",
  "Identification",
  "Name",
]);

function entryLine(entry: AchEntry): string {
  const { terminal, paymentType } = entry;
  const cells = [
    entry.trace,
    codeText(entry.transactionCode),
    entry.routingNumber,
    maskAccount(entry.accountNumber),
    amountText(entry.amountCents),
    entry.identification,
    entry.name,
  ];
  const extras = [
    ...(paymentType === undefined ? [] : [paymentType === "R" ? "recurring" : "single"]),
    ...(terminal === undefined ? [] : [`at ${terminal.city} ${terminal.state}`]),
  ];
  return INDENT + [columns(cells), ...extras].join("  ").trimEnd();
}

function columns(cells: readonly string[]): string {
  const [trace = "", what = "", routing = "", account = "", amount = "", id = "", name = ""] =
    cells;
  const left = [trace.padEnd(15), what.padEnd(26), routing.padEnd(9), account.padEnd(8)];
  return [...left, amount.padStart(13), id.padEnd(15), name.padEnd(22)].join("  ").trimEnd();
}

function codeText(code: string): string {
  const described = describeTransactionCode(code);
  if (described === undefined) return code;
  const { direction, account, use } = described;
  const uses = {
    "return or change": " back",
    payment: "",
    prenote: " prenote",
    "zero dollar": " 0",
  };
  return `${code} ${direction} ${account}${uses[use]}`;
}

function addendaLine(addenda: AchAddenda): string {
  return `${INDENT}${INDENT}${withoutControls(addendaText(addenda))}`;
}

function addendaText(addenda: AchAddenda): string {
  switch (addenda.kind) {
    case "payment":
    case "other":
      return `addenda: ${masked(addenda.information)}`;
    case "return":
      return `${returnText(addenda.code)}, entry ${addenda.originalTrace}`;
    case "dishonored":
      return `dishonored ${addenda.returnCode}: ${returnText(addenda.code)}, entry ${addenda.originalTrace}`;
    case "contested":
      return `contested ${addenda.dishonoredCode}: ${returnText(addenda.code)}, entry ${addenda.originalTrace}`;
    case "change":
      return `change ${nocData(addenda.code, addenda.correctedData)}, entry ${addenda.originalTrace}`;
    case "refused_change":
      return `${addenda.code} ${refusalTitle(addenda.code) ?? ""}: change ${nocData(addenda.changeCode, addenda.correctedData)}`;
  }
}

function returnText(code: string): string {
  return `${code} ${findReturnCode(code)?.title ?? "(unknown code)"}`;
}

function sumsText({ entryCount, entryHash, debitCents, creditCents }: ControlSums): string {
  const hash = String(entryHash).padStart(HASH_DIGITS, "0");
  const totals = `debits ${amountText(debitCents)}, credits ${amountText(creditCents)}`;
  return `${entryCount} entries and addenda, hash ${hash}, ${totals}`;
}

function amountText(cents: number): string {
  return `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;
}

function masked(information: string): string {
  return information.replaceAll(LONG_NUMBER, maskAccount);
}
