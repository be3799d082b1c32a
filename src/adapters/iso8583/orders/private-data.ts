/** Field 48 of both dialects: values that have no field of their own, each with a tag. */
import type { CardOrder } from "../../../ports/processor.ts";

const VERIFICATION = "92";
const STREET = "AD";
const ZIP = "ZP";
const PARTIAL = "PA";
/** The key serial number of the PIN block in field 52. */
const PIN_KSN = "KS";
const STREET_MAX = 40;
const ZIP_MAX = 10;

export function privateData(order: CardOrder): Map<string, Uint8Array> {
  const { card, streetAddress, zip, allowsPartial } = order;
  const values = new Map<string, Uint8Array>();
  const put = (tag: string, text: string | undefined) => {
    if (text !== undefined && text !== "") values.set(tag, Buffer.from(text, "latin1"));
  };
  put(VERIFICATION, card?.verification?.reveal());
  put(STREET, toPlain(streetAddress, STREET_MAX));
  put(ZIP, toPlain(zip, ZIP_MAX));
  put(PARTIAL, allowsPartial ? "1" : undefined);
  put(PIN_KSN, card?.pinKsn);
  return values;
}

/** Hosts take ASCII only. Accents are removed, and other characters become spaces. */
function toPlain(text: string | undefined, max: number): string | undefined {
  return text
    ?.normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^\x20-\x7e]/g, " ")
    .slice(0, max);
}
