/**
 * From what was found to the fields of a card: which source wins, what must agree, how the card came
 * to the terminal. Says nothing of a key; a contradiction means damage. Pure.
 */
import { Secret } from "../../../values/secret.ts";
import { hexOf, ownText, textOf } from "./encoded-bytes.ts";
import { type Found, readNumberTag } from "./found.ts";
import type { Laid } from "./layouts/layout.ts";
import type { CardFields, ReadingMode } from "./reading.ts";
import { findTag, type TlvNode } from "./tlv.ts";
import { isExpiry, type TrackCard } from "./tracks.ts";

export interface ExtractedCard {
  readonly fields: CardFields;
  readonly mode: ReadingMode;
  readonly isFallback: boolean;
}

/** What is wrong, for the caller to say where. */
export type Extraction =
  | { readonly kind: "card"; readonly card: ExtractedCard }
  | { readonly kind: "unreadable"; readonly why: string }
  | { readonly kind: "no_pan" };

/** EMV tag 9F39 has the first two digits of ISO 8583's POS entry mode. */
const ENTRY_MODES: Readonly<Record<string, ReadingMode>> = {
  "01": "keyed",
  "02": "swiped",
  "05": "emv",
  "07": "contactless",
  "80": "swiped",
  "90": "swiped",
  "91": "contactless",
  "95": "emv",
};
const FALLBACK = "80";

export function extractCard(found: Found, laid: Laid): Extraction {
  const cards = cardsIn(found);
  const tagged = found.tags && readNumberTag(found.tags);
  const number = cards[0]?.number ?? tagged;
  if (!number) return { kind: "no_pan" };
  if (cards.some((card) => card.number !== number) || (tagged ?? number) !== number) {
    return { kind: "unreadable", why: "holds two card numbers that differ" };
  }
  const expiry = expiryOf(found, cards, laid);
  if (expiry.isWrong) return { kind: "unreadable", why: "holds an impossible expiry, or two" };
  const fields: Fields = { PAN: new Secret(ownText(number)) };
  const { yymm } = expiry;
  if (yymm !== undefined) fields.EXPY = yymm.slice(2) + yymm.slice(0, 2);
  addNames(fields, found, laid);
  addCodes(fields, { found, laid, cards });
  addTyped(fields, found, laid);
  const entry = entryOf(found, laid);
  return {
    kind: "card",
    card: { fields, mode: modeOf(entry, found, laid), isFallback: entry === FALLBACK },
  };
}

/** Filled in one by one: spreading a part for every field takes longer than reading the card. */
type Fields = { -readonly [Member in keyof CardFields]: CardFields[Member] };

function cardsIn({ track2, equivalent, keyed, track1 }: Found): readonly TrackCard[] {
  const cards: TrackCard[] = [];
  for (const track of [track2, equivalent, keyed, track1]) if (track) cards.push(track.card);
  return cards;
}

/** 5F24 wins over an impossible month in 57, and stands in where there is none. */
function expiryOf(found: Found, cards: readonly TrackCard[], laid: Laid) {
  let yymm: string | undefined;
  let isStated = false;
  for (const { expiry } of cards) {
    isStated ||= expiry !== undefined;
    if (!isExpiry(expiry)) continue;
    if (yymm !== undefined && yymm !== expiry) return { isWrong: true };
    yymm = expiry;
  }
  yymm ??= expiryTag(found, laid);
  return { yymm, isWrong: yymm === undefined && isStated };
}

function expiryTag(found: Found, laid: Laid): string | undefined {
  const tag = tagIn("5F24", found, laid);
  const yymm = tag && hexOf(tag.value).slice(0, 4);
  return isExpiry(yymm) ? yymm : undefined;
}

/** Surname/first name. Only where a track 1 has none do others count. */
function addNames(fields: Fields, found: Found, laid: Laid): void {
  const name = found.track1?.card.name ?? laid.clear?.name ?? nameTag(found, laid) ?? "";
  const slash = name.indexOf("/");
  const surname = (slash < 0 ? name : name.slice(0, slash)).trim();
  const firstName = slash < 0 ? "" : name.slice(slash + 1).trim();
  if (firstName !== "") fields.FirstName = firstName;
  if (surname !== "") fields.Surname = surname;
}

function nameTag(found: Found, laid: Laid): string | undefined {
  const tag = tagIn("5F20", found, laid);
  return tag && textOf(tag.value);
}

interface Sources {
  readonly found: Found;
  readonly laid: Laid;
  readonly cards: readonly TrackCard[];
}

function addCodes(fields: Fields, { found, laid, cards }: Sources): void {
  const service = cards.find(({ serviceCode }) => serviceCode)?.serviceCode;
  const serviceCode = service ?? serviceTag(found, laid);
  const track = cards.find(({ discretionary }) => discretionary)?.discretionary;
  const discretionary = track ?? discretionaryTag(found);
  if (serviceCode && /^\d{3}$/.test(serviceCode)) fields.ServiceCode = serviceCode;
  if (discretionary) fields.Discretionary = new Secret(ownText(discretionary));
}

function serviceTag(found: Found, laid: Laid): string | undefined {
  const tag = tagIn("5F30", found, laid);
  return tag && hexOf(tag.value).slice(-3);
}

function discretionaryTag({ tags = [] }: Found): string | undefined {
  const [packed, text] = [findTag(tags, "9F20"), findTag(tags, "9F1F")];
  return packed ? hexOf(packed.value).replace(/F$/, "") : text && textOf(text.value).trim();
}

function addTyped(fields: Fields, { keyed }: Found, { clear }: Laid): void {
  const verification = keyed?.card.verification;
  if (verification) fields.CVV = new Secret(verification);
  if (clear?.street) fields.street = clear.street;
  if (clear?.zip) fields.ZIP = clear.zip;
}

/** Tag 9F39, or nothing. */
function entryOf(found: Found, laid: Laid): string {
  const tag = tagIn("9F39", found, laid);
  return tag ? hexOf(tag.value) : "";
}

function modeOf(entry: string, found: Found, laid: Laid): ReadingMode {
  const isContactless = tagIn("9F6B", found, laid) !== undefined;
  const stated = isContactless && entry !== FALLBACK ? "contactless" : ENTRY_MODES[entry];
  return stated ?? laid.mode ?? contentMode(found);
}

function contentMode({ keyed, track1, track2 }: Found): ReadingMode {
  if (keyed !== undefined) return "keyed";
  return track1 !== undefined || track2 !== undefined ? "swiped" : "emv";
}

/** What was enciphered comes before what was not. */
function tagIn(tag: string, { tags = [] }: Found, { beside = [] }: Laid): TlvNode | undefined {
  return findTag(tags, tag) ?? findTag(beside, tag);
}
