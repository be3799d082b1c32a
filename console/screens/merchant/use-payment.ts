/**
 * Sends the payment. Card and bank numbers go from their fields directly into one request. They are
 * cleared after the response, unless the user has to correct or decide something first. They never pass through form state, a query or a mutation, which
 * would store them.
 */
import type { UseFormReturnType } from "@mantine/form";
import { type FormEvent, useRef, useState } from "react";
import type {
  IdState,
  PaymentResult,
  TerminalFacts,
  TokenFacts,
} from "../../../src/interfaces/console/merchant/contract.ts";
import { ApiError, type ApiErrorCode, api, refresh } from "../../api.ts";
import { parseAmount } from "./amounts.ts";
import { bankAccountError, cardHint, expiryError, routingError } from "./card-hints.ts";
import type { BankRefs, CardRefs, FieldErrors } from "./source-fields.tsx";
import type { TerminalValues } from "./terminal-values.ts";

interface PaymentInput {
  readonly id: string;
  readonly facts: TerminalFacts;
  readonly token: TokenFacts | undefined;
  readonly form: UseFormReturnType<TerminalValues>;
  done(result: PaymentResult): void;
}

type Refs = CardRefs & BankRefs;
const SECRETS = [
  "cardNumber",
  "expiration",
  "verification",
  "routingNumber",
  "accountNumber",
] as const;

/** The user can correct the request, or charge anyway. */
const NOTHING_DONE: readonly ApiErrorCode[] = ["invalid", "duplicate"];

export function usePayment(paying: PaymentInput) {
  const refs = useRefs();
  const [errors, setFieldErrors] = useState<FieldErrors>({});
  const [trouble, setTrouble] = useState<Error>();
  const [duplicateOf, setDuplicateOf] = useState<string>();
  const [isSending, setSending] = useState(false);
  const show = (all: FieldErrors) => {
    setFieldErrors(all);
    paying.form.setErrors(all);
    focusFirst(all, refs);
  };
  const fail = (error: unknown) => {
    const known = error instanceof ApiError ? error : undefined;
    show(known?.fields ?? {});
    setDuplicateOf(known?.firstTransactionId);
    if (known !== undefined && NOTHING_DONE.includes(known.code)) return;
    clear(refs);
    setTrouble(error as Error);
  };
  const pay = async (allowDuplicate: boolean) => {
    setSending(true);
    try {
      const result = await send(paying, { ...paymentBody(paying, refs), allowDuplicate });
      clear(refs);
      void refresh(["/merchant"]);
      paying.done(result);
    } catch (error) {
      fail(error);
    } finally {
      setSending(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isSending) return;
    setTrouble(undefined);
    setDuplicateOf(undefined);
    const wrong = inputErrors(paying, refs);
    show(wrong);
    if (Object.keys(wrong).length === 0) void pay(false);
  };
  // Whatever changes, it is another payment, about which nobody was asked.
  const forgetDuplicate = () => setDuplicateOf(undefined);
  const giveUp = () => {
    clear(refs);
    forgetDuplicate();
  };
  const duplicate = duplicateOf && { duplicateOf, chargeAnyway: () => pay(true), giveUp };
  return { refs, errors, trouble, isSending, submit, duplicate, forgetDuplicate };
}

function useRefs(): Refs {
  return {
    cardNumber: useRef<HTMLInputElement>(null),
    expiration: useRef<HTMLInputElement>(null),
    verification: useRef<HTMLInputElement>(null),
    routingNumber: useRef<HTMLInputElement>(null),
    accountNumber: useRef<HTMLInputElement>(null),
  };
}

/** No response. The API may still know the result for this ID. */
async function send(paying: PaymentInput, body: object): Promise<PaymentResult> {
  try {
    return await api.post<PaymentResult>("/merchant/payments", body);
  } catch (error) {
    const isLost = error instanceof ApiError && (error.status === 0 || error.status >= 500);
    if (!isLost) throw error;
    const state = await api.get<IdState>(`/merchant/ids/${paying.id}`).catch(() => undefined);
    if (state === undefined || state.kind === "unused") throw error;
    return state;
  }
}

function paymentBody({ id, token, form }: PaymentInput, refs: Refs): object {
  const { amountCents, secCode, ...typed } = form.getValues();
  const numbers = SECRETS.map((name) => [name, refs[name].current?.value ?? ""]);
  // Charging again keeps the original SEC code.
  const source =
    token === undefined ? { secCode, ...Object.fromEntries(numbers) } : { tokenId: token.id };
  return {
    ...typed,
    ...source,
    id,
    amountCents: parseAmount(amountCents) ?? 0,
  };
}

function clear(refs: Refs): void {
  for (const name of SECRETS) {
    const { current } = refs[name];
    if (current !== null) current.value = "";
  }
}

/** The API makes the same checks and more. This avoids a round trip. */
function inputErrors(paying: PaymentInput, refs: Refs): FieldErrors {
  const { amountCents, email, receipt, method } = paying.form.getValues();
  const isBank = method === "ach";
  const ofSource = isBank ? bankErrors(paying, refs) : cardErrors(paying, refs);
  const all: FieldErrors = {
    amountCents:
      parseAmount(amountCents) === undefined ? "Enter an amount, such as 12.34." : undefined,
    email: receipt && email.trim() === "" ? "Enter an email address for the receipt." : undefined,
    ...(paying.token === undefined && ofSource),
  };
  return Object.fromEntries(Object.entries(all).filter(([, problem]) => problem !== undefined));
}

function textIn({ current }: Refs[keyof Refs]): string {
  return current?.value ?? "";
}

function bankErrors({ form }: PaymentInput, refs: Refs): FieldErrors {
  const { firstName, lastName } = form.getValues();
  const nameError = (name: string) =>
    name.trim() === "" ? "Enter the account holder's name." : undefined;
  return {
    routingNumber: routingError(textIn(refs.routingNumber)),
    accountNumber: bankAccountError(textIn(refs.accountNumber)),
    firstName: nameError(firstName),
    lastName: nameError(lastName),
  };
}

function cardErrors({ facts }: PaymentInput, refs: Refs): FieldErrors {
  const isCode = /^(\d{3,4})?$/.test(textIn(refs.verification));
  return {
    cardNumber: cardError(textIn(refs.cardNumber), facts),
    expiration: expiryError(textIn(refs.expiration), facts.month),
    verification: isCode ? undefined : "Enter 3 digits, or 4 for American Express.",
  };
}

function cardError(text: string, { issuerRanges }: TerminalFacts): string | undefined {
  if (text.trim() === "") return "Enter the card number.";
  const { isComplete, error: problem } = cardHint(text, issuerRanges);
  if (isComplete) return undefined;
  return problem ?? "Check the card number: a digit is wrong or missing.";
}

/** In page order. */
const ORDER = ["amountCents", "cardNumber", "expiration", "verification", "routingNumber"];

function focusFirst(errors: FieldErrors, refs: Refs): void {
  const name = ORDER.find((one) => errors[one] !== undefined) ?? Object.keys(errors)[0];
  if (name === undefined) return;
  const secret = SECRETS.find((one) => one === name);
  if (secret !== undefined) refs[secret].current?.focus();
  else document.querySelector<HTMLElement>(`.sd-terminal [data-path="${name}"]`)?.focus();
}
