/** What the bank has read in files equals what the product has stored about files and batches. */
import type { TestAch } from "../../kit/ach.ts";
import { at, type PlainBatch } from "../../kit/plain-nacha.ts";
import { companyOf, type DayState } from "./day-state.ts";
import { assertNone, assertSumsAgree, Sums } from "./sums.ts";

type Stored = Pick<TestAch, "database">;
const RETRY_MAX = 2;

/** Every file has the bytes that were fixed, and the sums of its row. */
export async function assertFilesAsStored(
  { database }: Stored,
  { banks }: DayState,
): Promise<void> {
  const stored = await database.owner.rows<StoredFile>`
    select name, state, encode(digest, 'hex') as digest, entry_count as entries,
      debit_cents::float8 as debits, credit_cents::float8 as credits
    from ach_files`;
  const [expected, found] = [new Sums(), new Sums()];
  for (const { name, state, digest, entries, debits, credits } of stored) {
    found.count(`${name} ${digest} ${state}, debits`, debits, entries);
    found.count(`${name} ${digest} ${state}, credits`, credits, 0);
  }
  for (const { name, digest, batches } of banks.flatMap(({ files }) => [...files.values()])) {
    const own = batches.filter(({ header }) => !isOffset(header)).flatMap(({ entries }) => entries);
    const sum = (kind: RegExp) =>
      own.reduce((cents, entry) => cents + (kind.test(entry.code) ? Number(entry.cents) : 0), 0);
    expected.count(`${name} ${digest} handed_over, debits`, sum(/[5-9]$/), own.length);
    expected.count(`${name} ${digest} handed_over, credits`, sum(/[0-4]$/), 0);
  }
  assertSumsAgree("files as the bank took them and as they are stored", expected, found);
}

interface StoredFile {
  readonly name: string;
  readonly state: string;
  readonly digest: string;
  readonly entries: number;
  readonly debits: number;
  readonly credits: number;
}

/** ach_batches has the entries and cents of every batch in the files. */
export async function assertBatchesAsSent({ database }: Stored, { book }: DayState): Promise<void> {
  const stored = await database.owner.rows<StoredBatch>`
    select file.name, account_id as account, sec_code as sec, direction, is_retry as retry,
      batch.entry_count as entries, batch.amount_cents::float8 as cents
    from ach_batches batch join ach_files file on file.id = batch.file_id`;
  const [expected, found] = [new Sums(), new Sums()];
  const key = (one: Omit<StoredBatch, "entries" | "cents">) =>
    [one.name, one.account, one.sec, one.direction, one.retry ? "again" : "first"].join(" ");
  for (const one of stored) found.count(key(one), one.cents, one.entries);
  for (const one of book.allPresentments()) {
    const { file: name, account, secCode: sec, direction, isRetry: retry, cents } = one;
    expected.count(key({ name, account, sec, direction, retry }), cents);
  }
  for (const { file: name, account, secCode: sec, direction, cents } of book.reversals)
    expected.count(key({ name, account, sec, direction, retry: false }), cents);
  assertSumsAgree("batches in files and in ach_batches", expected, found);
}

interface StoredBatch {
  readonly name: string;
  readonly account: string;
  readonly sec: string;
  readonly direction: string;
  readonly retry: boolean;
  readonly entries: number;
  readonly cents: number;
}

/** Each presentment is in one file, under its own trace number, for the amount of its transaction. */
export async function assertEveryEntryLeftOnce(
  { database }: Stored,
  { book }: DayState,
): Promise<void> {
  const stored = await database.owner.rows<{ key: string; cents: number }>`
    select concat_ws(' ', account_id, lpad(transaction_id::text, 12, '0'), presentment, 
      lpad(trace_number::text, 15, '0')) as key, amount_cents as cents
    from ach_entries`;
  const [expected, found] = [new Sums(), new Sums()];
  for (const { key, cents } of stored) found.count(key, cents);
  for (const sent of book.presentments.values()) {
    for (const [n, { account, id, trace, cents }] of sent.entries())
      expected.count(`${account} ${id} ${n} ${trace}`, cents);
  }
  assertSumsAgree("entries in files and in ach_entries", expected, found);
}

/** Nothing is sent that was not accepted, was voided, or was not returned for lack of funds before. */
export function assertOnlyWantedEntries({ book }: Pick<DayState, "book">): void {
  const wrong = [...book.presentments].flatMap(([id, sent]) => {
    const entry = book.accepted.get(id);
    if (entry === undefined) return [`${id} was never accepted`];
    if (entry.isVoided) return [`${id} was voided`];
    if (sent.length > 1 + RETRY_MAX) return [`${id} was sent ${sent.length} times`];
    return sent.flatMap((one, n) => {
      const before = sent[n - 1]?.answer?.code ?? "";
      const isWanted = n === 0 ? !one.isRetry : one.isRetry && /^R0[19]$/.test(before);
      const isExact = one.cents === entry.cents && one.account === entry.account;
      return isWanted && isExact ? [] : [`${id}, presentment ${n} after ${before || "nothing"}`];
    });
  });
  assertNone("entries that must not be in a file", wrong);
}

/** Files of a bank with offsets are balanced for every account. Others have no offset. */
export function assertOffsetsBalance({ banks, offsetBanks }: DayState): void {
  for (const bank of banks) {
    const hasOffsets = offsetBanks.has(bank.name);
    for (const { name, batches } of bank.files.values()) {
      const own = batches.filter(({ header }) => !isOffset(header));
      const offsets = batches.filter(({ header }) => isOffset(header));
      // A credit of the offset stands against debits, and the other way round.
      const expected = hasOffsets ? sumSides(own, ["debits", "credits"]) : new Sums();
      assertSumsAgree(`offsets of ${name}`, expected, sumSides(offsets, ["credits", "debits"]));
    }
  }
}

/** Cents of each company. The two names are those of its debits and of its credits. */
function sumSides(batches: readonly PlainBatch[], [debits, credits]: [string, string]): Sums {
  const sums = new Sums();
  for (const { header, entries } of batches) {
    for (const { code, cents } of entries) {
      const side = /[0-4]$/.test(code) ? credits : debits;
      sums.count(`${companyOf(header)} ${side}`, Number(cents), 0);
    }
  }
  return sums;
}

function isOffset(header: string): boolean {
  return at(header, 54, 63).trimEnd() === "OFFSET";
}
