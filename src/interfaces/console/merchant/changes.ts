/**
 * Captures, refunds, voids and receipts. Each change is made only once, even if it is sent twice.
 */
import type { AccountStore } from "../../../core/accounts/account-store.ts";
import type { Capture, Change, Refund, Reversal } from "../../../core/payments/payment-request.ts";
import { pageIdKey } from "../../../core/transactions/find-fetched-id.ts";
import {
  type ConsolePaymentNeeds,
  payFromConsole,
} from "../../../core/transactions/pay-from-console.ts";
import { type ResendNeeds, resendReceipt } from "../../../core/transactions/resend-receipt.ts";
import type { Cents } from "../../../values/money.ts";
import { readTransactionId } from "../../../values/transaction-id.ts";
import { conflict, invalid } from "../errors.ts";
import { cashierName, merchantUser } from "../merchant-user.ts";
import type { Call, Routes } from "../routes.ts";
import type { PaymentResult } from "./contract.ts";
import { writePaymentResult } from "./outcome.ts";

export interface ChangeNeeds {
  readonly act: ConsolePaymentNeeds;
  readonly receipts: ResendNeeds;
  readonly accounts: Pick<AccountStore, "findAccount">;
}

const AMOUNT_MAX = 99_999_999;

export function addChanges(routes: Routes, needs: ChangeNeeds): void {
  const change = (path: string, read: (call: Call, originalId: string) => Change) =>
    routes.post(`/merchant/transactions/:id/${path}`, "payments.change", (call) =>
      changeTransaction(needs, call, read),
    );
  change("captures", readCapture);
  change("refunds", readRefund);
  change("reversals", readReversal);
  routes.post("/merchant/transactions/:id/receipts", "payments.take", (call) =>
    sendReceipt(needs, call),
  );
}

async function changeTransaction(
  { act, accounts }: ChangeNeeds,
  call: Call,
  read: (call: Call, originalId: string) => Change,
): Promise<PaymentResult | undefined> {
  const account = await accounts.findAccount(merchantUser(call).account.id);
  const originalId = readTransactionId(call.param("id"));
  if (account === undefined || originalId === undefined) return undefined;
  const change = read(call, originalId);
  call.body.settle();
  return writePaymentResult(await payFromConsole(act, call, account, change));
}

/** A capture keeps the ID of its authorization, so the page's ID is the idempotency key. */
function readCapture(call: Call, originalId: string): Capture {
  const idempotencyKey = pageIdKey(readPageId(call));
  const amount = readAmount(call);
  return { type: "CAPTURE", originalId, amount, ...commonFields(call), idempotencyKey };
}

function readRefund(call: Call, originalId: string): Refund {
  const transactionId = readPageId(call);
  const amount = readAmount(call);
  return { type: "REFUND", originalId, amount, ...commonFields(call), transactionId };
}

function readReversal(call: Call, originalId: string): Reversal {
  const transactionId = readPageId(call);
  return { type: "REVERSAL", originalId, amount: undefined, ...commonFields(call), transactionId };
}

export function readPageId({ body }: Pick<Call, "body">): string {
  const id = readTransactionId(body.text("id", { max: 12 }));
  if (id === undefined) body.error("id", "This transaction ID is unknown.");
  return id ?? "";
}

function readAmount({ body }: Call): Cents {
  return body.whole("amountCents", { min: 1, max: AMOUNT_MAX }) as Cents;
}

function commonFields(call: Call) {
  return {
    transactionId: undefined,
    idempotencyKey: undefined,
    details: { cashier: cashierName(merchantUser(call)) },
    sendsCustomerReceipt: false,
    sendsMerchantReceipt: false,
  };
}

async function sendReceipt({ receipts }: ChangeNeeds, call: Call): Promise<null | undefined> {
  const { account } = merchantUser(call);
  const transactionId = readTransactionId(call.param("id"));
  if (transactionId === undefined) return undefined;
  const to = call.body.text("to", { max: 254 });
  call.body.settle();
  const resent = await resendReceipt(receipts, call, account, { transactionId, to });
  if (resent === "bad_address") throw invalid({ to: "Enter a valid email address." });
  if (resent === "no_receipt") throw conflict("This transaction has no receipt.");
  return null;
}
