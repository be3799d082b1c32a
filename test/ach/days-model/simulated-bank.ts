/**
 * A bank at the other end of the folders: it takes files, reads them with the second reader, writes
 * them into the book, and answers with files of its own.
 */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readdir, readFile, rm } from "node:fs/promises";
import path from "node:path";
import type { TestAch } from "../../kit/ach.ts";
import { putIntoInbox } from "../../kit/bank-files.ts";
import { at, type PlainBatch, type PlainEntry, readPlainly } from "../../kit/plain-nacha.ts";
import { writeAnswerFile } from "./answer-file.ts";
import type { AnswerPlan, PlannedAnswer } from "./answer-plan.ts";
import { addOpenDays, inNewYork, isOpenDay, newYorkDay } from "./bank-calendar.ts";
import { type Book, fundingDay, type Numbers, type Presentment } from "./book.ts";

export interface TakenFile {
  readonly name: string;
  readonly digest: string;
  readonly batches: readonly PlainBatch[];
}

export interface SentChange {
  readonly about: Presentment;
  readonly fix: Partial<Numbers>;
  readonly day: Temporal.PlainDate;
}

interface BankNeeds {
  readonly name: string;
  readonly folders: { readonly outbox: string; readonly inbox: string };
  readonly book: Book;
  readonly plan: AnswerPlan;
  /** Finds an account by the company id of its batches. */
  readonly accounts: ReadonlyMap<string, string>;
}

export class SimulatedBank {
  readonly files = new Map<string, TakenFile>();
  /** Answers that were sent, by code. */
  readonly answered = new Map<string, number>();
  /** Changes that were sent, in order. */
  readonly changes: SentChange[] = [];
  /** Returns of entries that had been returned before. */
  repeated = 0;
  readonly #needs: BankNeeds;
  readonly #returned = new Set<string>();
  #due: PlannedAnswer[] = [];
  #answerFiles = 0;

  constructor(needs: BankNeeds) {
    this.#needs = needs;
  }

  get name(): string {
    return this.#needs.name;
  }

  async takeFiles(today: Temporal.PlainDate): Promise<void> {
    const { outbox } = this.#needs.folders;
    const names = (await readdir(outbox)).filter((name) => !name.endsWith(".part"));
    for (const name of names.sort()) {
      assert.ok(!this.files.has(name), `${name} was put into the outbox twice`);
      const text = await readFile(path.join(outbox, name), "latin1");
      await rm(path.join(outbox, name));
      const digest = createHash("sha256").update(text, "latin1").digest("hex");
      const { batches } = readPlainly(text);
      this.files.set(name, { name, digest, batches });
      for (const batch of batches) this.#enterBatch(name, batch, today);
    }
  }

  #enterBatch(file: string, { header, entries }: PlainBatch, today: Temporal.PlainDate): void {
    if (at(header, 54, 63).trimEnd() === "OFFSET") return;
    const effective = readEffectiveDate(header);
    const next = addOpenDays(today, 1);
    assert.ok(
      isOpenDay(effective) && (effective.equals(today) || effective.equals(next)),
      `${file} was taken on ${today} and has the effective date ${effective}`,
    );
    for (const entry of entries) this.#enterEntry({ file, header, effective, today }, entry);
  }

  #enterEntry(place: EntryPlace, entry: PlainEntry): void {
    const { book, plan, name: bank, accounts } = this.#needs;
    const { file, header, effective, today } = place;
    const secCode = at(header, 51, 53);
    const id = book.identify(secCode, entry.middle);
    const account = accounts.get(at(header, 41, 50)) ?? "";
    assert.ok(id !== undefined, `${file} has an entry ${entry.trace} that nobody sent`);
    const presentment = {
      ...{ id, account, bank, file, header, secCode },
      record: writeRecord(entry),
      trace: entry.trace,
      cents: Number(entry.cents),
      direction: /[0-4]$/.test(entry.code) ? ("credit" as const) : ("debit" as const),
      isRetry: at(header, 54, 63) === "RETRY PYMT",
      isPrenote: /8$/.test(entry.code),
      fundedOn: fundingDay(effective),
      ...{ day: today, sentAt: readFileTime(file), effective },
      to: {
        routing: entry.routing,
        number: entry.account.trim(),
        isSavings: /^3/.test(entry.code),
      },
    };
    if (at(header, 54, 63).trimEnd() === "REVERSAL") {
      // Also on closed days. The bank looks at its files on the next open day.
      book.recordReversal({ ...presentment, day: newYorkDay(presentment.sentAt) });
      return;
    }
    book.recordPresentment(presentment);
    this.#due.push(...plan.planAnswers(presentment, today));
  }

  /** Puts the answers of a morning into the inbox. */
  async sendAnswers(clock: Pick<TestAch, "clock">, today: Temporal.PlainDate): Promise<void> {
    const due = this.#due.filter(({ day }) => Temporal.PlainDate.compare(day, today) <= 0);
    if (due.length === 0) return;
    this.#due = this.#due.filter((answer) => !due.includes(answer));
    const number = ++this.#answerFiles;
    const text = writeAnswerFile(due, number);
    const name = `${this.name}-answers-${number}.ach`;
    await putIntoInbox(clock, this.#needs.folders.inbox, { name, text });
    for (const answer of due) {
      this.#countAnswer(answer);
      if (answer.fix !== undefined)
        this.changes.push({ about: answer.about, fix: answer.fix, day: today });
    }
  }

  #countAnswer({ about, code }: PlannedAnswer): void {
    const isReturn = about.answer?.code === code;
    if (isReturn && this.#returned.has(about.trace)) this.repeated++;
    else this.answered.set(code, (this.answered.get(code) ?? 0) + 1);
    if (isReturn) this.#returned.add(about.trace);
  }
}

/** The name of a file has the time of its window in New York. */
function readFileTime(name: string): Temporal.Instant {
  const [, day = "", hour, minute] = /-(\d{8})-(\d\d)(\d\d)\d\d-\d+\.ach$/.exec(name) ?? [];
  return Temporal.Instant.from(inNewYork(Temporal.PlainDate.from(day), `${hour}:${minute}`));
}

interface EntryPlace {
  readonly file: string;
  readonly header: string;
  readonly effective: Temporal.PlainDate;
  readonly today: Temporal.PlainDate;
}

function readEffectiveDate(header: string): Temporal.PlainDate {
  const [year, month, day] = [at(header, 70, 71), at(header, 72, 73), at(header, 74, 75)];
  return Temporal.PlainDate.from(`20${year}-${month}-${day}`);
}

/** The record as it was, without its addenda. */
function writeRecord(entry: PlainEntry): string {
  const cents = String(entry.cents).padStart(10, "0");
  const start = `6${entry.code}${entry.routing}${entry.account.padEnd(17)}${cents}`;
  const end = `${entry.name.padEnd(22)}${entry.discretionary.padEnd(2)}`;
  return `${start}${entry.middle}${end}0${entry.trace}`;
}
