/** Writes files with returns and notifications of change, as a bank does. Pure. */
import { routingCheckDigit } from "../../values/bank.ts";
import {
  entryAccountNumber,
  entryAmountCents,
  entryTrace,
  type ForwardEntry,
  isCredit,
} from "./forward-file.ts";

export interface AnsweredEntry extends ForwardEntry {
  readonly code: string;
}

const BLOCK = 10;
const FILL = "9".repeat(94);
const HASH_SIZE = 10 ** 10;

interface Sums {
  records: number;
  hash: number;
  debit: number;
  credit: number;
}

/** Needs at least one entry. All entries must be from files to the same bank. */
export function writeAnswerFile(
  entries: readonly AnsweredEntry[],
  created: Temporal.ZonedDateTime,
): string {
  const total: Sums = { records: 0, hash: 0, debit: 0, credit: 0 };
  const lines = [fileHeader(entries[0]?.fileHeader ?? "", created)];
  const batches = [...Map.groupBy(entries, batchKey).values()];
  let sequence = 0;
  for (const [at, batch] of batches.entries()) {
    const first = batch[0];
    if (first === undefined) continue;
    const [number, sums] = [digits(at + 1, 7), { records: 0, hash: 0, debit: 0, credit: 0 }];
    const bank = bankPrefix(first);
    lines.push(batchHeader(first, number));
    for (const entry of batch) {
      lines.push(...answer(entry, bank + digits(++sequence, 7)));
      add(sums, entry);
    }
    const [company, control] = [first.batchHeader.slice(40, 50), controlFields(sums, 6)];
    lines.push(`8${serviceClass(first)}${control}${company}${" ".repeat(25)}${bank}${number}`);
    total.records += sums.records;
    total.hash += sums.hash;
    total.debit += sums.debit;
    total.credit += sums.credit;
  }
  const blocks = Math.ceil((lines.length + 1) / BLOCK);
  const control = controlFields(total, 8);
  lines.push(`9${digits(batches.length, 6)}${digits(blocks, 6)}${control}`.padEnd(94));
  while (lines.length % BLOCK !== 0) lines.push(FILL);
  return `${lines.join("\n")}\n`;
}

/** Answers to one batch form a batch. Changes have a class of their own. */
function batchKey(entry: AnsweredEntry): string {
  return `${isChange(entry)}${serviceClass(entry)}${entry.batchHeader}`;
}

function isChange({ code }: AnsweredEntry): boolean {
  return code.startsWith("C");
}

/** Swaps the sender and the receiver of the original file. */
function fileHeader(forward: string, created: Temporal.ZonedDateTime): string {
  const [destination, origin] = [forward.slice(3, 13), forward.slice(13, 23)];
  const [destinationName, originName] = [forward.slice(40, 63), forward.slice(63, 86)];
  const date = created.toPlainDate().toString().replaceAll("-", "").slice(2);
  const time = created.toPlainTime().toString().replaceAll(":", "").slice(0, 4);
  return `101${origin}${destination}${date}${time}A094101${originName}${destinationName}        `;
}

function batchHeader(entry: AnsweredEntry, number: string): string {
  const forward = entry.batchHeader;
  const secCode = isChange(entry) ? "COR" : forward.slice(50, 53);
  const company = forward.slice(4, 50);
  const rest = forward.slice(53, 75);
  return `5${serviceClass(entry)}${company}${secCode}${rest}   1${bankPrefix(entry)}${number}`;
}

function serviceClass({ entry }: ForwardEntry): string {
  return isCredit(entry) ? "220" : "225";
}

function bankPrefix({ fileHeader: forward }: ForwardEntry): string {
  return forward.slice(3, 13).trim().slice(0, 8);
}

/** The returned entry and its addenda, which identify the original entry. */
function answer(answered: AnsweredEntry, trace: string): string[] {
  const { entry, batchHeader: forward } = answered;
  const code = entry.charAt(1) + (isCredit(entry) ? "1" : "6");
  const odfi = forward.slice(79, 87);
  const amount = isChange(answered) ? digits(0, 10) : entry.slice(29, 39);
  const receiver = entry.slice(12, 29) + amount + entry.slice(39, 78);
  const record = `6${code}${odfi}${routingCheckDigit(odfi)}${receiver}1${trace}`;
  const about = `${answered.code}${entryTrace(entry)}      ${entry.slice(3, 11)}`;
  if (!isChange(answered)) return [record, `799${about}${" ".repeat(44)}${trace}`];
  const corrected = correctedNumber(entryAccountNumber(entry)).padEnd(29);
  return [record, `798${about}${corrected}${" ".repeat(15)}${trace}`];
}

/** The corrected account number of C01. */
function correctedNumber(accountNumber: string): string {
  return `${accountNumber.slice(0, -4)}2${accountNumber.slice(-3)}`;
}

function add(sums: Sums, answered: AnsweredEntry): void {
  sums.records += 2;
  sums.hash += Number(answered.batchHeader.slice(79, 87));
  if (isChange(answered)) return;
  if (isCredit(answered.entry)) sums.credit += entryAmountCents(answered.entry);
  else sums.debit += entryAmountCents(answered.entry);
}

function controlFields({ records, hash, debit, credit }: Sums, width: number): string {
  return (
    digits(records, width) + digits(hash % HASH_SIZE, 10) + digits(debit, 12) + digits(credit, 12)
  );
}

function digits(number: number, width: number): string {
  return String(number).padStart(width, "0");
}
