/**
 * vendorb-rba: the card-read block, alone, in the answer to a card read, or as tag FF1F of an EMV
 * item list. Track 2 is encrypted digit by digit and must agree with the clear fields.
 */

import { type CardData, readKeyedText } from "../card-data.ts";
import { hasEmvItems, readEmvItems } from "../emv-items.ts";
import { MessageError } from "../payload-error.ts";
import type { ReadingMode } from "../reading.ts";
import { readTrack2 } from "../tracks.ts";
import {
  type Block,
  type ConsistencyCheck,
  type ParsedLayout,
  tlvParts,
  wrongLayout,
} from "./layout.ts";
import { type RecordCursor, typedRecord } from "./record.ts";
import { itemsToNodes } from "./tlv-text.ts";

const LAYOUT = "vendorb-rba";
/** Contract B, payload rule 4. */
const EXITS: Readonly<Record<string, string>> = {
  "1": "bad read",
  "2": "canceled",
  "3": "button pressed",
  "7": "encryption failed",
  "9": "declined",
};
const SOURCES: Readonly<Record<string, ReadingMode>> = {
  M: "swiped",
  C: "contactless",
  H: "keyed",
  K: "keyed",
  S: "emv",
  E: "emv",
};
const ANSWER = /^87\.(.)(.?)(.*)$/s;
const NO_EXTENSION = "0000";

export function parseVendorbRba(text: string): ParsedLayout {
  const answer = ANSWER.exec(text);
  if (answer !== null) return parseAnswer(answer);
  if (!hasEmvItems(text)) return parseBlock(text);
  const items = readEmvItems(text, "FF1F");
  const block = items.find(({ tag }) => tag === "FF1F");
  if (block === undefined) throw wrongLayout(LAYOUT, "the item list has no tag FF1F");
  const parsed = parseBlock(block.value, "emv");
  const nodes = itemsToNodes(items);
  const parts = [...tlvParts(nodes, "characters"), ...parsed.parts];
  return { ...parsed, clearTags: nodes, parts };
}

function parseAnswer([, exit = "", source = "", block = ""]: RegExpExecArray): ParsedLayout {
  if (exit !== "0") {
    const words = EXITS[exit] ?? "an error";
    const named = /^\d$/.test(exit)
      ? `exit type ${exit}, ${words}`
      : "an exit type that is not a digit";
    throw new MessageError("nothing_read", `${LAYOUT}: the card read ended with ${named}.`);
  }
  return parseBlock(block, SOURCES[source.toUpperCase()] ?? "swiped");
}

interface CardBlock {
  readonly firstSix: string;
  readonly lastFour: string;
  readonly numberLength: string;
  readonly expiry: string;
  readonly serviceCode: string;
  readonly name: string;
  readonly isEncrypted: boolean;
  readonly ksn: string;
  readonly track2: string;
}

/**
 * A block alone does not state its source. A card-read block has the name from the magnetic stripe;
 * the value of FF1F has no name, because the name of a chip card is a separate item.
 */
function bareMode(name: string): ReadingMode {
  return name === "" ? "emv" : "swiped";
}

function parseBlock(text: string, source?: ReadingMode): ParsedLayout {
  const record = typedRecord(LAYOUT, text);
  const block = readBlock(record);
  const name = block.name.trim();
  const mode = source ?? bareMode(name);
  const ksn = block.isEncrypted ? block.ksn : undefined;
  const isKeyed = mode === "keyed";
  const versions = [{ ksn, blocks: [trackBlock(block, isKeyed)], checks: [blockCheck(block)] }];
  return {
    layout: LAYOUT,
    mode,
    versions,
    ...(name !== "" && { clear: { name } }),
    parts: record.parts,
  };
}

function readBlock(record: RecordCursor): CardBlock {
  const firstSix = digits(record, "first six", 6);
  const lastFour = digits(record, "last four", 4);
  const numberLength = digits(record, "length of the number", 2);
  record.text("check-digit flag", 1);
  const expiry = record.text("expiry", 4);
  const serviceCode = record.text("service code", 3);
  record.text("language", 1);
  const name = record.text("name", Number(digits(record, "length of the name", 2)));
  const flag = record.text("encrypted flag", 1);
  record.text("format", 1);
  const serial = record.text("KSN", 20);
  const extension = record.text("KSN extension", 4);
  const track2 = record.text("track 2", Number(digits(record, "length of track 2", 2)));
  record.text("AES number", Number(digits(record, "length of the AES number", 2)));
  record.text("further data", Number(digits(record, "length of further data", 2)));
  record.text("extended language", 1);
  record.end();
  if (flag !== "0" && flag !== "1") throw wrongLayout(LAYOUT, "the encrypted flag is not 0 or 1");
  const ksn = extension === NO_EXTENSION ? serial : serial + extension;
  const isEncrypted = flag === "1";
  return { firstSix, lastFour, numberLength, expiry, serviceCode, name, isEncrypted, ksn, track2 };
}

function digits(record: RecordCursor, name: string, count: number): string {
  const text = record.text(name, count);
  if (/^\d+$/.test(text)) return text;
  throw wrongLayout(LAYOUT, `${name} is not ${count} digits`);
}

/** The number and the digits after the separator are encrypted separately. */
function trackBlock({ track2, isEncrypted }: CardBlock, isKeyed: boolean): Block {
  const match = /^(\d+)=(\d*)$/.exec(track2);
  if (match === null) throw wrongLayout(LAYOUT, "track 2 is not digits, a separator and digits");
  const [, number = "", rest = ""] = match;
  const read = isKeyed ? readTyped : readSwiped;
  const pieces = [
    { text: number, isEncrypted },
    { text: "=", isEncrypted: false },
    { text: rest, isEncrypted },
  ];
  return { kind: "digits", name: "track 2", pieces, read };
}

function readSwiped(text: string): CardData | undefined {
  const track2 = readTrack2(text);
  return track2 && { track2 };
}

function readTyped(text: string): CardData | undefined {
  return readKeyedText(Buffer.from(text, "latin1")) ?? readSwiped(text);
}

function blockCheck(block: CardBlock): ConsistencyCheck {
  return ({ track2, keyed }) => {
    const card = (track2 ?? keyed)?.card;
    const number = card?.number ?? "";
    if (!number.startsWith(block.firstSix)) return "differs from the first six digits";
    if (!number.endsWith(block.lastFour)) return "differs from the last four digits";
    if (number.length !== Number(block.numberLength))
      return "differs from the stated length of the number";
    return agrees(block.expiry, card?.expiry) && agrees(block.serviceCode, card?.serviceCode)
      ? undefined
      : "differs from the clear expiry or service code";
  };
}

/** A blank field is not compared. */
function agrees(clear: string, read: string | undefined): boolean {
  return read === undefined || !/^\d+$/.test(clear) || /^0+$/.test(clear) || clear === read;
}
