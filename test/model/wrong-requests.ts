/** Invalid requests: the error, the check that finds it, and the answer. */
import fc from "fast-check";
import type { Words } from "./environment.ts";
import { errorFields, type Fields } from "./expected.ts";
import type { Books } from "./payment-model.ts";
import { NEVER_ISSUED } from "./wording.ts";

/** The checks, in the contract's order. */
const CHECKS = ["login", "types", "lengths and presence", "forms", "state"] as const;
type Check = (typeof CHECKS)[number];

export interface WrongRequest {
  readonly check: Check;
  readonly words: Words;
  readonly answer: Fields;
  /** Only an error for an account that may not credit. */
  readonly isCredit?: boolean;
}

function wrongRequest(check: Check, words: Words, code: number, message?: string): WrongRequest {
  return { check, words, answer: errorFields(code, message) };
}

const long = (length: number) => "x".repeat(length);
const FORMS: readonly (readonly [words: Words, code: number])[] = [
  [{ transaction_amount: "0.00" }, 20003],
  [{ transaction_amount: "1.234" }, 20003],
  [{ transaction_amount: "-1" }, 20003],
  [{ transaction_amount: "1e3" }, 20003],
  [{ transaction_amount: "1,000.00" }, 20003],
  [{ transaction_amount: "1000000" }, 20003],
  [{ transaction_amount: undefined }, 20003],
  [{ card_number: undefined }, 20004],
  [{ card_number: "4111x" }, 20004],
  [{ card_number: "4111111111111112" }, 30370],
  [{ card_number: "411111" }, 30370],
  [{ card_number: undefined, card_expiration: undefined, card_tracks: "unread" }, 30370],
  [{ card_expiration: "1325" }, 20005],
  [{ card_expiration: "0127" }, 20005],
  [{ card_expiration: undefined }, 20005],
  [{ transaction_id: "12x" }, 20007],
  [{ bank_routing_number: "061000147" }, 20019],
  [{ bank_account_number: "12x4" }, 20020],
  [{ ach_sec_code: "XXX" }, 20021],
];

const TOKEN = { card_number: undefined, card_expiration: undefined, reissue: "1" };

const WRONG_REQUESTS: readonly WrongRequest[] = [
  wrongRequest("login", { api_accesskey: long(32) }, 20001),
  wrongRequest("login", { account_id: "999999999999" }, 20001),
  wrongRequest("types", { transaction_type: "GIVE" }, 20002, "Invalid transaction_type"),
  wrongRequest("types", { tender_type: "EBT" }, 20002, "Invalid tender_type"),
  wrongRequest("types", { tender_type: undefined }, 20002, "Invalid tender_type"),
  { ...wrongRequest("types", { transaction_type: "CREDIT" }, 20002), isCredit: true },
  ...[
    { words: { first_name: long(51) }, message: "first_name exceeds the maximum size of 50" },
    { words: { cashier: long(101) }, message: "cashier exceeds the maximum size of 100" },
    { words: { zip: long(11) }, message: "zip exceeds the maximum size of 10" },
    { words: { allow_partial: "maybe" }, message: "allow_partial is not valid" },
    { words: { payment_type: "GIFT" }, message: "payment_type is not valid" },
    { words: { transaction_type: "FORCE" }, message: "authorization_code is required" },
    { words: { transaction_type: "CAPTURE" }, message: "token_id is required" },
    { words: { transaction_type: "REVERSAL" }, message: "token_id is required" },
  ].map(({ words, message }) => wrongRequest("lengths and presence", words, 31311, message)),
  ...FORMS.map(([words, code]) => wrongRequest("forms", words, code)),
  wrongRequest("state", { ...TOKEN, token_id: NEVER_ISSUED }, 20006),
  wrongRequest("state", { transaction_id: NEVER_ISSUED }, 20007),
];

/** One error, or two of different checks. */
export const errors: fc.Arbitrary<readonly WrongRequest[]> = fc.oneof(
  fc.constantFrom(...WRONG_REQUESTS).map((one) => [one]),
  fc.tuple(fc.constantFrom(...WRONG_REQUESTS), fc.constantFrom(...WRONG_REQUESTS)).map(inOrder),
);

/** Only the first is reported; a second error of the same check or text is not added. */
function inOrder(pair: readonly [WrongRequest, WrongRequest]): readonly WrongRequest[] {
  const [one, other] = pair.toSorted(
    (a, b) => CHECKS.indexOf(a.check) - CHECKS.indexOf(b.check),
  ) as [WrongRequest, WrongRequest];
  const isShared = Object.keys(one.words).some((name) => Object.hasOwn(other.words, name));
  const isOfAnotherType = changesType(one) || (changesType(other) && one.check !== "login");
  return one.check === other.check || isShared || isOfAnotherType ? [one] : [one, other];
}

/** Other types have other rules, so an error of a sale may not apply. */
function changesType({ check, words }: WrongRequest): boolean {
  return check === "lengths and presence" && words["transaction_type"] !== undefined;
}

export function canMake({ terms }: Books, made: readonly WrongRequest[]): boolean {
  return made.every(({ isCredit }) => isCredit !== true || !terms.allowsCredit);
}
