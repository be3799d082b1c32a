/**
 * The variables of a payment request without login and types: in the order in which they are checked,
 * with their maximum length, their format and the payment detail that they become. The OpenAPI
 * document is made from the same table.
 */
import {
  DEVICE_TYPE_NAMES,
  findDeviceType,
} from "../../../core/management/devices/device-types.ts";
import { standsForCheck } from "../../../core/payments/bank/sec-rules.ts";
import type { NumberDetail, TextDetail } from "../../../core/payments/payment-details.ts";
import type { TransactionType } from "../../../core/payments/transaction.ts";
import { checkNumberMax, isSecCode, SEC_CODES, type SecCode } from "../../../values/bank.ts";
import { isHarmless } from "../../../values/masking/harmless.ts";
import { parseCents } from "../../../values/money.ts";
import { atMost, must, PLAIN } from "../../../wire/reader/check.ts";
import { takeFormText } from "../../../wire/reader/form-rules.ts";
import { parseFlag } from "../../../wire/reader/plain-text.ts";
import { INVALID } from "../../../wire/reader/problem.ts";
import { type Rule, textRule } from "../../../wire/reader/rule.ts";
import {
  CALLBACK_LENGTH_MAX,
  FORMAT_LENGTH_MAX,
  isCallback,
  isFormat,
  RECORD_FORMATS,
} from "../record.ts";
import { type Asked, isFlagSet, isNewBank, isNewPayment, isSent } from "./asked.ts";
import { isDigits, isEmail, isIpAddress, isVerification } from "./shapes.ts";

export interface Variable {
  readonly name: string;
  /** Undefined if the format limits the length. */
  readonly lengthMax: number | undefined;
  readonly rule: VariableRule;
  /** False if the variable has an error code of its own: forms.ts checks it after the lengths. */
  readonly hasForm: boolean;
  /** The lower limit for an ACH payment. */
  readonly bankLengthMax?: number;
  /** The rule for an ACH payment, if it is different. */
  readonly bankRule?: VariableRule | ((asked: Asked) => VariableRule);
  /** A condition that depends on the request. */
  readonly fits?: (text: string, asked: Asked) => boolean;
  readonly isNeeded?: (asked: Asked) => boolean;
  /** The detail of the payment that it is stored as. */
  readonly detail?: TextDetail;
  readonly numberDetail?: NumberDetail;
  /** Spaces around it are removed. If nothing is left, it counts as absent. */
  readonly isTrimmed?: true;
  /** Its number is an amount of money. */
  readonly isMoney?: true;
  /** For the OpenAPI document. */
  readonly choices?: readonly string[];
  readonly pattern?: string;
}

type VariableRule = Rule<string | undefined>;
type IsGood = (text: string) => boolean;
type More = Partial<Omit<Variable, "name" | "lengthMax" | "rule" | "hasForm">>;

/** For card payments and for ACH payments (contract, area F, limits). */
export const NAME_LENGTH_MAX = 50;
const BANK_NAME_LENGTH_MAX = 32;
const LONG = 65_535;
const PAYLOAD_LENGTH_MAX = 65_536;
const DIGITS = "^[0-9]+$";
const AMOUNT = "^[0-9]{1,6}(\\.[0-9]{1,2})?$";
/** Variables with a part of the amount. */
const PARTS = ["level2_tax", "restaurant_gratuity"];
/** Types that move no money, so that their amount may be missing. */
const UNPRICED: ReadonlySet<TransactionType> = new Set(["STORE", "SETTLE-BATCH"]);
const POSTAL_CODE = "^[A-Za-z0-9 -]*$";
const IS_POSTAL_CODE = new RegExp(POSTAL_CODE);
const PAYMENT_TYPES = ["ECOMMERCE", "INSTALLMENT", "RECURRING", "MOTO"];
const FLAG_CHOICES = ["1", "0", "true", "false"];
/** Means the account's default, as if nothing had been sent. */
export const DEFAULT_SEC_CODE = "DEF";
const BANK_ACCOUNT_TYPES = ["checking", "savings"];
const CHECK_LENGTH_MAX = 15;
const CHECK_RULE = bankText(CHECK_LENGTH_MAX);
const CHECK_RULES: ReadonlyMap<SecCode, VariableRule> = new Map(
  SEC_CODES.map((code) => [code, bankText(checkNumberMax(code))]),
);
const BANK_NAME_RULE = bankText(BANK_NAME_LENGTH_MAX);

