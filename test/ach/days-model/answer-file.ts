/**
 * Writes the bank's files of returns and changes by the positions of the published layout. It shares
 * no code with the product's writer.
 */
import type { Presentment } from "./book.ts";

export interface BankAnswer {
  readonly about: Presentment;
  /** R01, R61 (dishonored), R71 (contested), C01, C61 (refused). */
  readonly code: string;
  readonly corrected?: string;
  /** Of an amount that differs from the entry, in cents. */
  readonly cents?: number;
}

const BANK = "09100001";
const CREDIT_CODES = /^[0-4]/;

export function writeAnswerFile(answers: readonly BankAnswer[], number: number): string {
  const groups = Map.groupBy(answers, batchKey);
  let sequence = number * 10_000;
  const batches = [...groups.values()].map((group, at) => {
    const first = sequence;
    sequence += group.length;
    return writeBatch(group, at + 1, first);
  });
  const lines = [fileHeader(number), ...batches.flatMap(({ lines: some }) => some)];
  const total = (pick: (batch: Batch) => number) =>
    batches.reduce((sum, one) => sum + pick(one), 0);
  const blocks = Math.ceil((lines.length + 1) / 10);
  lines.push(
    [
      ...[
        "9",
        digits(batches.length, 6),
        digits(blocks, 6),
        digits(
          total((one) => one.records),
          8,
        ),
      ],
      digits(total(({ hash }) => hash) % 10 ** 10, 10),
      ...[
        digits(
          total(({ debits }) => debits),
          12,
        ),
        digits(
          total(({ credits }) => credits),
          12,
        ),
      ],
    ].join(""),
  );
  while (lines.length % 10 > 0) lines.push("9".repeat(94));
  return `${lines.map((line) => line.padEnd(94)).join("\n")}\n`;
}

interface Batch {
  readonly lines: readonly string[];
  readonly records: number;
  readonly hash: number;
  readonly debits: number;
  readonly credits: number;
}

/** Changes are in batches of the class COR, and returns in those of their entries. */
function batchKey({ about, code }: BankAnswer): string {
  const secCode = code.startsWith("C") ? "COR" : about.header.slice(50, 53);
  return `${about.header.slice(4, 20)}${about.header.slice(40, 50)}${secCode}`;
}

function fileHeader(number: number): string {
  const modifier = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[number % 26];
  return `1011234567890 0910000192611180630${modifier}094101${"SIXDOORS".padEnd(23)}THE BANK`;
}

function writeBatch(group: readonly BankAnswer[], number: number, first: number): Batch {
  const [one] = group;
  const key = one === undefined ? "" : batchKey(one);
  const [name, company, secCode] = [key.slice(0, 16), key.slice(16, 26), key.slice(26)];
  const end = BANK + digits(number, 7);
  const head = `5200${name}${" ".repeat(20)}${company}${secCode}${"RETURNS".padEnd(10)}`;
  const entries = group.map((answer, at) => writeAnswer(answer, BANK + digits(first + at, 7)));
  const sum = (isCredit: boolean) =>
    group
      .filter(({ about }) => (about.direction === "credit") === isCredit)
      .reduce((cents, answer) => cents + shownCents(answer), 0);
  const hash = group.reduce((all, { about }) => all + Number(about.record.slice(3, 11)), 0);
  const [debits, credits, records] = [sum(false), sum(true), group.length * 2];
  const control = [
    ...["8200", digits(records, 6), digits(hash % 10 ** 10, 10), digits(debits, 12)],
    ...[digits(credits, 12), company, " ".repeat(25), end],
  ].join("");
  const header = `${head}${" ".repeat(6)}${" ".repeat(6)}   1${end}`;
  return { lines: [header, ...entries.flat(), control], records, hash, debits, credits };
}

function shownCents({ about, code, cents = about.cents }: BankAnswer): number {
  return code.startsWith("C") ? 0 : cents;
}

/** The entry as it came, with the code of a return, and its addenda record. */
function writeAnswer(answer: BankAnswer, trace: string): readonly string[] {
  const { record } = answer.about;
  const kind = CREDIT_CODES.test(record.slice(2, 3)) ? "1" : "6";
  const entry = `6${record[1]}${kind}${record.slice(3, 29)}${digits(shownCents(answer), 10)}`;
  return [`${entry}${record.slice(39, 78)}1${trace}`, writeAnswerAddenda(answer, trace)];
}

function writeAnswerAddenda({ about, code, corrected = "" }: BankAnswer, trace: string): string {
  const type = code.startsWith("C") ? "98" : "99";
  const start = `7${type}${code}${about.trace}${" ".repeat(6)}${about.record.slice(3, 11)}`;
  if (/^C6/.test(code)) return `${start}${corrected.padEnd(29)}C01${digits(1, 7)}     ${trace}`;
  if (type === "98") return `${start}${corrected.padEnd(44)}${trace}`;
  if (/^R6|^R70/.test(code)) return `${start}   ${trace}32201${" ".repeat(21)}${trace}`;
  if (/^R7/.test(code)) return `${start}321${trace}32201${trace}32368 ${trace}`;
  return `${start}${" ".repeat(44)}${trace}`;
}

function digits(value: number, width: number): string {
  return String(value).padStart(width, "0");
}
