/**
 * The token in a form's page. Opening the page makes one and stores nothing. The first valid POST
 * claims a transaction id for it, so pressing twice, reloading or coming back never charges twice.
 */
import { randomBytes } from "node:crypto";
import type { Answer } from "../payments/answer.ts";
import type { FormNeeds, OpenForm } from "./open-form.ts";
import { readSignedToken, writeSignedToken } from "./signed-token.ts";

/** A page that was open for longer gets a new token before it pays. */
const VALID_FOR = { hours: 24 };
const NONCE_BYTES = 16;

export type PageTokenReading =
  | { readonly kind: "valid" | "expired"; readonly nonce: string }
  /** Not made by us, or for another form. */
  | { readonly kind: "not_ours" };

type TokenNeeds = Pick<FormNeeds, "custody" | "clock">;

export function makePageToken({ custody, clock }: TokenNeeds, { form }: OpenForm): string {
  const subject = randomBytes(NONCE_BYTES).toString("base64url");
  const validUntil = clock.wall().add(VALID_FOR);
  return writeSignedToken(custody, "page", form, { subject, validUntil });
}

export function readPageToken(
  { custody, clock }: TokenNeeds,
  { form }: OpenForm,
  text: string,
): PageTokenReading {
  const signed = readSignedToken(custody, "page", form, text);
  if (signed === undefined) return { kind: "not_ours" };
  const isExpired = Temporal.Instant.compare(clock.wall(), signed.validUntil) >= 0;
  return { kind: isExpired ? "expired" : "valid", nonce: signed.subject };
}

/** Pages of releases before 0.2 have a transaction id in place of the nonce. */
const TRANSACTION_ID = /^\d{12}$/;

/** Returns the transaction id that the page pays with, or undefined if it has not paid yet. */
export async function findClaimedId(
  { claims }: Pick<FormNeeds, "claims">,
  { form }: OpenForm,
  nonce: string,
): Promise<string | undefined> {
  return TRANSACTION_ID.test(nonce) ? nonce : claims.findClaimedId(form.accountId, nonce);
}

/** Returns the same id however often and from however many processes it is called. */
export async function claimTransactionId(
  needs: Pick<FormNeeds, "claims" | "payments" | "clock">,
  opened: OpenForm,
  nonce: string,
): Promise<string> {
  const known = await findClaimedId(needs, opened, nonce);
  if (known !== undefined) return known;
  const { accountId } = opened.form;
  const transactionId = await needs.payments.ids.next();
  const claimedAt = needs.clock.business();
  return needs.claims.claim({ accountId, nonce, transactionId, claimedAt });
}

/** What an id was used for. Finding it out changes nothing. */
export type IdUse =
  | { readonly kind: "unused" }
  | { readonly kind: "open" }
  | { readonly kind: "answered"; readonly answer: Answer };

export async function findIdUse(
  { payments }: Pick<FormNeeds, "payments">,
  { form }: OpenForm,
  transactionId: string | undefined,
): Promise<IdUse> {
  if (transactionId === undefined) return { kind: "unused" };
  const { accountId } = form;
  const found = await payments.earlier.findEarlierAttempt({
    accountId,
    transactionId,
    attemptId: undefined,
  });
  if (found === undefined) return { kind: "unused" };
  return found.answer === undefined ? { kind: "open" } : { kind: "answered", answer: found.answer };
}
