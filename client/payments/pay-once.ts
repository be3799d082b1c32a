/**
 * Pays exactly once. The payment has an id before it is sent. After a lost or unreadable answer the
 * client asks for the status of that id before anything else, and sends again only under the same id.
 */
import { choosePause, pauseFor } from "../call/retry.ts";
import { nameTransaction, orUnknown, SixdoorsError } from "../errors.ts";
import type { PaymentCallOptions } from "../options.ts";
import { type Fields, refuseArgument } from "../wire/form.ts";
import { describeAnswer, type Gateway, postForm } from "./gateway.ts";
import { openPatience, type Patience } from "./patience.ts";
import { PAYMENT_PATH, type PaymentAnswer } from "./payment-names.ts";
import {
  isFinal,
  isNotSent,
  type PaymentResult,
  readFound,
  readPayment,
} from "./payment-result.ts";
import { type FoundTransaction, readStatus, reserveTransactionId } from "./status.ts";

interface Payment {
  readonly gateway: Gateway;
  readonly id: string;
  readonly fields: Fields;
  readonly options: PaymentCallOptions;
  readonly patience: Patience;
}

export async function payOnce(
  gateway: Gateway,
  fields: Fields,
  options: PaymentCallOptions,
): Promise<PaymentResult> {
  const id = checkId(fields["transaction_id"]) ?? (await reserveTransactionId(gateway, options));
  const patience = openPatience(options.waitForOutcomeMs ?? gateway.connection.waitForOutcomeMs);
  const payment = { gateway, id, fields: { ...fields, transaction_id: id }, options, patience };
  try {
    return await sendUntilKnown(payment);
  } catch (error) {
    throw nameTransaction(error, id);
  }
}

/** The server takes an empty id for none, and the payment could then happen twice. */
function checkId(id: string | undefined): string | undefined {
  if (id === undefined || /^\d{1,12}$/.test(id)) return id;
  throw refuseArgument("id must be an id from reserveId: 12 digits.", "payments");
}

async function sendUntilKnown(payment: Payment): Promise<PaymentResult> {
  for (let round = 1; ; round++) {
    const result = (await sendPayment(payment)) ?? (await findOutcome(payment));
    if (result !== "not_found") return result;
    if (payment.patience.isOver()) return { outcome: "pending", id: payment.id };
    await pauseForRound(payment, round);
  }
}

/** Returns nothing if the outcome is not known: a lost answer, an unreadable one, or error 50000. */
async function sendPayment(payment: Payment): Promise<PaymentResult | undefined> {
  const { gateway, fields, options } = payment;
  return orUnknown(async () => {
    const request = { area: "payments", path: PAYMENT_PATH, fields } as const;
    const { answer, reply } = await postForm<PaymentAnswer>(gateway, request, options);
    if (isFinal(answer)) return readPayment(answer);
    if (isNotSent(answer)) throw describeNotSent(payment.id);
    throw describeAnswer(answer, reply);
  });
}

/** Asks for the status until it is final or the patience is over. */
async function findOutcome(payment: Payment): Promise<PaymentResult | "not_found"> {
  const { gateway, id, options, patience } = payment;
  patience.begin();
  for (let round = 1; ; round++) {
    // While the server cannot be reached, the outcome is as unknown as before.
    const status = await orUnknown(() => readStatus(gateway, id, options));
    if (status?.outcome === "not_found") return "not_found";
    if (status?.outcome === "not_sent") throw describeNotSent(id);
    if (status?.outcome === "approved" || status?.outcome === "declined") {
      return fetchAnswer(payment, status);
    }
    if (patience.isOver()) return { outcome: "pending", id };
    await pauseForRound(payment, round);
  }
}

/** The id is used up, so the same request gets its stored answer and charges nothing. */
async function fetchAnswer(payment: Payment, found: FoundTransaction): Promise<PaymentResult> {
  try {
    return (await sendPayment(payment)) ?? readFound(found);
  } catch (error) {
    if (error instanceof SixdoorsError && error.code !== "aborted") return readFound(found);
    throw error;
  }
}

function pauseForRound({ gateway, options }: Payment, round: number): Promise<void> {
  const { retry } = gateway.connection;
  return pauseFor(choosePause(retry, Math.min(round, 5)), "payments", options.signal);
}

export function describeNotSent(transactionId?: string): SixdoorsError {
  return new SixdoorsError(
    "The card host could not be reached, and nothing was charged. Pay again with a new id or key.",
    { code: "not_sent", area: "payments", transactionId },
  );
}
