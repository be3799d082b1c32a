/** Takes a submitted form: reads it, pays once, and answers with a page or a redirect. */
import { isIPv4 } from "node:net";
import { addressNetwork, plainAddress } from "../../core/access/network.ts";
import {
  claimTransactionId,
  findClaimedId,
  type PageTokenReading,
  readPageToken,
} from "../../core/forms/page-token.ts";
import {
  type FilledForm,
  type FormOutcome,
  findFirstOutcome,
  payByForm,
} from "../../core/forms/pay-by-form.ts";
import type { RequestOutcome } from "../../values/request-outcome.ts";
import type { Form } from "../../wire/form.ts";
import { logInternalError } from "../../wire/internal-error.ts";
import { TooOften } from "../../wire/request-error.ts";
import { noteRequest } from "../../wire/request-note.ts";
import type { FormCall } from "./call.ts";
import { PAGE_TOKEN, refillableValues, type Values } from "./field-names.ts";
import { type FieldErrors, readFilledForm } from "./read.ts";
import { showFormPage, showNewForm } from "./show-form.ts";
import { goToResult } from "./show-result.ts";
import { declineText, NOT_CHARGED, REFUSALS } from "./texts.ts";

const OUTDATED =
  "This page was open for too long. You have not been charged. Please check your entries and pay again.";
const TOO_MANY =
  "Too many payment attempts. You have not been charged. Please wait a few minutes and try again.";
const REFUSED =
  "We cannot accept this payment. You have not been charged. Please pay another way or contact the merchant.";

export async function takeForm(call: FormCall) {
  const { needs, opened, request } = call;
  checkRate(call);
  const sent = (request.body as Form | undefined) ?? new Map();
  const pageToken = sent.get(PAGE_TOKEN)?.[0] ?? "";
  const token = readPageToken(needs, opened, pageToken);
  if (token.kind === "not_ours") {
    return showNewForm(call, { status: 403, message: OUTDATED, values: new Map() });
  }
  const reading = readFilledForm(opened, sent, needs.clock.business());
  const values = refillableValues(sent);
  if (token.kind === "expired" || reading.kind === "invalid") {
    const errors = reading.kind === "invalid" ? reading.errors : new Map();
    return showUnpaid(call, token, { values, pageToken, errors });
  }
  noteRequest(request, { amountCents: reading.filled.amount });
  const transactionId = await claimTransactionId(needs, opened, token.nonce);
  const outcome = await charge(call, transactionId, reading.filled);
  return showOutcome(call, { transactionId, values, pageToken }, outcome);
}

function checkRate({ needs, opened, request }: FormCall): void {
  const { accountLimit, addressLimit } = needs;
  const { id } = opened.account;
  // The address first: too many requests of one sender must not count against all customers.
  const sender = `${id} from ${addressNetwork(request.ip)}`;
  if (!addressLimit.admitRequest(sender)) throw new TooOften("rate", addressLimit.waitMs(sender));
  // A separate counter, so that many customers do not use up the limit of the merchant's API.
  const crowd = `form ${id}`;
  if (!accountLimit.admitRequest(crowd)) throw new TooOften("rate", accountLimit.waitMs(crowd));
}

type OwnToken = Exclude<PageTokenReading, { readonly kind: "not_ours" }>;

/** The page cannot pay: its token expired or a field is wrong. If it has paid before, that is shown. */
async function showUnpaid(
  call: FormCall,
  token: OwnToken,
  {
    values,
    pageToken,
    errors,
  }: Pick<Tried, "values" | "pageToken"> & { readonly errors: FieldErrors },
) {
  const { needs, opened } = call;
  const transactionId = await findClaimedId(needs, opened, token.nonce);
  const first = await findFirstOutcome(needs, opened, transactionId);
  if (transactionId !== undefined && first.kind !== "id_expired") {
    return showOutcome(call, { transactionId, values, pageToken }, first);
  }
  if (token.kind === "expired") {
    return showNewForm(call, { status: 422, message: OUTDATED, values, errors });
  }
  return showFormPage(call, { status: 422, pageToken, values, errors });
}

/** After an internal error the outcome is unknown, and the receipt page finds out. */
async function charge(
  call: FormCall,
  transactionId: string,
  filled: FilledForm,
): Promise<FormOutcome> {
  const { needs, opened, request } = call;
  const address = plainAddress(request.ip) ?? "";
  const ipAddress = isIPv4(address) ? address : undefined;
  const from = { ipAddress, network: addressNetwork(request.ip) };
  try {
    return await payByForm(needs, opened, { transactionId, filled, from });
  } catch (error) {
    logInternalError(request, error);
    return { kind: "open" };
  }
}

interface Tried {
  readonly transactionId: string;
  readonly values: Values;
  readonly pageToken: string;
}

const OUTCOMES: Readonly<Record<FormOutcome["kind"], RequestOutcome>> = {
  paid: "approved",
  declined: "declined",
  open: "pending",
  id_expired: "error",
  too_many: "error",
  refused: "error",
};

function showOutcome(
  call: FormCall,
  { transactionId, values, pageToken }: Tried,
  outcome: FormOutcome,
) {
  noteRequest(call.request, { transactionId, outcome: OUTCOMES[outcome.kind] });
  switch (outcome.kind) {
    case "paid":
      return goToResult(call, transactionId, outcome.wasEarlier);
    case "open":
      return goToResult(call, transactionId, false);
    case "declined":
      return showNewForm(call, {
        status: 402,
        message: `${declineText(outcome.answer)} ${NOT_CHARGED}`,
        values,
      });
    case "id_expired":
      return showNewForm(call, { status: 422, message: OUTDATED, values });
    case "too_many":
      return showFormPage(call, { status: 429, pageToken, message: TOO_MANY, values });
    case "refused": {
      const refusal = REFUSALS[outcome.why];
      if (refusal === undefined) {
        return showFormPage(call, { status: 422, pageToken, message: REFUSED, values });
      }
      const errors = new Map([refusal]);
      return showFormPage(call, { status: 422, pageToken, values, errors });
    }
  }
}
