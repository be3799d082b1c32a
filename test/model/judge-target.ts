/** What may be done with the transaction that a request names. */
import { personIn } from "./cards.ts";
import { parseAmount } from "./money.ts";
import {
  AUTHORIZATION_HOURS,
  type Books,
  type Card,
  type Form,
  isPast,
  type PaymentModel,
  type Person,
  type State,
  type Transaction,
} from "./payment-model.ts";

export interface FoundTarget {
  /** Why it is not allowed. Empty: it is allowed. */
  readonly codes: readonly number[];
  readonly original: Transaction | undefined;
  readonly card: Card | undefined;
  readonly person: Person;
}

const NOT_FIT: FoundTarget = { codes: [20006], original: undefined, card: undefined, person: {} };

/** Every transaction with a card that is not open is a token. */
export function newPaymentTarget(books: Books, form: Form): FoundTarget {
  const token = books.transactions.get(form.token_id ?? "");
  if (token?.card === undefined || token.state === "unknown") return NOT_FIT;
  return {
    codes: [],
    original: undefined,
    card: {
      ...token.card,
      expiration: form.card_expiration ?? token.card.expiration,
      entryMode: undefined,
    },
    person: { ...token.person, ...personIn(form) },
  };
}

/** For a capture, refund or reversal. */
export function changeTarget(model: PaymentModel, books: Books, form: Form): FoundTarget {
  const original = books.transactions.get(form.token_id ?? "");
  if (original === undefined) return NOT_FIT;
  const cents =
    form.transaction_amount === undefined ? undefined : parseAmount(form.transaction_amount);
  const { card } = original;
  const person = { ...original.person, ...personIn(form) };
  const ofTender = form.tender_type === "ACH" ? [20006] : [];
  const codes = [...ofTender, ...changeErrors(model, original, form, cents)];
  return { codes, original, card, person };
}

function changeErrors(
  model: PaymentModel,
  original: Transaction,
  { transaction_type }: Form,
  cents: number | undefined,
): readonly number[] {
  switch (transaction_type) {
    case "CAPTURE":
      return captureErrors(model, original, cents ?? 0);
    case "REFUND":
      return refundErrors(original, cents);
    default:
      return reversalErrors(original, cents);
  }
}

function captureErrors({ now }: PaymentModel, original: Transaction, cents: number) {
  const isLapsed = isPast(original.startedAt, AUTHORIZATION_HOURS, now);
  if (original.state !== "authorized" || isLapsed) return [20006];
  return cents > original.cents ? [20018] : [];
}

const PAID: readonly State[] = ["sold", "forced", "captured"];
const UNDONE: readonly State[] = ["reversed", "voided"];

function refundErrors(original: Transaction, cents: number | undefined) {
  if (UNDONE.includes(original.state)) return [20017];
  // It is being voided: the token does not fit, and nothing is left to refund.
  if (original.state === "voiding") return [20006, 20017];
  if (!PAID.includes(original.state)) return [20006];
  const left = original.cents - original.refundedCents;
  const wanted = cents ?? left;
  return wanted === 0 || wanted > left ? [20017] : [];
}

const REVERSIBLE: readonly State[] = [...PAID, "authorized", "credited", "refunded"];

function reversalErrors(original: Transaction, cents: number | undefined) {
  if (UNDONE.includes(original.state)) return [20687];
  const isOther = cents !== undefined && cents !== original.cents ? [20003] : [];
  const mayBe = REVERSIBLE.includes(original.state) && original.batchId === undefined;
  return mayBe && original.refundedCents === 0 ? isOther : [20006, ...isOther];
}
