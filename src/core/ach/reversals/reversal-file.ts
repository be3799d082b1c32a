/**
 * Writes the file of a reversal from the bytes of the original, so that accounts, names and amounts are
 * those that the bank got, whatever has changed since.
 */
import { createHash } from "node:crypto";
import type { Database } from "../../../db/database.ts";
import { isSecCode } from "../../../values/bank.ts";
import type { AchNeeds } from "../ach-needs.ts";
import type { BankConnection } from "../connections/bank-connection.ts";
import { openOffsetAccount } from "../connections/offset-account.ts";
import { fileHeader, traceNumber } from "../files/ach-entry.ts";
import { lockCounter, moveCounter } from "../files/counter-store.ts";
import { DraftStore } from "../files/draft-store.ts";
import { partSeal, sealParts } from "../files/file-parts.ts";
import { type AccountTotals, OFFSET_DESCRIPTION, offsetBatch } from "../files/offset.ts";
import type { OutboundFile } from "../files/outbound-file.ts";
import type { AchBatchHeader } from "../nacha/ach-file.ts";
import { AchFileWriter } from "../nacha/file-writer.ts";
import type { AchItem } from "../nacha/read-item.ts";
import { readStoredFile } from "../read-stored-file.ts";
import type { SentEntry } from "../updates/network-item.ts";
import type { Reversal } from "./reversal.ts";
import { type OriginalBatch, ReversalStore } from "./reversal-store.ts";
import { entryDirection, reverseEntry, reverseHeader } from "./reverse-batch.ts";
import type { EntryReversal } from "./reversed-entry-store.ts";

interface WritingNeeds {
  readonly needs: AchNeeds;
  readonly db: Database;
  readonly file: OutboundFile;
  readonly connection: BankConnection;
}

interface OpenBatch {
  readonly original: OriginalBatch;
  readonly header: AchBatchHeader;
  entryCount: number;
  debitCents: number;
  creditCents: number;
}

export class ReversalFile {
  readonly #work: WritingNeeds;
  readonly #writer = new AchFileWriter();
  readonly #batches: OpenBatch[] = [];
  readonly #reversed: EntryReversal[] = [];
  #open: OpenBatch | undefined;
  #text = "";
  #lastSequence = 0;

  constructor(work: WritingNeeds) {
    this.#work = work;
  }

  /** Returns the entries that were reversed, with their new trace numbers. */
  async write(
    reversal: Reversal,
    entries: readonly SentEntry[],
  ): Promise<readonly EntryReversal[]> {
    const { db, file, connection } = this.#work;
    const byTrace = new Map(entries.map((entry) => [entry.trace, entry]));
    const originals = await new ReversalStore(db).listOriginalBatches(reversal.id);
    this.#lastSequence = await lockCounter(db, connection.name);
    this.#text += this.#writer.startFile(fileHeader(file, connection));
    for (const item of await this.#readOriginal(reversal)) {
      if (item.kind === "batch") this.#startBatch(item.header, originals);
      if (item.kind === "entry") this.#writeEntry(item, byTrace);
      if (item.kind === "batch_end") this.#endBatch();
    }
    await this.#writeOffsets();
    this.#text += this.#writer.endFile();
    await moveCounter(db, connection.name, this.#lastSequence);
    await this.#store();
    return this.#reversed;
  }

  async #readOriginal({ fileName }: Reversal): Promise<Iterable<AchItem>> {
    const { needs, db } = this.#work;
    const stored = await readStoredFile({ db, custody: needs.custody }, fileName);
    if (stored.kind !== "found") throw new Error(`The content of ${fileName} is not stored.`);
    return stored.items;
  }

  /** The batch is written with its first entry. Offsets are made anew. */
  #startBatch(header: AchBatchHeader, originals: readonly OriginalBatch[]): void {
    const original = originals.find(({ number }) => number === header.batchNumber);
    const isOffset = header.entryDescription === OFFSET_DESCRIPTION;
    if (original === undefined || isOffset) return;
    const [batchNumber, effectiveDate] = [this.#batches.length + 1, this.#work.file.settlesOn];
    const reversed = reverseHeader(header, { batchNumber, effectiveDate });
    this.#open = { original, header: reversed, entryCount: 0, debitCents: 0, creditCents: 0 };
  }

