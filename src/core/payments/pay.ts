/** The entry of the payment core: every payment request of every interface goes through `pay`. */
import { SafeModeOn } from "../../values/safe-mode/safe-mode-on.ts";
import { type Step, traceStep } from "../../values/telemetry/tracing.ts";
import type { Account } from "../accounts/account-store.ts";
import type { PaymentOutcome } from "./answer.ts";
import { takeBankPayment } from "./bank/take-bank-payment.ts";
import { settleBatch } from "./batches/settle-batch.ts";
import { changePayment } from "./changes/change-payment.ts";
import { isPayloadPayment, payByPayload } from "./pay-by-payload.ts";
import type { PaymentNeeds } from "./payment-needs.ts";
import type { PaymentRequest } from "./payment-request.ts";
import { takeCardPayment } from "./take-payment.ts";

/** Throws SafeModeOn if the database refuses because it is a restored copy. */
export async function pay(
  needs: PaymentNeeds,
  account: Account,
  request: PaymentRequest,
): Promise<PaymentOutcome> {
  try {
    return await traceStep(PAY, () => payByType(needs, account, request));
  } catch (error) {
    throw (await needs.openAttempts.isRefusedBySafeMode(error)) ? new SafeModeOn() : error;
  }
}

const PAY: Step<Promise<PaymentOutcome>> = {
  kind: "core",
  name: "pay",
  describe: ({ kind: outcome }) => ({ outcome }),
};

function payByType(
  needs: PaymentNeeds,
  account: Account,
  request: PaymentRequest,
): Promise<PaymentOutcome> {
  switch (request.type) {
    case "CAPTURE":
    case "REFUND":
    case "REVERSAL":
      return changePayment(needs, account, request);
    case "SETTLE-BATCH":
      return settleBatch(needs, account, request);
    default:
      if ("bank" in request) return takeBankPayment(needs, account, request);
      return isPayloadPayment(request)
        ? payByPayload(needs, account, request)
        : takeCardPayment(needs, account, request);
  }
}
