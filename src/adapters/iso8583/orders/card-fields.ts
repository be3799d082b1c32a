/** The card of an order, in the fields that both dialects share. This is where card data leaves. */
import type { OrderCard } from "../../../ports/processor.ts";
import { selectHostTags } from "../../../values/chip-tags.ts";
import type { FieldValue } from "../codec/message-spec.ts";

export type Fields = [number, FieldValue][];

/** Field 52 has 8 bytes. */
const PIN_BLOCK_DIGITS = 16;
const CARD_SEQUENCE = "5F34";

/** A PIN block of AES has no field. Without it, the issuer could not check the PIN. */
export function fitsFields(card: OrderCard | undefined): boolean {
  return card?.pinBlock === undefined || card.pinBlock.length === PIN_BLOCK_DIGITS;
}

/** With a track the host reads number and expiration from it. */
export function cardFields(card: OrderCard | undefined): Fields {
  if (card === undefined) return [];
  const { track1, track2, pinBlock, chip } = card;
  const fields: Fields = [];
  if (track2 === undefined && track1 === undefined) {
    fields.push([2, card.number.reveal()], [14, toYearMonth(card.expiration)]);
  }
  if (track2 !== undefined) fields.push([35, track2.reveal()]);
  if (track2 === undefined && track1 !== undefined) fields.push([45, track1.reveal()]);
  if (pinBlock !== undefined) fields.push([52, Buffer.from(pinBlock.reveal(), "hex")]);
  return chip === undefined ? fields : [...fields, ...chipFields(chip)];
}

/** The card sequence number tells cards of one number apart. It has a field of its own as well. */
function chipFields(chip: ReadonlyMap<string, Uint8Array>): Fields {
  const tags = selectHostTags((tag) => chip.get(tag));
  if (tags === undefined) return [];
  const sequence = Buffer.from(tags.get(CARD_SEQUENCE) ?? []).toString("hex");
  return [...(/^\d\d$/.test(sequence) ? [[23, sequence] as Fields[0]] : []), [55, tags]];
}

/** MMYY, as the interfaces have it, becomes YYMM. */
function toYearMonth(expiration: string): string {
  return expiration.slice(2) + expiration.slice(0, 2);
}
