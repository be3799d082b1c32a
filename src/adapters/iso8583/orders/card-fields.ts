/** The card of an order, in the fields that both dialects share. This is where card data leaves. */
import type { OrderCard } from "../../../ports/processor.ts";
import type { FieldValue } from "../codec/message-spec.ts";

export type Fields = [number, FieldValue][];

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
  if (chip !== undefined) fields.push([55, chip]);
  return fields;
}

/** MMYY, as the interfaces have it, becomes YYMM. */
function toYearMonth(expiration: string): string {
  return expiration.slice(2) + expiration.slice(0, 2);
}
