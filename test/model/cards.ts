/** Published test cards, as keyed and as read by a card reader. */
import type { Card, Form, Person } from "./payment-model.ts";

export interface TestCard {
  readonly number: string;
  readonly brand: string;
}

export const CARDS: readonly TestCard[] = [
  { number: "4111111111111111", brand: "VISA" },
  { number: "5555555555554444", brand: "MASTERCARD" },
  { number: "378282246310005", brand: "AMERICAN EXPRESS" },
  { number: "6011111111111117", brand: "DISCOVER" },
  { number: "3530111333300000", brand: "DISCOVER" },
];

/** Which of its tracks a reader could read. */
export const READINGS = ["track 1", "track 2", "both tracks"] as const;
export type Reading = (typeof READINGS)[number];

/** MMYY is YYMM on a track. */
export function makeTracks({ number }: TestCard, expiration: string, reading: Reading): string {
  const yymm = expiration.slice(2) + expiration.slice(0, 2);
  const first = `%B${number}^HOPPER/GRACE M^${yymm}101?`;
  const second = `;${number}=${yymm}101?`;
  if (reading === "both tracks") return first + second;
  return reading === "track 1" ? first : second;
}

/** The card of a request. Undefined if it sends none. */
export function cardIn(form: Form): Card | undefined {
  if (form.card_tracks !== undefined) return cardOnTracks(form.card_tracks);
  if (form.card_number === undefined) return undefined;
  return makeCard(form.card_number, form.card_expiration ?? "", "KEYED");
}

function cardOnTracks(tracks: string): Card {
  const [, number = "", yymm = ""] = /(\d+)(?:\^[^^]*\^|=)(\d{4})/.exec(tracks) ?? [];
  return makeCard(number, yymm.slice(2) + yymm.slice(0, 2), "SWIPED");
}

function makeCard(number: string, expiration: string, entryMode: "KEYED" | "SWIPED"): Card {
  const brand = CARDS.find((card) => card.number === number)?.brand ?? "nobody's";
  return { number, brand, expiration, entryMode };
}

/** Names that were sent, or those on the card. */
export function personIn(form: Form): Person {
  const hasNames = form.card_tracks?.startsWith("%B") === true;
  return withoutGaps({
    first_name: form.first_name ?? (hasNames ? "GRACE M" : undefined),
    last_name: form.last_name ?? (hasNames ? "HOPPER" : undefined),
    street_address1: form.street_address1,
    zip: form.zip,
  });
}

export function withoutGaps<Values extends object>(values: Values): Partial<Values> {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Partial<Values>;
}
