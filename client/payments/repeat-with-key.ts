/**
 * Captures and batches have no id of their own. They carry an Idempotency-Key, and after a lost
 * answer the same request is sent again with the same key: it gets the first answer.
 */
import { newKey } from "../call/random.ts";
import { choosePause, pauseFor } from "../call/retry.ts";
import { orUnknown } from "../errors.ts";
import type { PaymentCallOptions } from "../options.ts";
import { checkKey, type Fields } from "../wire/form.ts";
import { describeAnswer, type Gateway, postForm, TEMPORARY } from "./gateway.ts";
import { openPatience } from "./patience.ts";
import { describeNotSent } from "./pay-once.ts";
import { PAYMENT_PATH, type PaymentAnswer } from "./payment-names.ts";
import { isFinal, isNotSent, type KeyedResult, readPayment } from "./payment-result.ts";

interface KeyedRequest {
  readonly fields: Fields;
  readonly key: string;
  readonly options: PaymentCallOptions;
}

export async function sendWithKey(
  gateway: Gateway,
  fields: Fields,
  { key = newKey(), ...options }: PaymentCallOptions & { readonly key?: string | undefined },
): Promise<KeyedResult> {
  const { retry, waitForOutcomeMs } = gateway.connection;
  checkKey(key, "payments");
  const patience = openPatience(options.waitForOutcomeMs ?? waitForOutcomeMs);
  for (let round = 1; ; round++) {
    const result = await sendKeyed(gateway, { fields, key, options });
    if (result !== undefined) return result;
    patience.begin();
    if (patience.isOver()) return describePending(fields, key);
    await pauseFor(choosePause(retry, Math.min(round, 5)), "payments", options.signal);
  }
}

/** Returns nothing if the outcome is not known. */
async function sendKeyed(
  gateway: Gateway,
  { fields, key, options }: KeyedRequest,
): Promise<KeyedResult | undefined> {
  return orUnknown(async () => {
    const headers = { "idempotency-key": key };
    const request = { area: "payments", path: PAYMENT_PATH, fields, headers } as const;
    const { answer, reply, isReplayed } = await postForm<PaymentAnswer>(gateway, request, options);
    if (isFinal(answer)) return readPayment(answer);
    const isOver = isNotSent(answer) || (isReplayed && answer.error_code === TEMPORARY);
    if (isOver) throw describeNotSent(fields["token_id"]);
    throw describeAnswer(answer, reply);
  });
}

function describePending({ token_id }: Fields, idempotencyKey: string): KeyedResult {
  const id = token_id === undefined ? {} : { id: token_id };
  return { outcome: "pending", ...id, idempotencyKey };
}
