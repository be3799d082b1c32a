/**
 * Checks the bank accounts of entries when their file is fixed: corrections are applied, and debits
 * of blocked bank accounts are left out. This is the last check before money moves, so it also
 * catches entries that were accepted before the bank's answer, or at the same moment.
 */
import type { Database } from "../../../db/database.ts";
import { fingerprintText } from "../../bank-accounts/bank-account-fingerprint.ts";
import { BankBlockStore } from "../../bank-accounts/bank-block-store.ts";
import {
  type BankCorrection,
  BankCorrectionStore,
} from "../../bank-accounts/bank-correction-store.ts";
import { findTrailBlock, followCorrections } from "../../bank-accounts/bank-trail.ts";
import { blockReason } from "../../bank-accounts/blocking-returns.ts";
import type { BankAccount } from "../../vault/vault.ts";
import type { AchNeeds } from "../ach-needs.ts";
import type { Direction } from "../nacha/transaction-codes.ts";
import { EntryBankStore } from "../updates/entry-bank-store.ts";
import type { EntryKey } from "../updates/entry-update.ts";

interface KnownBanks {
  readonly blocks: ReadonlyMap<string, string>;
  readonly corrections: ReadonlyMap<string, BankCorrection>;
}

export type CurrentBank =
  | { readonly kind: "usable"; readonly bank: BankAccount }
  | { readonly kind: "blocked"; readonly reason: string };

export class CurrentBanks {
  readonly #needs: Pick<AchNeeds, "vault" | "custody">;
  readonly #db: Database;
  /** Entries come in batches of one account, so only one account is kept. */
  #accountId: string | undefined;
  #known: KnownBanks = { blocks: new Map(), corrections: new Map() };

  constructor(needs: Pick<AchNeeds, "vault" | "custody">, db: Database) {
    this.#needs = needs;
    this.#db = db;
  }

  async findCurrent(
    entry: EntryKey,
    bank: BankAccount,
    direction: Direction,
  ): Promise<CurrentBank> {
    const { accountId } = entry;
    const { blocks, corrections } = await this.#findKnown(accountId);
    if (blocks.size === 0 && corrections.size === 0) return { kind: "usable", bank };
    const trail = await followCorrections(this.#needs, {
      accountId,
      bank,
      find: async (fingerprint) => corrections.get(fingerprintText(fingerprint)),
    });
    const code = await findTrailBlock(trail, async (fingerprint) =>
      blocks.get(fingerprintText(fingerprint)),
    );
    if (code !== undefined && direction === "debit") {
      return { kind: "blocked", reason: blockReason(code) };
    }
    if (trail.isCorrected) await this.#storeCorrected(entry, trail.bank);
    return { kind: "usable", bank: trail.bank };
  }

  async #findKnown(accountId: string): Promise<KnownBanks> {
    if (this.#accountId === accountId) return this.#known;
    const blocks = await new BankBlockStore(this.#db).listBlockedFingerprints(accountId);
    const corrections = await new BankCorrectionStore(this.#db).listCorrections(accountId);
    this.#accountId = accountId;
    this.#known = {
      blocks: new Map(blocks.map((one) => [fingerprintText(one.fingerprint), one.returnCode])),
      corrections: new Map(corrections.map((one) => [fingerprintText(one.fingerprint), one])),
    };
    return this.#known;
  }

  /** The token of the entry then stands for the bank account that is in the file. */
  async #storeCorrected(entry: EntryKey, bank: BankAccount): Promise<void> {
    const { accountId, transactionId } = entry;
    const sealed = await this.#needs.vault.sealBank(accountId, transactionId, bank);
    const { accountNumber, accountType } = bank;
    const last4 = accountNumber.last4();
    await new EntryBankStore(this.#db).replaceBank(entry, { sealed, last4, accountType });
  }
}
