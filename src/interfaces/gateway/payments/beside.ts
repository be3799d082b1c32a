/**
 * Collects variables that have no effect on a request, such as a SEC code with a card. They are part of
 * its fingerprint: the same id or key with other variables is not the same request.
 */
import { Secret } from "../../../values/secret.ts";
import { type Asked, isNewPayment, variableText } from "./asked.ts";
import { isFromReader } from "./device-payload.ts";
import { VARIABLES } from "./variables.ts";

const ANY_CHANGE = ["tender_type", "transaction_amount", "token_id"];
const ANY_NEW = [...ANY_CHANGE, "reissue"];
const BANK_VARIABLES = [
  "bank_routing_number",
  "bank_account_number",
  "ach_sec_code",
  "validate_ach_account",
  "ach_account_type",
  "ach_same_day",
];
const CARD_VARIABLES = ["authorization_code", "disable_avs", "disable_cvv", "allow_partial"];
const KEYED_CARD_VARIABLES = ["card_number", "card_expiration"];

type Names = ReadonlySet<string>;
const CHANGE: Names = new Set(ANY_CHANGE);
const BATCH: Names = new Set();
const BANK: Names = new Set([...ANY_NEW, ...BANK_VARIABLES]);
const READ_CARD: Names = new Set([...ANY_NEW, ...CARD_VARIABLES]);
const KEYED_CARD: Names = new Set([...READ_CARD, ...KEYED_CARD_VARIABLES]);

/** Compared elsewhere, or never: what a card reader sends differs each time. */
const ELSEWHERE: Names = new Set([
  "transaction_id",
  "response_format",
  "jsonp",
  "card_verification",
  "card_tracks",
  "send_customer_receipt",
  "send_merchant_receipt",
  "device_payload",
  "device_type",
  "device_serial",
  "ksn",
]);

/** Details of the payment are always compared, so they are not included. */
const POSSIBLY_UNUSED = [
  "tender_type",
  ...VARIABLES.filter((one) => (one.detail ?? one.numberDetail) === undefined).map(
    ({ name }) => name,
  ),
].filter((name) => !ELSEWHERE.has(name));

export function unusedVariables(asked: Asked): Secret | undefined {
  const own = effectiveVariables(asked);
  const names = POSSIBLY_UNUSED.filter((name) => !own.has(name));
  const sent = names.map((name) => [name, variableText(asked.form, name)]);
  const present = sent.filter(([, text]) => text !== undefined);
  return present.length === 0 ? undefined : new Secret(JSON.stringify(present));
}

function effectiveVariables({ type, tender, form }: Asked): Names {
  if (type === "SETTLE-BATCH") return BATCH;
  if (!isNewPayment(type)) return CHANGE;
  if (tender === "ACH") return BANK;
  return isFromReader(form) ? READ_CARD : KEYED_CARD;
}
