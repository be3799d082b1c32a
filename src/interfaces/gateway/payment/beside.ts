/**
 * What a request says beside what it goes by, such as a SEC code with a card. It changes nothing,
 * but whoever sends the same id or key with other words has not sent the same request.
 */
import { Secret } from "../../../values/secret.ts";
import { type Asked, isNewPayment, variableText } from "./asked.ts";
import { isFromReader } from "./terminal.ts";
import { VARIABLES } from "./variables.ts";

const ANY_CHANGE = ["tender_type", "transaction_amount", "token_id"];
const ANY_NEW = [...ANY_CHANGE, "reissue"];
const OF_BANKS = [
  "bank_routing_number",
  "bank_account_number",
  "ach_sec_code",
  "validate_ach_account",
  "ach_account_type",
];
const OF_CARDS = ["authorization_code", "disable_avs", "disable_cvv", "allow_partial"];
const OF_KEYED_CARDS = ["card_number", "card_expiration"];

type Names = ReadonlySet<string>;
const CHANGE: Names = new Set(ANY_CHANGE);
const BATCH: Names = new Set();
const BANK: Names = new Set([...ANY_NEW, ...OF_BANKS]);
const READ_CARD: Names = new Set([...ANY_NEW, ...OF_CARDS]);
const KEYED_CARD: Names = new Set([...READ_CARD, ...OF_KEYED_CARDS]);

/** Compared for every request, or for none; and what a reader sends is another text each time. */
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

/** Details of the payment are compared with every request anyway. */
const MAY_STAND_BESIDE = [
  "tender_type",
  ...VARIABLES.filter((one) => (one.detail ?? one.numberDetail) === undefined).map(
    ({ name }) => name,
  ),
].filter((name) => !ELSEWHERE.has(name));

export function unusedVariables(asked: Asked): Secret | undefined {
  const own = goesBy(asked);
  const names = MAY_STAND_BESIDE.filter((name) => !own.has(name));
  const sent = names.map((name) => [name, variableText(asked.form, name)]);
  const said = sent.filter(([, text]) => text !== undefined);
  return said.length === 0 ? undefined : new Secret(JSON.stringify(said));
}

function goesBy({ type, tender, form }: Asked): Names {
  if (type === "SETTLE-BATCH") return BATCH;
  if (!isNewPayment(type)) return CHANGE;
  if (tender === "ACH") return BANK;
  return isFromReader(form) ? READ_CARD : KEYED_CARD;
}
