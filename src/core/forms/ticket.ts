/**
 * The id that a page pays with. It is fetched when the form is opened, so that pressing twice,
 * loading again or losing the way back never charges twice.
 */
import type { Answer } from "../payments/answer.ts";
import type { FormNeeds, OpenForm } from "./form-door.ts";
import { readSignedId, writeSignedId } from "./signed-id.ts";

/** A page that was open for longer gets a new id before it pays. */
const GOOD_FOR = { hours: 24 };

export interface Ticket {
  readonly text: string;
  readonly transactionId: string;
}

/** What a page brings back. */
export type TicketReading =
  | { readonly kind: "good" | "over"; readonly transactionId: string }
  /** Not ours, or another form's. */
  | { readonly kind: "not_ours" };

type TicketNeeds = Pick<FormNeeds, "custody" | "clock" | "issuedIds" | "payments">;

export async function issueTicket(needs: TicketNeeds, { form }: OpenForm): Promise<Ticket> {
  const { custody, clock, issuedIds, payments } = needs;
  const transactionId = await payments.ids.next(form.accountId);
  await issuedIds.issue(form.accountId, transactionId, clock.business());
  const goodUntil = clock.wall().add(GOOD_FOR);
  const text = writeSignedId(custody, "ticket", form, { transactionId, goodUntil });
  return { text, transactionId };
}

export function readTicket(
  { custody, clock }: TicketNeeds,
  { form }: OpenForm,
  text: string,
): TicketReading {
  const signed = readSignedId(custody, "ticket", form, text);
  if (signed === undefined) return { kind: "not_ours" };
  const isOver = Temporal.Instant.compare(clock.wall(), signed.goodUntil) >= 0;
  return { kind: isOver ? "over" : "good", transactionId: signed.transactionId };
}

/** What an id was used for, if it was. Asking changes nothing. */
export type Use =
  | { readonly kind: "unused" }
  | { readonly kind: "open" }
  | { readonly kind: "answered"; readonly answer: Answer };

export async function usedFor(
  { payments }: Pick<FormNeeds, "payments">,
  { form }: OpenForm,
  transactionId: string,
): Promise<Use> {
  const { accountId } = form;
  const found = await payments.earlier.find({ accountId, transactionId, attemptId: undefined });
  if (found === undefined) return { kind: "unused" };
  return found.answer === undefined ? { kind: "open" } : { kind: "answered", answer: found.answer };
}
