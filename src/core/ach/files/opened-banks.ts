/**
 * Decrypts the bank accounts of claimed entries while the database claims the next ones. Without it,
 * this process would be idle meanwhile, and a file of 100,000 entries takes an eighth longer. Nothing
 * depends on it: when the file is written, the sealed value is read again, and is decrypted again if it
 * has changed.
 */
import { setImmediate } from "node:timers/promises";
import type { BankAccount } from "../../vault/vault.ts";
import type { AchNeeds } from "../ach-needs.ts";
import { type ClaimedBank, type ClaimedEntries, listClaimedBanks } from "./claimed-bank-store.ts";

/** Limits the memory. Later entries are opened when the file is written. */
const OPENED_MAX = 100_000;
/** The answers of other statements are handled in between. */
const BANKS_PER_TURN = 50;

interface OpenedBank {
  readonly sealed: Uint8Array;
  readonly bank: BankAccount;
}

export class OpenedBanks {
  readonly #needs: Pick<AchNeeds, "db" | "vault">;
  readonly #opened = new Map<string, OpenedBank>();
  #opening: Promise<void> = Promise.resolve();

  constructor(needs: Pick<AchNeeds, "db" | "vault">) {
    this.#needs = needs;
  }

  /** Starts to open the bank accounts of these entries and does not wait for them. */
  openClaimed(entries: ClaimedEntries): void {
    // What fails here fails again when the file is written, and is reported there.
    this.#opening = this.#opening.then(() => this.#open(entries)).catch(() => {});
  }

  /** Waits until all are opened. */
  async finish(): Promise<void> {
    await this.#opening;
  }

  /** Returns the opened value once, if it was opened from the same sealed bytes. */
  take(transactionId: string, sealed: Uint8Array): BankAccount | undefined {
    const opened = this.#opened.get(transactionId);
    this.#opened.delete(transactionId);
    if (opened === undefined || Buffer.compare(opened.sealed, sealed) !== 0) return undefined;
    return opened.bank;
  }

  async #open(entries: ClaimedEntries): Promise<void> {
    if (this.#opened.size >= OPENED_MAX) return;
    const banks = await listClaimedBanks(this.#needs.db, entries);
    for (const [place, bank] of banks.entries()) {
      if (place % BANKS_PER_TURN === 0) await setImmediate();
      await this.#openOne(entries.accountId, bank);
    }
  }

  async #openOne(accountId: string, { transactionId, sealed }: ClaimedBank): Promise<void> {
    const bank = await this.#needs.vault.openSealedBank(accountId, transactionId, sealed);
    this.#opened.set(transactionId, { sealed, bank });
  }
}
