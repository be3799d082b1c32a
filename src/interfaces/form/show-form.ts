/** The form as a page: fresh, with an id to pay under, or as it was filled in. */
import { issueTicket, readTicket, usedFor } from "../../core/forms/ticket.ts";
import type { Call } from "./call.ts";
import { keepTicket, keptTicket } from "./cookie.ts";
import { fromQuery } from "./field-names.ts";
import type { FormPage } from "./filled-page.ts";
import { formPage } from "./form-page.ts";
import type { FieldFaults } from "./read.ts";
import { sendPage } from "./send.ts";
import { goToResult } from "./show-result.ts";

/** A page that is loaded again goes on with its id, or shows what that id has paid. */
export async function showForm(call: Call) {
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

const NO_FAULTS: FieldFaults = new Map();

type Shown = Partial<Pick<FormPage, "message" | "values" | "faults">> & {
  readonly status?: number;
};

export async function showFresh(call: Call, shown: Shown) {
  const ticket = await issueTicket(call.needs, call.opened);
  keepTicket(call.reply, call.opened.form, ticket.text);
  return show(call, { ...shown, ticket: ticket.text });
}

export function show(call: Call, shown: Shown & { readonly ticket: string | undefined }) {
  const { needs, opened, reply } = call;
  const { status = 200, values = new Map(), faults = NO_FAULTS, message, ticket } = shown;
  const isTrial = needs.environment === "certification";
  const now = needs.clock.business();
  const html = formPage({ opened, ticket, values, faults, message, now, isTrial });
  return sendPage(reply, { status, html, frameAncestors: opened.form.frameAncestors });
}
