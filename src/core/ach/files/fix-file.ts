/**
 * Fixes a file: writes its bytes from the collected entries and stores them sealed, in one commit.
 * After that the file never changes. Only some entries are in memory at a time.
 */
import { createHash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import type { Database } from "../../../db/database.ts";
import { CustodyError } from "../../../ports/key-custody.ts";
import { Secret } from "../../../values/secret.ts";
import type { BankAccount } from "../../vault/vault.ts";
import type { AchNeeds } from "../ach-needs.ts";
import type { BankConnection } from "../connections/bank-connection.ts";
import { openOffsetAccount } from "../connections/offset-account.ts";
import type { AchEntry } from "../nacha/ach-file.ts";
import { AchFileWriter } from "../nacha/file-writer.ts";
import { type EntryUpdate, rejectedUpdate, type UnsentEntry } from "../updates/entry-update.ts";
import { writeUpdates } from "../updates/write-updates.ts";
import { batchHeader, fileHeader, toAchEntry } from "./ach-entry.ts";
import { lockCounter, moveCounter } from "./counter-store.ts";
import { CurrentBanks } from "./current-banks.ts";
import { type DraftBatch, type DraftEntry, DraftStore } from "./draft-store.ts";
import { findFailedLeader } from "./failed-leader.ts";
import { PART_CHARACTERS, partSeal } from "./file-parts.ts";
import { type AccountTotals, offsetBatch } from "./offset.ts";
import type { OpenedBanks } from "./opened-banks.ts";
import type { OutboundFile } from "./outbound-file.ts";
import { UnsentRetryStore } from "./unsent-retry-store.ts";

const ENTRIES_AT_ONCE = 1_000;
/**
 * Decrypting does not wait for anything. Without a pause, the second statement that reads the next
 * entries would be sent only after these are written. A file of 100,000 takes a tenth longer then.
 */
const ENTRIES_PER_TURN = 50;

/** Returns the number of entries, or undefined if the file was fixed before or had no valid entry. */
export async function fixFile(needs: AchNeeds, claimed: ClaimedFile): Promise<number | undefined> {
  return needs.db.atomically(async (db) => {
    const draft = new DraftStore(db);
    if (!(await draft.lockFile(claimed.file.id))) return undefined;
    return new FileWriting({ ...claimed, needs, db, draft }).run();
  });
}

/** A file that has claimed its entries. */
interface ClaimedFile {
  readonly file: OutboundFile;
  readonly connection: BankConnection;
  readonly banks: OpenedBanks;
}

interface WritingNeeds extends ClaimedFile {
  readonly needs: AchNeeds;
  readonly db: Database;
  readonly draft: DraftStore;
}

class FileWriting {
  readonly #work: WritingNeeds;
  readonly #writer = new AchFileWriter();
  readonly #digest = createHash("sha256");
  readonly #totals = new Map<string, AccountTotals>();
  readonly #unfit: (DraftEntry & UnsentEntry)[] = [];
  readonly #banks: CurrentBanks;
  #batch: DraftBatch | undefined;
  #batchesLeft: DraftBatch[] = [];
  #lastBatchNumber = 0;
  #text = "";
  #parts = 0;
  #entries = 0;

  constructor(work: WritingNeeds) {
    this.#work = work;
    this.#banks = new CurrentBanks(work.needs, work.db);
  }

  async run(): Promise<number | undefined> {
    const { draft, file, connection, needs, db } = this.#work;
    this.#batchesLeft = await draft.listBatches(file.id);
    this.#lastBatchNumber = this.#batchesLeft.at(-1)?.number ?? 0;
    this.#add(this.#writer.startFile(fileHeader(file, connection)));
    await this.#writeEntries();
    if (this.#unfit.length > 0) {
      await draft.removeEntries(file.id, this.#unfit);
      const updates = await this.#rejectUnfit();
      await writeUpdates(needs, db, { updates, at: file.cutOffAt });
    }
    if (this.#entries === 0) {
      await draft.removeFile(file.id);
      return undefined;
    }
    if (connection.writesOffset) await this.#writeOffsets();
    this.#add(this.#writer.endFile());
    await this.#keepText();
    await this.#fix();
    return this.#entries;
  }

  /** A debit that was presented before keeps the code of its return. */
  async #rejectUnfit(): Promise<readonly EntryUpdate[]> {
    const retries = new UnsentRetryStore(this.#work.db);
    const updates: EntryUpdate[] = [];
    for (const entry of this.#unfit) {
      const isRetry = entry.presentment > 0;
      const returnCode = isRetry ? await retries.takeBack(entry) : entry.returnCode;
      updates.push(rejectedUpdate({ ...entry, returnCode }));
    }
    return updates;
  }

  async #writeEntries(): Promise<void> {
    const { draft, file } = this.#work;
    let some = await draft.listEntries(file.id, { batchNumber: 0, sequence: 0 }, ENTRIES_AT_ONCE);
    for (let last = some.at(-1); last !== undefined; last = some.at(-1)) {
      // The database reads the next entries while these are decrypted.
      const next = draft.listEntries(file.id, last, ENTRIES_AT_ONCE);
      next.catch(() => {});
      for (const [place, entry] of some.entries()) {
        if (place % ENTRIES_PER_TURN === 0) await setImmediate();
        await this.#writeEntry(entry);
      }
      some = await next;
      if (this.#text.length >= PART_CHARACTERS) await this.#keepText();
    }
    this.#endBatch();
  }

  async #writeEntry(draft: DraftEntry): Promise<void> {
    const failed = findFailedLeader(draft);
    if (failed !== undefined) {
      this.#unfit.push({ ...draft, ...failed });
      return;
    }
    const { odfi } = this.#work.connection;
    const batch = this.#batchesLeft.find(({ number }) => number === draft.batchNumber);
    const kept = await this.#openBank(draft);
    const current = batch && kept && (await this.#banks.findCurrent(draft, kept, batch.direction));
    if (current?.kind === "blocked") {
      this.#unfit.push({ ...draft, reason: current.reason });
      return;
    }
    const entry = batch && current && toAchEntry(batch, draft, { bank: current.bank, odfi });
    if (batch === undefined || entry === undefined) {
      this.#unfit.push(draft);
      return;
    }
    if (batch !== this.#batch) this.#startBatch(batch);
    this.#add(this.#writer.entry(entry));
    this.#count(batch, entry);
  }

  /** A batch starts with its first valid entry, so a batch without one is not written. */
  #startBatch(batch: DraftBatch): void {
    this.#endBatch();
    const { file, connection } = this.#work;
    this.#batch = batch;
    this.#batchesLeft = this.#batchesLeft.slice(this.#batchesLeft.indexOf(batch));
    this.#add(this.#writer.startBatch(batchHeader(file, connection, batch)));
  }

  #endBatch(): void {
    if (this.#batch !== undefined) this.#add(this.#writer.endBatch());
    this.#batch = undefined;
  }

  #count({ accountId, accountName, direction }: DraftBatch, { amountCents }: AchEntry): void {
    this.#entries++;
    let totals = this.#totals.get(accountId);
    if (totals === undefined) {
      totals = { accountId, accountName, debitCents: 0, creditCents: 0 };
      this.#totals.set(accountId, totals);
    }
    if (direction === "debit") totals.debitCents += amountCents;
    else totals.creditCents += amountCents;
  }

  /** Returns undefined if the vault has no readable bank account. Trying again would not help. */
  async #openBank(draft: DraftEntry): Promise<BankAccount | undefined> {
    const { needs, banks } = this.#work;
    if (draft.sealed === null) return undefined;
    const opened = banks.take(draft.transactionId, draft.sealed);
    if (opened !== undefined) return opened;
    try {
      return await needs.vault.openSealedBank(draft.accountId, draft.transactionId, draft.sealed);
    } catch (error) {
      if (error instanceof CustodyError && error.kind === "unreadable") return undefined;
      throw error;
    }
  }

  async #writeOffsets(): Promise<void> {
    const { needs, db, file, connection } = this.#work;
    const bank = await openOffsetAccount(needs, connection);
    let lastSequence = await lockCounter(db, connection.name);
    for (const totals of this.#totals.values()) {
      // Prenotes move no money.
      if (totals.debitCents + totals.creditCents === 0) continue;
      const batchNumber = ++this.#lastBatchNumber;
      const plan = { file, connection, bank, batchNumber, lastSequence };
      const { header, entries } = offsetBatch(totals, plan);
      this.#add(this.#writer.startBatch(header));
      for (const entry of entries) this.#add(this.#writer.entry(entry));
      this.#add(this.#writer.endBatch());
      lastSequence += entries.length;
      if (this.#text.length >= PART_CHARACTERS) await this.#keepText();
    }
    await moveCounter(db, connection.name, lastSequence);
  }

  #add(text: string): void {
    this.#text += text;
  }

  async #keepText(): Promise<void> {
    const { needs, draft, file } = this.#work;
    this.#digest.update(this.#text);
    const context = partSeal(file.id, this.#parts);
    const sealed = await needs.custody.seal(new Secret(this.#text), context);
    this.#text = "";
    await draft.savePart(file.id, this.#parts, sealed);
    this.#parts++;
  }

  async #fix(): Promise<void> {
    const { draft, file } = this.#work;
    const kept = await draft.countEntries(file.id);
    if (kept !== this.#entries)
      throw new Error(`${kept} entries were claimed, but ${this.#entries} were written.`);
    const sum = (side: "debitCents" | "creditCents") =>
      [...this.#totals.values()].reduce((cents, totals) => cents + totals[side], 0);
    await draft.markFixed({
      fileId: file.id,
      entryCount: this.#entries,
      debitCents: sum("debitCents"),
      creditCents: sum("creditCents"),
      digest: this.#digest.digest(),
    });
    await draft.recountBatches(file.id);
  }
}
