/**
 * Pays with encrypted card data from a device. The payload is read before the payment is checked for
 * anything else, and becomes an ordinary card.
 */
import { isHarmless } from "../../values/masking/harmless.ts";
import type { Account } from "../accounts/account-store.ts";
import type { PaymentOutcome } from "./answer.ts";
import type { CardOfPayload, PaymentNeeds } from "./payment-needs.ts";
import type { Card, PayloadPayment, PayloadSource, PaymentRequest } from "./payment-request.ts";
import { takeCardPayment } from "./take-payment.ts";

export function isPayloadPayment(request: PaymentRequest): request is PayloadPayment {
  return "source" in request && request.source.kind === "payload";
}

export async function payByPayload(
  needs: PaymentNeeds,
  account: Account,
  payment: PayloadPayment,
): Promise<PaymentOutcome> {
  const { source } = payment;
  const { partnerId } = account;
  const read = partnerId && (await needs.payloads.readCard(partnerId, source.device));
  // All reasons give the same refusal; the parser's journal has the exact one.
  if (!read) return { kind: "refused", why: "card_unreadable" };
  const card = toCard(read, source);
  const { tokenId } = source;
  const outcome = await takeCardPayment(needs, account, {
    ...payment,
    source: { kind: "card", card, tokenId },
  });
  return outcome.kind === "refused" || outcome.kind === "unknown"
    ? { ...outcome, readLast4: card.number.last4() }
    : outcome;
}

function toCard(read: CardOfPayload, { verification }: PayloadSource): Card {
  const { number, brand, expiration, entryMode, readout } = read;
  return {
    number,
    brand,
    expiration,
    verification: verification ?? read.verification,
    entryMode,
    readout,
    holder: {
      firstName: storableText(read.firstName, 50),
      lastName: storableText(read.lastName, 50),
      streetAddress1: storableText(read.street, 50),
      zip: storableText(read.zip, 10),
    },
  };
}

/** Text from a card is stored only if the same text would be accepted in a request. */
function storableText(text: string | undefined, lengthMax: number): string | undefined {
  const trimmed = text?.trim() ?? "";
  const isStorable = trimmed !== "" && trimmed.length <= lengthMax && isHarmless(trimmed);
  return isStorable ? trimmed : undefined;
}
