/** Holds large credits until an operator has approved them. */
import { hash } from "node:crypto";
import type { DatabasePool } from "../../db/database-pool.ts";
import type { Clock } from "../../ports/clock.ts";
import { recordAct } from "../audit/act.ts";
import type { CreditDetails } from "./approval.ts";
import { ApprovalStore } from "./approval-store.ts";

export interface LargeCredit extends CreditDetails {
  readonly accountId: string;
  /** Of the card or bank account, keyed. */
  readonly fingerprint: Uint8Array;
}

export interface CreditApprovalNeeds {
  /** Uses the payments role. */
  readonly db: DatabasePool;
  readonly clock: Pick<Clock, "wall">;
}

export class CreditApprovals {
  readonly #needs: CreditApprovalNeeds;

  constructor(needs: CreditApprovalNeeds) {
    this.#needs = needs;
  }

  /**
   * Whether the credit was approved. The approval is for one credit and is used up now. Without one,
   * the credit is put on the operators' list, unless it is there already.
   */
  async spendOrRequest({ accountId, fingerprint, ...details }: LargeCredit): Promise<boolean> {
    const { db, clock } = this.#needs;
    const subject = hash("sha256", subjectText(fingerprint, details), "buffer");
    const credit = { kind: "credit", accountId, subject } as const;
    // The account asks, not a person: any operator is somebody else.
    const by = `account ${accountId}`;
    const actor = { kind: "system", name: by } as const;
    return db.atomically(async (transaction) => {
      const store = new ApprovalStore(transaction);
      const record = (action: `approval.${string}`, id: string) =>
        recordAct(transaction, {
          ...{ actor, action, result: "done", after: details },
          subject: { kind: "approval", id },
        });
      const used = await store.spendApproval(credit, clock.wall());
      if (used !== undefined) {
        await record("approval.use", used);
        return true;
      }
      const asked = await store.insertRequest({ ...credit, details, by }, clock.wall());
      if (asked !== undefined) await record("approval.request", asked);
      return false;
    });
  }
}

/** An approval is for the same amount to the same card or bank account. */
function subjectText(fingerprint: Uint8Array, { tender, amountCents }: CreditDetails): string {
  return JSON.stringify([tender, amountCents, Buffer.from(fingerprint).toString("hex")]);
}
