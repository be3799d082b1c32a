/** Repeats an earlier request: the same by the contract, or a changed one. */
import { CARDS, cardIn, makeTracks, READINGS, withoutGaps } from "./cards.ts";
import { moneyText, parseAmount } from "./money.ts";
import type { Attempt, Form, Request } from "./payment-model.ts";

export const VARIATIONS = [
  "the same",
  "in other words",
  "read by another track",
  "without its key",
  "with a new key",
  "without its id",
  "by another cashier",
  "of another tender",
  "of another amount",
  "of another card",
  "of another type",
] as const;
export type Variation = (typeof VARIATIONS)[number];

/** Undefined: this variation is not possible for the request. */
export function varied({ request }: Attempt, how: Variation, newKey: string): Request | undefined {
  const form = withoutGaps(request.form) as Form;
  const { key } = request;
  const hasBoth = key !== undefined && form.transaction_id !== undefined;
  switch (how) {
    case "the same":
      return request;
    case "without its key":
      return hasBoth ? { form, key: undefined } : undefined;
    case "with a new key":
      return form.transaction_id === undefined ? undefined : { form, key: newKey };
    case "without its id":
      return hasBoth ? { form: { ...form, transaction_id: undefined }, key } : undefined;
    default: {
      const other = otherForm(form, how);
      return other && { form: other, key };
    }
  }
}

function otherForm(form: Form, how: Variation): Form | undefined {
  const { transaction_type, transaction_amount, card_number, card_tracks } = form;
  switch (how) {
    case "in other words":
      return inOtherWords(form);
    case "read by another track":
      return card_tracks === undefined ? undefined : readAgain(form, card_tracks);
    case "by another cashier":
      return { ...form, cashier: "Lin" };
    case "of another tender":
      return CHANGES.has(transaction_type) ? withOtherTender(form) : undefined;
    case "of another amount":
      return transaction_amount === undefined ? undefined : oneMore(form, transaction_amount);
    case "of another card":
      return card_number === undefined ? undefined : withOtherCard(form, card_number);
    default:
      return transaction_type === "SALE"
        ? { ...form, transaction_type: "AUTHORIZATION" }
        : undefined;
  }
}

/** Changes without an effect: the order of variables, the response format, unknown variables. */
function inOtherWords(form: Form): Form {
  const more = { ...form, card_verification: "321", jsonp: "heard", unheard_of: "1" };
  return Object.fromEntries(Object.entries(more).reverse()) as unknown as Form;
}

function readAgain(form: Form, tracks: string): Form {
  const card = cardIn({ ...form, card_tracks: tracks });
  if (card === undefined) return form;
  const readings = READINGS.map((reading) => makeTracks(card, card.expiration, reading));
  const other = readings[(readings.indexOf(tracks) + 1) % readings.length];
  return { ...form, card_tracks: other };
}

function oneMore(form: Form, amount: string): Form {
  return { ...form, transaction_amount: moneyText((parseAmount(amount) ?? 0) + 1) };
}

const CHANGES: ReadonlySet<string> = new Set(["CAPTURE", "REFUND", "REVERSAL"]);

/** An optional variable counts once it is sent. */
function withOtherTender(form: Form): Form {
  return { ...form, tender_type: form.tender_type === undefined ? "CARD" : undefined };
}

function withOtherCard(form: Form, number: string): Form {
  const place = CARDS.findIndex((card) => card.number === number);
  return { ...form, card_number: CARDS[(place + 1) % CARDS.length]?.number };
}
