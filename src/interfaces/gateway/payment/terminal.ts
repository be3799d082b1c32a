/**
 * A payment from a terminal: its payload is read once everything else about the request is right.
 * Until then a mark stands where the card will.
 */
import type { Account } from "../../../core/accounts/account-store.ts";
import { findDeviceType } from "../../../core/management/devices/device-types.ts";
import { type ReadCardNeeds, readCard, type TerminalCard } from "../../../core/parser/read-card.ts";
import type {
  Card,
  CardPayment,
  PaymentRequest,
  SentCard,
} from "../../../core/payments/payment-request.ts";
import { isHarmless } from "../../../values/harmless.ts";
import { Secret } from "../../../values/secret.ts";
import type { Form } from "../../../wire/form.ts";
import { RequestError } from "../../../wire/request-error.ts";
import { isSent, textOf } from "./asked.ts";

const UNREAD: Card = {
  number: new Secret(""),
  brand: "VISA",
  expiration: "",
  verification: undefined,
  entryMode: "EMV",
};

/** Whether the card comes from a reader, as tracks or in a terminal's payload. */
export function isFromReader(form: Form): boolean {
  return isSent(form, "card_tracks") || isSent(form, "device_payload");
}

/** Where a card is still to be read; a verification value that was sent stays with it. */
export function unreadCard(form: Form, verification: Secret | undefined): Card | undefined {
  if (textOf(form, "device_payload") === undefined) return undefined;
  return { ...UNREAD, verification };
}

export type TerminalPayment = CardPayment & { readonly source: SentCard };

export function awaitsReading(payment: PaymentRequest | RequestError): payment is TerminalPayment {
  if (payment instanceof RequestError || !("source" in payment)) return false;
  return "card" in payment.source && payment.source.card.number === UNREAD.number;
}

/** Whatever keeps a payload from being read is one error here: the parser's journal says which. */
export async function readAtTerminal(
  needs: ReadCardNeeds,
  { account, form }: { readonly account: Account; readonly form: Form },
  payment: TerminalPayment,
): Promise<TerminalPayment | RequestError> {
  const card = await cardIn(needs, account, form);
  if (card === undefined) return new RequestError("invalid", "card_tracks");
  const { source } = payment;
  return { ...payment, source: { ...source, card: toCard(card, source.card.verification) } };
}

async function cardIn(needs: ReadCardNeeds, { partnerId }: Account, form: Form) {
  const deviceType = findDeviceType(textOf(form, "device_type") ?? "");
  if (partnerId === undefined || deviceType === undefined) return undefined;
  return readCard(needs, partnerId, {
    deviceType,
    payload: new Secret(textOf(form, "device_payload") ?? ""),
    serial: textOf(form, "device_serial"),
    ksn: textOf(form, "ksn"),
    client: undefined,
  });
}

function toCard(card: TerminalCard, verification: Secret | undefined): Card {
  const { number, brand, expiration, entryMode } = card;
  return {
    number,
    brand,
    expiration,
    verification: verification ?? card.verification,
    entryMode,
    holder: {
      first_name: fitting(card.firstName, 50),
      last_name: fitting(card.lastName, 50),
      street_address1: fitting(card.street, 50),
      zip: fitting(card.zip, 10),
    },
  };
}

/** What is on a card is kept as if it had been sent, where that could have been sent. */
function fitting(text: string | undefined, lengthMax: number): string | undefined {
  const trimmed = text?.trim() ?? "";
  const isFit = trimmed !== "" && trimmed.length <= lengthMax && isHarmless(trimmed);
  return isFit ? trimmed : undefined;
}
