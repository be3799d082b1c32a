/** Makes or changes a payment for a merchant user of the console, and audits it. */
import type { Database } from "../../db/database.ts";
import type { Account } from "../accounts/account-store.ts";
import { type ActOrigin, type Actor, recordAct } from "../audit/act.ts";
import type { PaymentOutcome } from "../payments/answer.ts";
import { pay } from "../payments/pay.ts";
import type { PaymentNeeds } from "../payments/payment-needs.ts";
import type { PaymentRequest } from "../payments/payment-request.ts";

export interface ConsolePaymentNeeds {
  readonly payments: PaymentNeeds;
  readonly db: Database;
}

export interface ActingPerson {
  readonly actor: Actor;
  readonly from: ActOrigin;
}

/** Every outcome is audited, except the repeated answer to an identical earlier request. */
export async function payFromConsole(
  { payments, db }: ConsolePaymentNeeds,
  person: ActingPerson,
  account: Account,
  request: PaymentRequest,
): Promise<PaymentOutcome> {
  const outcome = await pay(payments, account, request);
  if (isRepeated(outcome)) return outcome;
  await recordAct(db, {
    ...person,
    action: `payment.${VERBS[request.type]}`,
    subject: { kind: "transaction", id: `${account.id} ${subjectId(request, outcome)}` },
    after: {
      ...auditedOutcome(outcome),
      amountCents: requestedCents(request),
      ...(allowsDuplicate(request) && { allowsDuplicate: true }),
    },
    result: outcome.kind === "refused" || outcome.kind === "too_many" ? "refused" : "done",
  });
  return outcome;
}

const VERBS: Readonly<Record<PaymentRequest["type"], string>> = {
  SALE: "take",
  AUTHORIZATION: "authorize",
  CREDIT: "credit",
  STORE: "store",
  FORCE: "force",
  CAPTURE: "capture",
  REFUND: "refund",
  REVERSAL: "reverse",
  "SETTLE-BATCH": "settle_batch",
};

function isRepeated(outcome: PaymentOutcome): boolean {
  return (outcome.kind === "answered" || outcome.kind === "unknown") && outcome.isReplay === true;
}

function subjectId(request: PaymentRequest, outcome: PaymentOutcome): string {
  if (outcome.kind === "answered") return outcome.answer.transactionId;
  if (outcome.kind === "unknown") return outcome.transactionId;
  return "originalId" in request ? request.originalId : (request.transactionId ?? "none");
}

function requestedCents(request: PaymentRequest): number | undefined {
  return "amount" in request ? request.amount : undefined;
}

function allowsDuplicate(request: PaymentRequest): boolean {
  return "allowsDuplicate" in request && request.allowsDuplicate === true;
}

function auditedOutcome(outcome: PaymentOutcome): object {
  switch (outcome.kind) {
    case "answered":
      return { outcome: outcome.answer.outcome, originalId: outcome.answer.originalId };
    case "refused":
      return { outcome: "refused", why: outcome.why };
    default:
      return { outcome: outcome.kind };
  }
}
