/**
 * Extracts the card fields and the entry mode from decrypted card data. It decides which source
 * wins and what must agree; a contradiction means that the payload is damaged. Pure.
 */
import { Secret } from "../../../values/secret.ts";
import { type CardData, readNumberTag } from "./card-data.ts";
import { copyText, toHex, toLatin1 } from "./encoded-bytes.ts";
import type { ParsedLayout } from "./layouts/layout.ts";
import type { CardFields, ReadingMode } from "./reading.ts";
import { findTag, type TlvNode } from "./tlv.ts";
import { isExpiry, type TrackCard } from "./tracks.ts";

export interface ExtractedCard {
  readonly fields: CardFields;
  readonly mode: ReadingMode;
  readonly isFallback: boolean;
}

/** The caller adds the layout to the reason. */
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

export function extractCard(found: CardData, parsed: ParsedLayout): Extraction {
  const cards = listTrackCards(found);
  const tagged = found.tags && readNumberTag(found.tags);
  const number = cards[0]?.number ?? tagged;
  if (!number) return { kind: "no_pan" };
  if (cards.some((card) => card.number !== number) || (tagged ?? number) !== number) {
    return { kind: "unreadable", why: "has two different card numbers" };
  }
  const expiry = agreedExpiry(found, cards, parsed);
  if (expiry.isWrong)
    return { kind: "unreadable", why: "has an impossible expiration date, or two different ones" };
  const fields: Fields = { PAN: new Secret(copyText(number)) };
  const { yymm } = expiry;
  if (yymm !== undefined) fields.EXPY = yymm.slice(2) + yymm.slice(0, 2);
  addNames(fields, found, parsed);
  addCodes(fields, { found, parsed, cards });
  addTyped(fields, found, parsed);
  const entry = entryModeTag(found, parsed);
  return {
    kind: "card",
    card: { fields, mode: readingMode(entry, found, parsed), isFallback: entry === FALLBACK },
  };
}

/** Assigned field by field: spreading an object per field takes longer than reading the card. */
type Fields = { -readonly [Member in keyof CardFields]: CardFields[Member] };

function listTrackCards({ track2, equivalent, keyed, track1 }: CardData): readonly TrackCard[] {
  const cards: TrackCard[] = [];
  for (const track of [track2, equivalent, keyed, track1]) if (track) cards.push(track.card);
  return cards;
}

/** Tag 5F24 is used if tag 57 has no expiration date or an impossible month. */
function agreedExpiry(found: CardData, cards: readonly TrackCard[], parsed: ParsedLayout) {
  let yymm: string | undefined;
  let isStated = false;
  for (const { expiry } of cards) {
    isStated ||= expiry !== undefined;
    if (!isExpiry(expiry)) continue;
    if (yymm !== undefined && yymm !== expiry) return { isWrong: true };
    yymm = expiry;
  }
  yymm ??= expiryTag(found, parsed);
  return { yymm, isWrong: yymm === undefined && isStated };
}

function expiryTag(found: CardData, parsed: ParsedLayout): string | undefined {
  const tag = findCardTag("5F24", found, parsed);
  const yymm = tag && toHex(tag.value).slice(0, 4);
  return isExpiry(yymm) ? yymm : undefined;
}

/** The format is `surname/first name`. Other sources count only if track 1 has no name. */
function addNames(fields: Fields, found: CardData, parsed: ParsedLayout): void {
  const name = found.track1?.card.name ?? parsed.clear?.name ?? nameTag(found, parsed) ?? "";
  const slash = name.indexOf("/");
  const surname = (slash < 0 ? name : name.slice(0, slash)).trim();
  const firstName = slash < 0 ? "" : name.slice(slash + 1).trim();
  if (firstName !== "") fields.FirstName = firstName;
  if (surname !== "") fields.Surname = surname;
}

function nameTag(found: CardData, parsed: ParsedLayout): string | undefined {
  const tag = findCardTag("5F20", found, parsed);
  return tag && toLatin1(tag.value);
}

interface Sources {
  readonly found: CardData;
  readonly parsed: ParsedLayout;
  readonly cards: readonly TrackCard[];
}

function addCodes(fields: Fields, { found, parsed, cards }: Sources): void {
  const service = cards.find(({ serviceCode }) => serviceCode)?.serviceCode;
  const serviceCode = service ?? serviceTag(found, parsed);
  const track = cards.find(({ discretionary }) => discretionary)?.discretionary;
  const discretionary = track ?? discretionaryTag(found);
  if (serviceCode && /^\d{3}$/.test(serviceCode)) fields.ServiceCode = serviceCode;
  if (discretionary) fields.Discretionary = new Secret(copyText(discretionary));
}

function serviceTag(found: CardData, parsed: ParsedLayout): string | undefined {
  const tag = findCardTag("5F30", found, parsed);
  return tag && toHex(tag.value).slice(-3);
}

function discretionaryTag({ tags = [] }: CardData): string | undefined {
  const [packed, text] = [findTag(tags, "9F20"), findTag(tags, "9F1F")];
  return packed ? toHex(packed.value).replace(/F$/, "") : text && toLatin1(text.value).trim();
}

function addTyped(fields: Fields, { keyed }: CardData, { clear }: ParsedLayout): void {
  const verification = keyed?.card.verification;
  if (verification) fields.CVV = new Secret(verification);
  if (clear?.street) fields.street = clear.street;
  if (clear?.zip) fields.ZIP = clear.zip;
}

/** Tag 9F39, or an empty string. */
function entryModeTag(found: CardData, parsed: ParsedLayout): string {
  const tag = findCardTag("9F39", found, parsed);
  return tag ? toHex(tag.value) : "";
}

function readingMode(entry: string, found: CardData, parsed: ParsedLayout): ReadingMode {
  const isContactless = findCardTag("9F6B", found, parsed) !== undefined;
  const stated = isContactless && entry !== FALLBACK ? "contactless" : ENTRY_MODES[entry];
  return stated ?? parsed.mode ?? contentMode(found);
}

function contentMode({ keyed, track1, track2 }: CardData): ReadingMode {
  if (keyed !== undefined) return "keyed";
  return track1 !== undefined || track2 !== undefined ? "swiped" : "emv";
}

/** Encrypted tags come before clear ones. */
function findCardTag(
  tag: string,
  { tags = [] }: CardData,
  { clearTags = [] }: ParsedLayout,
): TlvNode | undefined {
  return findTag(tags, tag) ?? findTag(clearTags, tag);
}
