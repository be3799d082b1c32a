/** What earlier returns and notifications of change say about a bank account, for new requests. */
import type { Database } from "../../db/database.ts";
import type { Clock } from "../../ports/clock.ts";
import type { BankAccount } from "../vault/vault.ts";
import { BankBlockStore } from "./bank-block-store.ts";
import { BankCorrectionStore } from "./bank-correction-store.ts";
import {
  type BankTrail,
  findTrailBlock,
  followCorrections,
  type TrailNeeds,
} from "./bank-trail.ts";

export interface BankAccountsNeeds extends TrailNeeds {
  readonly db: Database;
  readonly clock: Clock;
}

export class BankAccounts {
  readonly #needs: BankAccountsNeeds;

  constructor(needs: BankAccountsNeeds) {
    this.#needs = needs;
  }

  /** The bank account with the corrections that its bank has sent to this merchant. */
  findCurrentBank(accountId: string, bank: BankAccount): Promise<BankTrail> {
    const { db, clock } = this.#needs;
    const store = new BankCorrectionStore(db);
    return followCorrections(this.#needs, {
      accountId,
      bank,
      find: (fingerprint) => store.findCorrection(accountId, fingerprint, clock.business()),
    });
  }

  /** The return code after which this merchant may not debit the bank account. */
  findBlockingCode(accountId: string, trail: BankTrail): Promise<string | undefined> {
    const store = new BankBlockStore(this.#needs.db);
    return findTrailBlock(trail, (fingerprint) => store.findBlockingCode(accountId, fingerprint));
  }
}
