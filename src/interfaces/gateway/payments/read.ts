/**
 * Reads a payment request. The checks run in the contract's order: types, then lengths and presence
 * in the order of the table, then forms. Checks that need stored records are in the core.
 */
import type { Account } from "../../../core/accounts/account-store.ts";
import type { PaymentDetails } from "../../../core/payments/payment-details.ts";
import type { PaymentRequest } from "../../../core/payments/payment-request.ts";
import {
  type TenderType,
  TRANSACTION_TYPES,
  type TransactionType,
} from "../../../core/payments/transaction.ts";
import type { Clock } from "../../../ports/clock.ts";
import { parseCents } from "../../../values/money.ts";
import type { Form } from "../../../wire/form.ts";
import { readIdempotencyKey } from "../../../wire/idempotency-key.ts";
import { FirstError } from "../../../wire/reader/sink.ts";
import { RequestError } from "../../../wire/request-error.ts";
import { type Asked, isBankType, isNewPayment, variableText } from "./asked.ts";
import { unusedVariables } from "./beside.ts";
import { readForms } from "./forms.ts";
import { buildPaymentRequest } from "./request.ts";
import { VARIABLES, type Variable } from "./variables.ts";

export interface PaymentMessage {
  readonly form: Form;
  readonly account: Account;
  /** The header as it was sent. */
  readonly idempotencyKey: string | readonly string[] | undefined;
}

/** Without a clock, expired cards are accepted. */
export function readPayment(
  { form, account, idempotencyKey }: PaymentMessage,
  clock: Clock | undefined,
): PaymentRequest {
  const type = readType(form, account);
  const tender = readTender(form, account, type);
  const asked: Asked = { type, tender, account, form, clock };
  const details = readDetails(asked);
  const key = readIdempotencyKey(idempotencyKey);
  const forms = readForms(asked);
  const isClaimed = key !== undefined || forms.transactionId !== undefined;
  const beside = isClaimed ? unusedVariables(asked) : undefined;
  return buildPaymentRequest(asked, forms, { details, idempotencyKey: key, beside });
}

export function readOrError(
  message: PaymentMessage,
  clock: Clock | undefined,
): PaymentRequest | RequestError {
  try {
    return readPayment(message, clock);
  } catch (error) {
    if (error instanceof RequestError) return error;
    throw error;
  }
}

const TYPES: ReadonlySet<string> = new Set(TRANSACTION_TYPES);

function readType(form: Form, account: Account): TransactionType {
  const text = variableText(form, "transaction_type");
  const isAllowed = text !== "CREDIT" || account.allowsCredit || mayPayBackSale(form);
  if (text === undefined || !TYPES.has(text) || !isAllowed) {
    throw new RequestError("invalid", "transaction_type");
  }
  return text as TransactionType;
}

/** A credit by the id of an ACH sale needs no permission. The core finds out whether it is one. */
function mayPayBackSale(form: Form): boolean {
  return (
    variableText(form, "tender_type") === "ACH" && variableText(form, "token_id") !== undefined
  );
}

/** Only a new payment needs a tender type. The account must have a processor for it. */
function readTender(form: Form, account: Account, type: TransactionType): TenderType | undefined {
  const tender = variableText(form, "tender_type");
  if (tender === undefined && !isNewPayment(type)) return undefined;
  if (tender === "ACH" && account.achProcessor !== undefined) return bankTender(type);
  if (tender === "CARD" && account.cardProcessor !== undefined) return tender;
  throw new RequestError("invalid", "tender_type");
}

/** ACH has no authorizations, no voice authorizations and no batch to close. */
function bankTender(type: TransactionType): TenderType {
  if (type === "SETTLE-BATCH") throw new RequestError("invalid", "tender_type");
  if (isNewPayment(type) && !isBankType(type))
    throw new RequestError("invalid", "transaction_type");
  return "ACH";
}

type Mutable<Values> = { -readonly [Name in keyof Values]: Values[Name] };

/** Checks every variable in the order of the table and returns those that are only stored. */
function readDetails(asked: Asked): PaymentDetails {
  const details: Mutable<PaymentDetails> = {};
  for (const variable of VARIABLES) {
    const values = asked.form.get(variable.name);
    if (values === undefined || (values.length === 1 && values[0] === "")) {
      if (variable.isNeeded?.(asked)) throw new RequestError("missing", variable.name);
      continue;
    }
    keepDetail(details, variable, readVariable(variable, values, asked));
  }
  return details;
}

function keepDetail(
  details: Mutable<PaymentDetails>,
  { detail, numberDetail, isTrimmed, isMoney }: Variable,
  text: string,
): void {
  if (detail !== undefined) {
    const kept = isTrimmed ? text.trim() : text;
    if (kept !== "") details[detail] = kept;
  } else if (numberDetail !== undefined) {
    details[numberDetail] = isMoney ? parseCents(text) : Number(text);
  }
}

/** A text that is too long has an error of its own; all other problems share one. */
const FIRST_ERROR = new FirstError<never>((field, { kind, limits }) =>
  kind === "too_long"
    ? new RequestError(kind, field, limits.max)
    : new RequestError("invalid", field),
);

function readVariable(variable: Variable, values: readonly string[], asked: Asked): string {
  const { name, fits, hasForm } = variable;
  const text = ruleFor(variable, asked).read(values[0], name, FIRST_ERROR) ?? "";
  // A repeated variable is an error. Variables with an error code of their own are checked later.
  const isWrong = values.length > 1 || (fits !== undefined && !fits(text, asked));
  if (hasForm && isWrong) throw new RequestError("invalid", name);
  return text;
}

function ruleFor({ rule, bankRule }: Variable, asked: Asked) {
  if (bankRule === undefined || asked.tender !== "ACH") return rule;
  return typeof bankRule === "function" ? bankRule(asked) : bankRule;
}
