/** The hosted payment form: opened, filled in, paid, and what became of it. Works without a script. */
import { isIPv4 } from "node:net";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { networkOf } from "../../core/access/network.ts";
import type { RateLimit } from "../../core/access/rate-limit.ts";
import {
  type FormNeeds,
  formOfReceipt,
  type OpenForm,
  openForm,
} from "../../core/forms/form-door.ts";
import {
  findResult,
  readReceiptToken,
  writeReceiptToken,
  writeReturnLink,
} from "../../core/forms/form-result.ts";
import {
  type FilledForm,
  type FormOutcome,
  payByForm,
  whatCameFirst,
} from "../../core/forms/pay-by-form.ts";
import { issueTicket, readTicket, usedFor } from "../../core/forms/ticket.ts";
import type { Answer } from "../../core/payments/answer.ts";
import { takeForms } from "../../wire/body.ts";
import { logFailure } from "../../wire/failure.ts";
import { TooOften } from "../../wire/fault.ts";
import type { Form } from "../../wire/form.ts";
import { serveAssets } from "./assets.ts";
import { forgetTicket, keepTicket, keptTicket } from "./cookie.ts";
import { sendFault, sendNotFound } from "./faults.ts";
import { fromQuery, refilled, TICKET, type Values } from "./field-names.ts";
import { type FormPage, formPage } from "./form-page.ts";
import { type FieldFaults, readFilledForm } from "./read.ts";
import { neverBegunPage, notKnownPage, notPaidPage, receiptPage } from "./receipt-page.ts";
import { sendPage, sendTo } from "./send.ts";
import { declineWords, REFUSALS } from "./words.ts";

export type FormDoorNeeds = FormNeeds & {
  readonly accountLimit: RateLimit;
  readonly environment: "certification" | "production";
};

const PAGE = { schema: { hide: true } };
/** Far more than a form of ours has in it. */
const BODY_MAX = 32 * 1024;

type Named = { readonly form: string };
type Receipt = Named & { readonly token: string };

export async function formInterface(scope: FastifyInstance, needs: FormDoorNeeds): Promise<void> {
  const isTrial = needs.environment === "certification";
  takeForms(scope);
  scope.setErrorHandler((error, request, reply) => sendFault(request, reply, { error, isTrial }));
  scope.setNotFoundHandler((_request, reply) => sendNotFound(reply, isTrial));
  serveAssets(scope);

  scope.get("/:form", PAGE, async (request, reply) => {
    const opened = await openForm(needs, (request.params as Named).form);
    return opened === undefined
      ? sendNotFound(reply, isTrial)
      : showForm({ needs, opened, request, reply });
  });

  scope.post("/:form", { ...PAGE, bodyLimit: BODY_MAX }, async (request, reply) => {
    const opened = await openForm(needs, (request.params as Named).form);
    return opened === undefined
      ? sendNotFound(reply, isTrial)
      : takeForm({ needs, opened, request, reply });
  });

  scope.get("/:form/receipt/:token", PAGE, async (request, reply) => {
    const { form, token } = request.params as Receipt;
    const opened = await formOfReceipt(needs, form);
    const transactionId = opened && readReceiptToken(needs, opened, token);
    if (opened === undefined || transactionId === undefined) return sendNotFound(reply, isTrial);
    return showResult({ needs, opened, request, reply }, transactionId, token);
  });
}

