/** An accepted request: its order to the host and the host's answer. */
import { hostAnswer, orderDelivery } from "./card-host.ts";
import type { FoundTarget } from "./judge-target.ts";
import { parseAmount } from "./money.ts";
import type { Attempt, Books, Form, PaymentModel, Request } from "./payment-model.ts";

export function makeAttempt(
  model: PaymentModel,
  books: Books,
  request: Request,
  { original, card, person }: FoundTarget,
): Attempt {
  const { form } = request;
  const cents = centsMoved(form, original);
  const order = {
    type: form.transaction_type,
    cents,
    allowsPartial: form.allow_partial === "1",
    street: person.street_address1,
    zip: person.zip,
    verification: form.card_verification,
  };
  const said = hostAnswer(order);
  return {
    request,
    type: form.transaction_type,
    cents,
    original,
    card,
    person,
    cashier: form.cashier ?? original?.cashier,
    startedAt: model.now,
    delivery: orderDelivery(order),
    hostAnswer: said,
    isTakenBack: said.kind === "approved" && isUnwelcome(books, form, said.resultCodes),
    isVoid: form.transaction_type === "REFUND" && undoesAll(cents, original),
    id: "",
    priorState: original?.state,
    outcome: undefined,
    message: undefined,
  };
}

/** A STORE moves no money, whatever its amount; a refund without an amount refunds the rest. */
function centsMoved(form: Form, original: Attempt["original"]): number {
  const { transaction_type: type, transaction_amount: text } = form;
  if (type === "STORE" || type === "SETTLE-BATCH") return 0;
  if (original !== undefined && type === "REVERSAL") return original.cents;
  if (text !== undefined) return parseAmount(text) ?? 0;
  return original === undefined ? 0 : original.cents - original.refundedCents;
}

function undoesAll(cents: number, original: Attempt["original"]): boolean {
  return original !== undefined && original.batchId === undefined && cents === original.cents;
}

function isUnwelcome(
  { terms }: Books,
  form: Form,
  resultCodes: { readonly avs: string; readonly cvv: string } | undefined,
): boolean {
  if (resultCodes === undefined) return false;
  const byAvs = form.disable_avs !== "1" && terms.declinesAvs.includes(resultCodes.avs);
  const byCvv = form.disable_cvv !== "1" && terms.declinesCvv.includes(resultCodes.cvv);
  return byAvs || byCvv;
}
