/**
 * Decides a request by the contract and the history: refused, answered again, or accepted. Changes
 * nothing. If several refusals apply and the contract does not fix their order, any of them counts.
 */
import { cardIn, personIn } from "./cards.ts";
import { changeTarget, type FoundTarget, newPaymentTarget } from "./judge-target.ts";
import { parseAmount } from "./money.ts";
import {
  type Attempt,
  type Books,
  type Claim,
  type Form,
  isPast,
  type PaymentModel,
  type Request,
  UNSPENT_HOURS,
} from "./payment-model.ts";
import { isSameRequest } from "./same-request.ts";
import { makeAttempt } from "./take.ts";

export type Judgment =
  | { readonly kind: "refused"; readonly codes: readonly number[] }
  | { readonly kind: "repeat"; readonly claim: Claim }
  | { readonly kind: "taken"; readonly attempt: Attempt };

export function judge(model: PaymentModel, books: Books, request: Request): Judgment {
  const { form } = request;
  if (form.transaction_type === "CREDIT" && !books.terms.allowsCredit) return refused([20002]);
  const inForm = formErrors(model, books, form);
  if (inForm.length > 0) return refused(inForm);
  const claims = earlierClaims(books, request);
  const [first] = claims;
  if (first !== undefined && claims.every((claim) => isSameRequest(claim, request))) {
    return { kind: "repeat", claim: first };
  }
  const spent = claims.length > 0 ? [20008] : idErrors(model, books, form);
  const target = findTarget(model, books, form);
  const codes = [...spent, ...target.codes];
  if (codes.length > 0) return refused(codes);
  return { kind: "taken", attempt: makeAttempt(model, books, request, target) };
}

function refused(codes: readonly number[]): Judgment {
  return { kind: "refused", codes };
}

const NEW_PAYMENTS = ["SALE", "AUTHORIZATION", "CREDIT", "STORE", "FORCE"];
const MAY_OMIT_AMOUNT = ["STORE", "REFUND", "REVERSAL", "SETTLE-BATCH"];
/** A reversal with amount zero is checked against its original. */
const MAY_BE_NOTHING = ["AUTHORIZATION", "STORE", "REVERSAL", "SETTLE-BATCH"];

function isNewPayment({ transaction_type }: Form): boolean {
  return NEW_PAYMENTS.includes(transaction_type);
}

function formErrors(model: PaymentModel, books: Books, form: Form): number[] {
  const errors: number[] = [];
  if (!hasGoodAmount(form)) errors.push(20003);
  if (isNewPayment(form) && hasExpired(model, books, form)) errors.push(20005);
  const makesTransaction = !["CAPTURE", "SETTLE-BATCH"].includes(form.transaction_type);
  if (form.transaction_id !== undefined && !makesTransaction) errors.push(20007);
  return errors;
}

function hasGoodAmount({ transaction_type, transaction_amount }: Form): boolean {
  if (transaction_amount === undefined) return MAY_OMIT_AMOUNT.includes(transaction_type);
  const cents = parseAmount(transaction_amount);
  return cents !== undefined && (cents > 0 || MAY_BE_NOTHING.includes(transaction_type));
}

/** A card is valid to the end of its month in the merchant's time zone. Tracks are not checked. */
export function hasExpired(
  { now }: PaymentModel,
  { terms }: Books,
  { card_expiration }: Form,
): boolean {
  if (card_expiration === undefined) return false;
  const [month, year] = [card_expiration.slice(0, 2), card_expiration.slice(2)];
  const last = Temporal.PlainYearMonth.from(`20${year}-${month}`);
  const here = now.toZonedDateTimeISO(terms.timeZone).toPlainDate().toPlainYearMonth();
  return Temporal.PlainYearMonth.compare(last, here) < 0;
}

function earlierClaims(books: Books, { form, key }: Request): Claim[] {
  const byKey = key === undefined ? undefined : books.byKey.get(key);
  const byId = form.transaction_id === undefined ? undefined : books.byId.get(form.transaction_id);
  return [byKey, byId].filter((claim) => claim !== undefined);
}

/** The id of a transaction that was made without a fetched id counts as used and as never issued. */
function idErrors({ now }: PaymentModel, books: Books, { transaction_id: id }: Form): number[] {
  if (id === undefined) return [];
  if (books.transactions.has(id)) return [20007, 20008];
  const issuedAt = books.issued.get(id);
  return issuedAt === undefined || isPast(issuedAt, UNSPENT_HOURS, now) ? [20007] : [];
}

function findTarget(model: PaymentModel, books: Books, form: Form): FoundTarget {
  if (form.transaction_type === "SETTLE-BATCH") return NOTHING;
  if (!isNewPayment(form)) return changeTarget(model, books, form);
  const card = cardIn(form);
  return card === undefined
    ? newPaymentTarget(books, form)
    : { ...NOTHING, card, person: personIn(form) };
}

const NOTHING: FoundTarget = { codes: [], original: undefined, card: undefined, person: {} };
