/**
 * A simulated bank for certification. The last four digits of an account number select its answer, as
 * in seed/certification.json. Answers are files in the format of banks.
 */
import { createHash } from "node:crypto";
import type { DatabasePool } from "../db/database-pool.ts";
import type {
  AchNetwork,
  ClaimedFile,
  Draft,
  HandOverResult,
  IncomingFile,
  OutgoingFile,
} from "../ports/ach-network.ts";
import type { KeyCustody, SealContext } from "../ports/key-custody.ts";
import { Secret } from "../values/secret.ts";
import { type AnsweredEntry, writeAnswerFile } from "./ach-simulator/answer-file.ts";
import { plannedAnswer } from "./ach-simulator/answers.ts";
import {
  BankMemory,
  type DueAnswer,
  type FileName,
  type RememberedAnswer,
} from "./ach-simulator/bank-memory.ts";
import {
  batchEffectiveDate,
  entryAccountNumber,
  entryTrace,
  type ForwardEntry,
  ForwardReader,
} from "./ach-simulator/forward-file.ts";

export interface AchSimulatorNeeds {
  readonly db: DatabasePool;
  readonly custody: KeyCustody;
  /** The morning a number of banking days after a date, when banks send returns. */
  readonly morningAfter: (day: Temporal.PlainDate, bankingDays: number) => Temporal.Instant;
  readonly timeZone: string;
}

const BETWEEN = "\n";

export class AchSimulator implements AchNetwork {
  readonly #needs: AchSimulatorNeeds;
  readonly #memory: BankMemory;
  readonly #listed = new WeakMap<IncomingFile, readonly DueAnswer[]>();

  constructor(needs: AchSimulatorNeeds) {
    this.#needs = needs;
    this.#memory = new BankMemory(needs.db);
  }

  async prepareDraft(file: OutgoingFile): Promise<void> {
    const reader = new ForwardReader();
    const answers: RememberedAnswer[] = [];
    for await (const part of file.parts()) {
      for (const entry of reader.read(part.reveal())) {
        const answer = await this.#plan(file, entry);
        if (answer !== undefined) answers.push(answer);
      }
    }
    await this.#memory.saveDraft(file, reader.end(), answers);
  }

  async handOver(file: ClaimedFile, at: Temporal.Instant): Promise<HandOverResult> {
    await file.countRename();
    return (await this.#memory.acceptDraft(file, at)) ? "handed_over" : "renamed_earlier";
  }

  listDrafts(connection: string): Promise<readonly string[]> {
    return this.#memory.listDrafts(connection);
  }

  removeDraft(draft: Draft): Promise<void> {
    return this.#memory.removeDraft(draft);
  }

  /** One file for each time at which answers are due. */
  async *listIncoming(connection: string, by: Temporal.Instant): AsyncGenerator<IncomingFile> {
    for (const dueAt of await this.#memory.listDueTimes(connection, by)) {
      const answers = await this.#memory.dueAt(connection, dueAt);
      if (answers.length === 0) continue;
      const file = await this.#write(connection, answers, dueAt);
      this.#listed.set(file, answers);
      yield file;
    }
  }

  async acknowledge(file: IncomingFile): Promise<void> {
    await this.#memory.markAcknowledged(file.connection, this.#listed.get(file) ?? []);
  }

  /** The simulated bank is always there. */
  async checkConnection(): Promise<void> {}

  async #plan(file: FileName, entry: ForwardEntry): Promise<RememberedAnswer | undefined> {
    const planned = plannedAnswer(entryAccountNumber(entry.entry));
    if (planned === undefined) return undefined;
    const trace = entryTrace(entry.entry);
    const { fileHeader, batchHeader } = entry;
    const text = new Secret([fileHeader, batchHeader, entry.entry].join(BETWEEN));
    return {
      trace,
      code: planned.code,
      dueAt: this.#needs.morningAfter(batchEffectiveDate(batchHeader), planned.bankingDays),
      sealed: await this.#needs.custody.seal(text, answerSeal(file, trace)),
    };
  }

  async #write(
    connection: string,
    answers: readonly DueAnswer[],
    dueAt: Temporal.Instant,
  ): Promise<IncomingFile> {
    const entries: AnsweredEntry[] = [];
    for (const { sealed, trace, code, fileName: name } of answers) {
      const opened = await this.#needs.custody.open(
        sealed,
        answerSeal({ connection, name }, trace),
      );
      const [fileHeader = "", batchHeader = "", entry = ""] = opened.reveal().split(BETWEEN);
      entries.push({ fileHeader, batchHeader, entry, code });
    }
    const created = dueAt.toZonedDateTimeISO(this.#needs.timeZone);
    const text = writeAnswerFile(entries, created);
    return {
      connection,
      name: `answers-${created.toPlainDate()}.ach`,
      digest: createHash("sha256").update(text).digest(),
      byteCount: text.length,
      text: new Secret(text),
      isFresh: false,
    };
  }
}

function answerSeal({ connection, name }: FileName, trace: string): SealContext {
  return { place: "simulator.ach_answers.sealed", owner: `${connection}/${name}/${trace}` };
}
