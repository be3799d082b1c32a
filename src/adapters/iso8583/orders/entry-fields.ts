/**
 * How a card was read, in the fields of both dialects: 22, 25 and 61 of 1987, 22 of 1993. A capture,
 * refund or reversal has the entry mode of its original.
 */
import type { CardOrder } from "../../../ports/processor.ts";
import type { Fields } from "./card-fields.ts";

type ByEntryMode = Readonly<Record<string, string>>;

/** The first two digits of field 22. */
const ENTRY_MODES: ByEntryMode = {
  KEYED: "01",
  SWIPED: "90",
  EMV: "05",
  CONTACTLESS: "07",
  "FALLBACK SWIPED": "80",
};
const UNKNOWN_MODE = "00";
/** 90 promises the whole track, and 07 chip data. */
const STRIPE_WITHOUT_TRACK = "02";
const CONTACTLESS_STRIPE = "91";

/** The third digit of field 22: whether the terminal can take a PIN. */
const PIN_UNKNOWN = "0";
const PIN_POSSIBLE = "1";
const PIN_IMPOSSIBLE = "2";

const NORMAL = "00";
const CARD_NOT_PRESENT = "08";

/**
 * The first eleven digits of Mastercard's field 61. 1: attended terminal; 3: on the merchant's premises;
 * 4 and 5: whether cardholder and card were present (0) or not (1); 7: normal request; 11: what the
 * terminal can read (2 stripe, 3 contactless chip, 5 chip and stripe, 6 keys).
 */
const POINT_OF_SERVICE_DATA: ByEntryMode = {
  KEYED: "00011000006",
  SWIPED: "00000000002",
  EMV: "00000000005",
  CONTACTLESS: "00000000003",
  "FALLBACK SWIPED": "00000000005",
};
const UNKNOWN_DATA = "00000000000";

export function entryFields1987(order: CardOrder): Fields {
  const { entryMode = "KEYED" } = order;
  return [
    [22, entryMode1987(order) + pinCapability(order)],
    [25, entryMode === "KEYED" ? CARD_NOT_PRESENT : NORMAL],
    [61, POINT_OF_SERVICE_DATA[entryMode] ?? UNKNOWN_DATA],
  ];
}

function entryMode1987({ entryMode = "KEYED", card, original }: CardOrder): string {
  if (card !== undefined && original === undefined) {
    const hasTrack = card.track1 !== undefined || card.track2 !== undefined;
    if (entryMode === "SWIPED" && !hasTrack) return STRIPE_WITHOUT_TRACK;
    if (entryMode === "CONTACTLESS" && card.chip === undefined) return CONTACTLESS_STRIPE;
  }
  return ENTRY_MODES[entryMode] ?? UNKNOWN_MODE;
}

function pinCapability({ entryMode = "KEYED", card }: CardOrder): string {
  if (card?.pinBlock !== undefined) return PIN_POSSIBLE;
  return entryMode === "KEYED" ? PIN_IMPOSSIBLE : PIN_UNKNOWN;
}

/**
 * Twelve positions. 1: what the terminal can read (2 stripe, 5 chip, 6 keys); 4: attended, on the
 * merchant's premises; 5 and 6: whether cardholder and card were present; 7: how the card was read,
 * where 7, which the standard leaves free, is contactless; 10: nothing can be written to the card.
 */
const POINT_OF_SERVICE: ByEntryMode = {
  KEYED: "600110600100",
  SWIPED: "200101200100",
  EMV: "500101500100",
  CONTACTLESS: "500101700100",
  "FALLBACK SWIPED": "500101200100",
};
const UNKNOWN_POINT = "000000000000";

export function entryFields1993({ entryMode = "KEYED", card }: CardOrder): Fields {
  const code = POINT_OF_SERVICE[entryMode] ?? UNKNOWN_POINT;
  return [[22, card?.pinBlock === undefined ? code : withPin(code)]];
}

/** 2: the terminal can take a PIN; 8 and 9: the host checks it; 12: its longest PIN is unknown. */
function withPin(code: string): string {
  return `${code[0]}1${code.slice(2, 7)}13${code.slice(9, 11)}1`;
}
