/**
 * Records the reversal of a charge that the card host has and we do not know. Reconcile then sends it
 * until the host acknowledges it. A charge is reversed once, however often this runs and wherever.
 */
import { hash } from "node:crypto";
import type { DatabasePool } from "../../db/database-pool.ts";
import type { Clock } from "../../ports/clock.ts";
import type { CardOrderType, HostCharge } from "../../ports/host-charge.ts";
import { type Account, AccountStore } from "../accounts/account-store.ts";
import { type Actor, recordAct } from "../audit/act.ts";
import type { Attempt } from "../payments/attempts/attempt.ts";
import { LostAttemptStore } from "../payments/attempts/lost-attempt-store.ts";
import { owedReversal } from "../payments/recovery/reverse-lost.ts";

export interface ReverseChargeNeeds {
  /** The login that owns the tables, because the audit entry is in the same commit. */
  readonly owner: DatabasePool;
  readonly clock: Clock;
}

/** These make a transaction of their own, which ends as reversed. */
const OWN_TRANSACTION: readonly CardOrderType[] = ["SALE", "AUTHORIZATION", "FORCE", "CREDIT"];

/** A charge of a card host, and the host's name. Undefined: the default one. */
export interface ListedCharge {
  readonly charge: HostCharge;
  readonly host: string | undefined;
}

/** False: its attempt or its reversal was stored meanwhile, so there is nothing to do. */
export async function reverseUnknownCharge(
  needs: ReverseChargeNeeds,
  { charge, host }: ListedCharge,
  actor: Actor,
): Promise<boolean> {
  const account = await new AccountStore(needs.owner).findAccount(charge.accountId);
  if (account === undefined) return false;
  const owed = owedReversal(needs, lostAttempt(needs.clock, account, { charge, host }));
  return new LostAttemptStore(needs.owner).writeOwedReversal(owed, (db) =>
    recordAct(db, {
      actor,
      action: "charge.reverse",
      subject: { kind: "charge", id: charge.reference },
      after: {
        accountId: charge.accountId,
        transactionId: charge.transactionId,
        transactionType: charge.transactionType,
        amountCents: charge.amount,
        chargedAt: charge.chargedAt.toString(),
        cardHost: host,
      },
      result: "done",
    }),
  );
}

/** The attempt as far as the host knows it. No request can have the same fingerprint. */
function lostAttempt(clock: Clock, account: Account, { charge, host }: ListedCharge): Attempt {
  const { reference, accountId, transactionId, transactionType, amount, chargedAt } = charge;
  const hasTransaction = OWN_TRANSACTION.includes(transactionType);
  return {
    accountId,
    attemptId: reference,
    transactionId,
    transactionType,
    originalId: hasTransaction ? undefined : transactionId,
    amount,
    fingerprint: hash("sha256", `charge ${reference}`, "buffer"),
    note: {
      draft: {
        tenderType: "CARD",
        currency: account.currency,
        cardHost: host,
        hostMerchant: account.hostMerchant,
      },
      timeZone: account.timeZone,
      hasWebhook: account.hasWebhook,
    },
    startedAt: chargedAt.add(clock.wall().until(clock.business())),
    leaseUntil: clock.wall(),
  };
}