/** One call on its way. */
interface Call {
  readonly needs: FormDoorNeeds;
  readonly opened: OpenForm;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** A page that is loaded again goes on with its id, or shows what that id has paid. */
async function showForm(call: Call) {
  const { needs, opened, request } = call;
  const { form } = opened;
  const values = fromQuery(request.query as Record<string, unknown>, form.reportableFields);
  const kept = keptTicket(request);
  const reading = kept === undefined ? undefined : readTicket(needs, opened, kept);
  if (reading === undefined || reading.kind === "not_ours") return showFresh(call, { values });
  const use = await usedFor(needs, opened, reading.transactionId);
  const isPaid = use.kind === "answered" && use.answer.outcome === "approved";
  if (isPaid || use.kind === "open") return goToResult(call, reading.transactionId, false);
  if (use.kind === "answered" || reading.kind === "over") return showFresh(call, { values });
  return show(call, { status: 200, ticket: kept, values });
}

async function takeForm(call: Call) {
  const { needs, opened, request } = call;
  const { account } = opened;
  // By itself, so that a crowd at the form does not take the merchant's own room.
  const asking = `form ${account.id}`;
  if (!needs.accountLimit.take(asking)) {
    throw new TooOften("rate", needs.accountLimit.waitMs(asking));
  }
  const sent = (request.body as Form | undefined) ?? new Map();
  const text = sent.get(TICKET)?.[0] ?? "";
  const ticket = readTicket(needs, opened, text);
  if (ticket.kind === "not_ours") {
    return showFresh(call, { status: 403, message: OUTDATED, values: new Map() });
  }
  const reading = readFilledForm(opened, sent, needs.clock.business());
  const values = refilled(sent);
  const { transactionId } = ticket;
  if (ticket.kind === "over" || reading.kind === "faulty") {
    const faults = reading.kind === "faulty" ? reading.faults : NO_FAULTS;
    const first = await whatCameFirst(needs, opened, transactionId);
    if (first.kind !== "id_over") return showOutcome(call, { transactionId, values, text }, first);
    if (ticket.kind === "over")
      return showFresh(call, { status: 422, message: OUTDATED, values, faults });
    return show(call, { status: 422, ticket: text, values, faults });
  }
  const outcome = await charge(call, transactionId, reading.filled);
  return showOutcome(call, { transactionId, values, text }, outcome);
}

const NO_FAULTS: FieldFaults = new Map();
const OUTDATED =
  "This page had been open for too long. Nothing was charged. Please check the form and pay again.";
const TOO_MANY = "Too many payments were tried. Nothing was charged. Please wait a few minutes.";
const NOT_NOW = "This payment cannot be taken. Nothing was charged.";

/** Where it broke on our side nobody knows what the outside has heard: the receipt page finds out. */
async function charge(call: Call, transactionId: string, filled: FilledForm): Promise<FormOutcome> {
  const { needs, opened, request } = call;
  const ipAddress = isIPv4(request.ip) ? request.ip : undefined;
  const from = { ipAddress, network: networkOf(request.ip) };
  try {
    return await payByForm(needs, opened, { transactionId, filled, from });
  } catch (error) {
    logFailure(request, error);
    return { kind: "open" };
  }
}

interface Tried {
  readonly transactionId: string;
  readonly values: Values;
  readonly text: string;
}

function showOutcome(call: Call, { transactionId, values, text }: Tried, outcome: FormOutcome) {
  switch (outcome.kind) {
    case "paid":
      return goToResult(call, transactionId, outcome.wasEarlier);
    case "open":
      return goToResult(call, transactionId, false);
    case "declined":
      return showFresh(call, { status: 402, message: declineWords(outcome.answer), values });
    case "id_over":
      return showFresh(call, { status: 422, message: OUTDATED, values });
    case "too_many":
      return show(call, { status: 429, ticket: text, message: TOO_MANY, values });
    case "refused": {
      const [field, words] = REFUSALS[outcome.why] ?? [];
      if (field === undefined || words === undefined) {
        return show(call, { status: 422, ticket: text, message: NOT_NOW, values });
      }
      return show(call, { status: 422, ticket: text, values, faults: new Map([[field, words]]) });
    }
  }
}

type Shown = Partial<Pick<FormPage, "message" | "values" | "faults">> & {
  readonly status?: number;
};

async function showFresh(call: Call, shown: Shown) {
  const ticket = await issueTicket(call.needs, call.opened);
  keepTicket(call.reply, call.opened.form, ticket.text);
  return show(call, { ...shown, ticket: ticket.text });
}

function show(call: Call, shown: Shown & { readonly ticket: string | undefined }) {
  const { needs, opened, reply } = call;
  const { status = 200, values = new Map(), faults = NO_FAULTS, message, ticket } = shown;
  const isTrial = needs.environment === "certification";
  const now = needs.clock.business();
  const html = formPage({ opened, ticket, values, faults, message, now, isTrial });
  return sendPage(reply, { status, html, frameAncestors: opened.form.frameAncestors });
}

/** Another address, so that loading it again or going back posts nothing. */
function goToResult({ needs, opened, reply }: Call, transactionId: string, wasEarlier: boolean) {
  const token = writeReceiptToken(needs, opened, transactionId);
  return sendTo(reply, `${receiptUrl(opened, token)}${wasEarlier ? "?again=1" : ""}`);
}

function receiptUrl({ form }: OpenForm, token: string): string {
  return `/pay/${form.name}/receipt/${token}`;
}

async function showResult(call: Call, transactionId: string, token: string) {
  const { needs, opened, request, reply } = call;
  const { frameAncestors } = opened.form;
  const isTrial = needs.environment === "certification";
  const became = await findResult(needs, opened, transactionId);
  if (became.kind === "open") {
    const html = notKnownPage(opened, receiptUrl(opened, token), isTrial);
    return sendPage(reply, { status: 200, html, frameAncestors });
  }
  forgetIfSeen(call, transactionId);
  const html =
    became.kind === "never_begun"
      ? neverBegunPage(opened, isTrial)
      : await resultPage(call, became.answer, "again" in (request.query as object));
  return sendPage(reply, { status: 200, html, frameAncestors });
}

async function resultPage({ needs, opened }: Call, answer: Answer, wasEarlier: boolean) {
  const returnLink = await writeReturnLink(needs, opened, answer);
  const isTrial = needs.environment === "certification";
  return answer.outcome === "approved"
    ? receiptPage({ opened, answer, returnLink, wasEarlier, isTrial })
    : notPaidPage({ opened, answer, returnLink, isTrial });
}

/** The customer knows now: the next page is for another payment. */
function forgetIfSeen({ needs, opened, request, reply }: Call, transactionId: string): void {
  const kept = keptTicket(request);
  const reading = kept === undefined ? undefined : readTicket(needs, opened, kept);
  const isIt =
    reading !== undefined && reading.kind !== "not_ours" && reading.transactionId === transactionId;
  if (isIt) forgetTicket(reply, opened.form);
}