  #writeEntry(
    { entry }: Extract<AchItem, { kind: "entry" }>,
    entries: ReadonlyMap<string, SentEntry>,
  ): void {
    const [batch, sent] = [this.#open, entries.get(entry.trace)];
    if (batch === undefined || sent === undefined) return;
    const trace = traceNumber(this.#work.connection.odfi, this.#lastSequence + 1);
    const reversed = reverseEntry(entry, trace);
    if (reversed === undefined) return;
    this.#lastSequence++;
    if (batch.entryCount === 0) this.#text += this.#writer.startBatch(batch.header);
    this.#text += this.#writer.entry(reversed);
    batch.entryCount++;
    if (entryDirection(reversed) === "debit") batch.debitCents += reversed.amountCents;
    else batch.creditCents += reversed.amountCents;
    const { accountId, transactionId } = sent;
    this.#reversed.push({ accountId, transactionId, trace });
  }

  #endBatch(): void {
    const batch = this.#open;
    this.#open = undefined;
    if (batch === undefined || batch.entryCount === 0) return;
    this.#text += this.#writer.endBatch();
    this.#batches.push(batch);
  }

  async #writeOffsets(): Promise<void> {
    const { needs, file, connection } = this.#work;
    if (!connection.writesOffset) return;
    const bank = await openOffsetAccount(needs, connection);
    let batchNumber = this.#batches.length;
    for (const totals of this.#accountTotals()) {
      const plan = { file, connection, bank, lastSequence: this.#lastSequence };
      const offset = offsetBatch(totals, { ...plan, batchNumber: ++batchNumber });
      this.#text += this.#writer.startBatch(offset.header);
      for (const entry of offset.entries) this.#text += this.#writer.entry(entry);
      this.#text += this.#writer.endBatch();
      this.#lastSequence += offset.entries.length;
    }
  }

  #accountTotals(): Iterable<AccountTotals> {
    const totals = new Map<string, AccountTotals>();
    for (const { original, debitCents, creditCents } of this.#batches) {
      const { accountId, accountName } = original;
      const known = totals.get(accountId) ?? {
        accountId,
        accountName: accountName ?? accountId,
        debitCents: 0,
        creditCents: 0,
      };
      known.debitCents += debitCents;
      known.creditCents += creditCents;
      totals.set(accountId, known);
    }
    return totals.values();
  }

  async #store(): Promise<void> {
    const { needs, db, file } = this.#work;
    const draft = new DraftStore(db);
    await sealParts(needs.custody, this.#text, {
      context: (part) => partSeal(file.id, part),
      save: (part, sealed) => draft.savePart(file.id, part, sealed),
    });
    const sum = (pick: (batch: OpenBatch) => number) =>
      this.#batches.reduce((all, batch) => all + pick(batch), 0);
    for (const batch of this.#batches) await this.#storeBatch(batch);
    await draft.markFixed({
      fileId: file.id,
      entryCount: sum(({ entryCount }) => entryCount),
      debitCents: sum(({ debitCents }) => debitCents),
      creditCents: sum(({ creditCents }) => creditCents),
      digest: createHash("sha256").update(this.#text).digest(),
    });
  }

  async #storeBatch({ original, header, entryCount, debitCents, creditCents }: OpenBatch) {
    const { secCode } = header;
    if (!isSecCode(secCode)) throw new Error(`A batch of class ${secCode} cannot be reversed.`);
    await new ReversalStore(this.#work.db).insertBatch({
      fileId: this.#work.file.id,
      number: header.batchNumber,
      accountId: original.accountId,
      secCode,
      isRetry: original.isRetry,
      entryCount,
      direction: debitCents > 0 ? "debit" : "credit",
      amountCents: debitCents + creditCents,
    });
  }
}