/** Whether the request must name the transaction to change or to reissue. */
function needsToken({ type, form }: Asked): boolean {
  return isNewPayment(type) ? isFlagSet(form, "reissue") : type !== "SETTLE-BATCH";
}

export const VARIABLES: readonly Variable[] = [
  own("transaction_amount", undefined),
  own("card_number", undefined),
  own("card_expiration", undefined),
  like("card_verification", undefined, isVerification, {
    pattern: "^[0-9]{3,4}$",
  }),
  own("transaction_id", 12, { pattern: DIGITS }),
  like("response_format", FORMAT_LENGTH_MAX, isFormat, {
    choices: RECORD_FORMATS,
  }),
  customerName("first_name", "firstName"),
  customerName("last_name", "lastName"),
  own("bank_routing_number", 9, { isNeeded: needsBank }),
  own("bank_account_number", 20, {
    isNeeded: needsBank,
  }),
  own("ach_sec_code", undefined, {
    choices: [...SEC_CODES, DEFAULT_SEC_CODE],
  }),
  flag("validate_ach_account"),
  own("token_id", 12, {
    isNeeded: needsToken,
    pattern: DIGITS,
  }),
  flag("reissue"),
  text("group", 12, "transactionGroup"),
  text("transaction_description", LONG, "description"),
  text("custom_id", 50, "customId"),
  text("custom_data", LONG, "customData"),
  own("card_tracks", undefined),
  text("cashier", 100, "cashier"),
  {
    ...text("check_number", CHECK_LENGTH_MAX, "checkNumber"),
    bankRule: checkRule,
    isNeeded: needsCheck,
  },
  text("street_address1", 50, "streetAddress1"),
  text("street_address2", 50, "streetAddress2"),
  text("city", 100, "city"),
  text("state", 2, "stateProvince"),
  text("zip", 10, "zip"),
  text("country", 2, "country"),
  like("ach_account_type", undefined, isBankAccountType, { choices: BANK_ACCOUNT_TYPES }),
  like("authorization_code", 6, (value) => value.trim() !== "", {
    isNeeded: ({ type }) => type === "FORCE",
  }),
  flag("disable_avs"),
  flag("disable_cvv"),
  text("phone", 20, "phone"),
  like("email", 100, (value) => isEmail(value) && isHarmless(value), { detail: "email" }),
  flag("send_customer_receipt"),
  flag("send_merchant_receipt"),
  like("ip_address", 15, isIpAddress, { detail: "ipAddress" }),
  like("jsonp", CALLBACK_LENGTH_MAX, isCallback),
  flag("allow_partial"),
  like("currency", undefined, () => true, {
    fits: (value, { account }) => value === account.currency,
  }),
  like("payment_type", undefined, (value) => PAYMENT_TYPES.includes(value), {
    detail: "paymentType",
    choices: PAYMENT_TYPES,
  }),
  number("installment_number", 4, "installmentNumber"),
  number("installment_count", 4, "installmentCount"),
  like("recurring_id", 12, isDigits, { detail: "recurringId", pattern: DIGITS }),
  text("company", 50, "company"),
  text("input_group", 10, "inputGroup"),
  text("invoice_entry", LONG, "invoiceEntry"),
  money("level2_tax", "taxCents"),
  like("level2_zip", 10, (value) => IS_POSTAL_CODE.test(value), {
    detail: "destinationZip",
    isTrimmed: true,
    pattern: POSTAL_CODE,
  }),
  trimmedText("level2_order_id", 17, "orderId"),
  trimmedText("level2_merchant_reference", 17, "merchantReference"),
  like("restaurant_server_id", 12, isDigits, { detail: "serverId", pattern: DIGITS }),
  money("restaurant_gratuity", "gratuityCents"),
  flag("allow_duplicate"),
  own("device_payload", PAYLOAD_LENGTH_MAX),
  like("device_type", undefined, (value) => findDeviceType(value) !== undefined, {
    isNeeded: ({ form }) =>
      form.get("device_payload")?.length === 1 && isSent(form, "device_payload"),
    choices: [...DEVICE_TYPE_NAMES],
  }),
  like("device_serial", 50, () => true),
  like("ksn", 24, () => true),
  flag("ach_same_day"),
];

