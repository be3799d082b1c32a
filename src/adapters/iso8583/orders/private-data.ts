/** Field 48 of both dialects: values that have no field of their own, each with a tag. */
import type { CardOrder, PurchaseData } from "../../../ports/processor.ts";

const VERIFICATION = "92";
const STREET = "AD";
const ZIP = "ZP";
const PARTIAL = "PA";
/** The key serial number of the PIN block in field 52. */
const PIN_KSN = "KS";
/** Level 2. Amounts have twelve digits, in hundredths. */
const TAX = "TX";
const DESTINATION_ZIP = "DZ";
const ORDER_ID = "OI";
const MERCHANT_REFERENCE = "MR";
/** Restaurants. */
const SERVER = "SV";
const GRATUITY = "TP";
const REFERENCE_MAX = 17;
const STREET_MAX = 40;
const ZIP_MAX = 10;

type Put = (tag: string, text: string | undefined) => void;

export function privateData(order: CardOrder): Map<string, Uint8Array> {
  const { card, streetAddress, zip, allowsPartial, purchase } = order;
  const values = new Map<string, Uint8Array>();
  const put: Put = (tag, text) => {
    if (text !== undefined && text !== "") values.set(tag, Buffer.from(text, "latin1"));
  };
  put(VERIFICATION, card?.verification?.reveal());
  put(STREET, toPlain(streetAddress, STREET_MAX));
  put(ZIP, toPlain(zip, ZIP_MAX));
  put(PARTIAL, allowsPartial ? "1" : undefined);
  put(PIN_KSN, card?.pinKsn);
  if (purchase !== undefined) putPurchase(put, purchase);
  return values;
}

function putPurchase(put: Put, purchase: PurchaseData): void {
  put(TAX, toAmount(purchase.tax));
  put(DESTINATION_ZIP, toPlain(purchase.destinationZip, ZIP_MAX));
  put(ORDER_ID, toPlain(purchase.orderId, REFERENCE_MAX));
  put(MERCHANT_REFERENCE, toPlain(purchase.merchantReference, REFERENCE_MAX));
  put(SERVER, purchase.serverId);
  put(GRATUITY, toAmount(purchase.gratuity));
}

function toAmount(cents: number | undefined): string | undefined {
  return cents === undefined ? undefined : String(cents).padStart(12, "0");
}

/** Hosts take ASCII only. Accents are removed, and other characters become spaces. */
function toPlain(text: string | undefined, max: number): string | undefined {
  return text
    ?.normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^\x20-\x7e]/g, " ")
    .slice(0, max);
}
