/** Shows the form: new, with its own token, or with the values that were entered. */
import {
  findClaimedId,
  findIdUse,
  makePageToken,
  readPageToken,
} from "../../core/forms/page-token.ts";
import { findPageBrand } from "./brand.ts";
import type { FormCall } from "./call.ts";
import { readTokenCookie, setTokenCookie } from "./cookie.ts";
import { valuesFromQuery } from "./field-names.ts";
import type { FormPage } from "./filled-page.ts";
import { formPage } from "./form-page.ts";
import type { FieldErrors } from "./read.ts";
import { sendPage } from "./send.ts";
import { goToResult } from "./show-result.ts";

/** A reloaded page keeps its token. If the token has paid, it goes to the receipt. */
export async function showForm(call: FormCall) {
  const { needs, opened, request } = call;
  const values = valuesFromQuery(
    request.query as Record<string, unknown>,
    opened.form.reportableFields,
  );
  const kept = readTokenCookie(request);
  const reading = kept === undefined ? undefined : readPageToken(needs, opened, kept);
  if (reading === undefined || reading.kind === "not_ours") return showNewForm(call, { values });
  const transactionId = await findClaimedId(needs, opened, reading.nonce);
  const use = await findIdUse(needs, opened, transactionId);
  const isPaid = use.kind === "answered" && use.answer.outcome === "approved";
  if (transactionId !== undefined && (isPaid || use.kind === "open")) {
    return goToResult(call, transactionId, false);
  }
  if (use.kind === "answered" || reading.kind === "expired") return showNewForm(call, { values });
  return showFormPage(call, { status: 200, pageToken: kept, values });
}

const NO_ERRORS: FieldErrors = new Map();

type Shown = Partial<Pick<FormPage, "message" | "values" | "errors">> & {
  readonly status?: number;
};

export function showNewForm(call: FormCall, shown: Shown) {
  const pageToken = makePageToken(call.needs, call.opened);
  setTokenCookie(call.reply, call.opened.form, pageToken);
  return showFormPage(call, { ...shown, pageToken });
}

export async function showFormPage(
  call: FormCall,
  shown: Shown & { readonly pageToken: string | undefined },
) {
  const { needs, opened, reply } = call;
  const { status = 200, values = new Map(), errors = NO_ERRORS, message, pageToken } = shown;
  const isTrial = needs.environment === "certification";
  const now = needs.clock.business();
  const brand = await findPageBrand(needs, opened);
  const html = formPage({ opened, pageToken, values, errors, message, now, isTrial, brand });
  return sendPage(reply, { status, html, frameAncestors: opened.form.frameAncestors });
}