/** Both numbers of a bank account are needed together. */
function needsBank(asked: Asked): boolean {
  const { tender, form } = asked;
  const hasOne = isSent(form, "bank_routing_number") || isSent(form, "bank_account_number");
  return isNewBank(asked) || (tender === "ACH" && hasOne);
}

/** The SEC code of a debit from a new bank account. For a reissue, only the core knows it. */
function newDebitCode(asked: Asked): SecCode | undefined {
  if (asked.type !== "SALE" || !isNewBank(asked)) return undefined;
  const sent = asked.form.get("ach_sec_code")?.[0] ?? "";
  return isSecCode(sent) ? sent : asked.account.achSecCode;
}

function needsCheck(asked: Asked): boolean {
  const secCode = newDebitCode(asked);
  return secCode !== undefined && standsForCheck(secCode);
}

function checkRule(asked: Asked): VariableRule {
  const secCode = newDebitCode(asked);
  return (secCode && CHECK_RULES.get(secCode)) ?? CHECK_RULE;
}

/** For ACH the value goes into a bank file and must not be blank. */
function bankText(lengthMax: number): VariableRule {
  return variableRule(lengthMax, (value) => value.trim() !== "" && isHarmless(value));
}

function customerName(name: string, detail: TextDetail): Variable {
  return {
    ...text(name, NAME_LENGTH_MAX, detail),
    bankLengthMax: BANK_NAME_LENGTH_MAX,
    bankRule: BANK_NAME_RULE,
    isNeeded: isNewBank,
  };
}

/** A variable with an error code of its own. */
function own(name: string, lengthMax: number | undefined, more: More = {}): Variable {
  const rule = shown(variableRule(lengthMax, undefined), more);
  return { name, lengthMax, rule, hasForm: false, ...more };
}

function like(
  name: string,
  lengthMax: number | undefined,
  isGood: IsGood,
  more: More = {},
): Variable {
  const rule = shown(variableRule(lengthMax, isGood), more);
  return { name, lengthMax, rule, hasForm: true, ...more };
}

function variableRule(lengthMax: number | undefined, isGood: IsGood | undefined): VariableRule {
  const length = lengthMax === undefined ? [] : [atMost(lengthMax)];
  const form = isGood === undefined ? [] : [PLAIN, must(isGood, INVALID)];
  return textRule(takeFormText, [...length, ...form]).optional();
}

/** Adds choices and pattern to the schema. */
function shown(rule: VariableRule, { choices, pattern }: More): VariableRule {
  return rule.describe({
    ...(choices !== undefined && { enum: choices }),
    ...(pattern !== undefined && { pattern }),
  });
}

function text(name: string, lengthMax: number, detail: TextDetail): Variable {
  return like(name, lengthMax, isHarmless, { detail });
}

/** Goes to the card host, for which a text of spaces is a value. */
function trimmedText(name: string, lengthMax: number, detail: TextDetail): Variable {
  return { ...text(name, lengthMax, detail), isTrimmed: true };
}

function number(name: string, lengthMax: number, numberDetail: NumberDetail): Variable {
  return like(name, lengthMax, isDigits, { numberDetail, pattern: DIGITS });
}

/** A part of the amount, and so at most the amount. */
function money(name: string, numberDetail: NumberDetail): Variable {
  return like(name, undefined, (value) => parseCents(value) !== undefined, {
    numberDetail,
    isMoney: true,
    pattern: AMOUNT,
    fits: isWithinAmount,
  });
}

/** A malformed amount has an error of its own. The core knows what a refund without an amount refunds. */
function isWithinAmount(_text: string, { type, form }: Asked): boolean {
  const [sent, tax, gratuity] = ["transaction_amount", ...PARTS].map((name) =>
    parseCents(form.get(name)?.[0] ?? ""),
  );
  const movesNothing = UNPRICED.has(type) && !isSent(form, "transaction_amount");
  const amount = movesNothing ? 0 : sent;
  return amount === undefined || (tax ?? 0) + (gratuity ?? 0) <= amount;
}

function flag(name: string): Variable {
  const isFlag = (value: string) => parseFlag(value) !== undefined;
  return like(name, undefined, isFlag, { choices: FLAG_CHOICES });
}

function isBankAccountType(value: string): boolean {
  return BANK_ACCOUNT_TYPES.includes(value.toLowerCase());
}
