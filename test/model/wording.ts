/** Writes a plan as a request, once the existing transactions are known. */
import { CARDS, makeTracks, type TestCard } from "./cards.ts";
import { changeTarget } from "./judge-target.ts";
import { moneyText } from "./money.ts";
import type { Books, Form, PaymentModel, Request } from "./payment-model.ts";
import type { ChangePlan, PaymentPlan, Plan, TargetPlan } from "./plans.ts";

/** A valid format, but not an existing id. */
export const NEVER_ISSUED = "327999999999";

export function makeRequest(
  model: PaymentModel,
  plan: Plan,
  fetchedId: string | undefined,
): Request {
  const books = model.books[plan.account];
  const key = plan.hasKey ? `order ${++books.keys}` : undefined;
  const transaction_id = chooseId(model, plan, fetchedId);
  const { cashier } = plan;
  return { key, form: { ...makeForm(model, books, plan), transaction_id, cashier } };
}

function chooseId(model: PaymentModel, { id, account }: Plan, fetchedId: string | undefined) {
  const [own, other] = [model.books[account], model.books[account === 0 ? 1 : 0]];
  switch (id) {
    case "none":
      return undefined;
    case "fetched":
      return fetchedId;
    case "fetched long ago":
      return first(own.issued.keys()) ?? NEVER_ISSUED;
    case "foreign":
      return first(other.issued.keys()) ?? NEVER_ISSUED;
    case "used":
      return first(own.transactions.keys()) ?? NEVER_ISSUED;
    case "never issued":
      return NEVER_ISSUED;
  }
}

function first(ids: Iterable<string>): string | undefined {
  const [id] = ids;
  return id;
}

function makeForm(model: PaymentModel, books: Books, plan: Plan): Form {
  switch (plan.type) {
    case "SETTLE-BATCH":
      return { transaction_type: plan.type };
    case "CAPTURE":
    case "REFUND":
    case "REVERSAL":
      return changeForm(model, books, plan);
    default:
      return paymentForm(model, books, plan);
  }
}

function paymentForm(model: PaymentModel, books: Books, plan: PaymentPlan): Form {
  const flag = (name: PaymentPlan["flags"][number]) =>
    plan.flags.includes(name) ? "1" : undefined;
  return {
    transaction_type: plan.type,
    tender_type: "CARD",
    transaction_amount: plan.amount,
    card_verification: plan.verification,
    authorization_code: plan.type === "FORCE" ? "VOICE1" : undefined,
    allow_partial: flag("allow_partial"),
    disable_avs: flag("disable_avs"),
    disable_cvv: flag("disable_cvv"),
    street_address1: plan.street,
    zip: plan.zip,
    ...chooseMeans(model, books, plan),
  };
}

/** If there is no suitable token yet, the card is keyed. */
function chooseMeans(model: PaymentModel, books: Books, plan: PaymentPlan): Partial<Form> {
  const { means, expiration, name: last_name } = plan;
  const card = CARDS[plan.card] as TestCard;
  if (means !== "keyed" && means !== "token") {
    return { card_tracks: makeTracks(card, expiration, means) };
  }
  const token_id =
    means === "token" ? chooseTransaction(model, books, plan.token, isToken(books)) : undefined;
  if (token_id === undefined) {
    return { card_number: card.number, card_expiration: expiration, last_name };
  }
  const card_expiration = plan.sendsExpiration ? expiration : undefined;
  return { token_id, reissue: "1", card_expiration, last_name };
}

function isToken(books: Books) {
  return (id: string) => {
    const one = books.transactions.get(id);
    return one?.card !== undefined && one.state !== "unknown";
  };
}

function changeForm(model: PaymentModel, books: Books, plan: ChangePlan): Form {
  const { type: transaction_type, tender: tender_type } = plan;
  const token_id =
    chooseTransaction(model, books, plan.target, isFit(model, books, plan)) ?? NEVER_ISSUED;
  const transaction_amount = chooseAmount(books, plan, token_id);
  return { transaction_type, tender_type, token_id, transaction_amount };
}

function isFit(model: PaymentModel, books: Books, { type: transaction_type }: ChangePlan) {
  const transaction_amount = transaction_type === "CAPTURE" ? "0.01" : undefined;
  return (token_id: string) =>
    changeTarget(model, books, { transaction_type, token_id, transaction_amount }).codes.length ===
    0;
}

/** Whether a transaction of the kind that the plan changes exists. */
export function isPossible(model: PaymentModel, plan: Plan): boolean {
  const isChange = "target" in plan;
  const books = model.books[plan.account];
  return (
    !isChange ||
    chooseTransaction(model, books, plan.target, isFit(model, books, plan)) !== undefined
  );
}

function chooseAmount(
  books: Books,
  { type, amount }: ChangePlan,
  token: string,
): string | undefined {
  const original = books.transactions.get(token);
  const refunded = type === "REFUND" ? (original?.refundedCents ?? 0) : 0;
  const left = (original?.cents ?? 1_000) - refunded;
  switch (amount) {
    case "none":
      return undefined;
    case "all":
      return moneyText(left);
    case "part":
      return moneyText(Math.max(1, Math.trunc(left / 3)));
    case "more":
      return moneyText(left + 1);
    case "zero":
      return "0.00";
    default:
      return amount.text;
  }
}

/** The id of the planned transaction. Undefined if there is none. */
export function chooseTransaction(
  model: PaymentModel,
  books: Books,
  { kind, pick }: TargetPlan,
  isFitting: (id: string) => boolean,
): string | undefined {
  if (kind === "unknown") return NEVER_ISSUED;
  const own = [...books.transactions.keys()];
  const other = model.books.find((one) => one !== books);
  const found = {
    fit: own.filter(isFitting),
    any: own,
    foreign: [...(other?.transactions.keys() ?? [])],
    unspent: [...books.issued.keys()],
  }[kind];
  return found.at(-1 - (pick % Math.max(1, found.length)));
}
