/** The hosted payment form: shows the form, takes the payment, shows the receipt. Works without scripts. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { readReceiptToken } from "../../core/forms/form-result.ts";
import { findReceiptForm, openForm } from "../../core/forms/open-form.ts";
import { takeForms } from "../../wire/body.ts";
import { servePageAssets } from "../../wire/page-assets.ts";
import { noteRequest } from "../../wire/request-note.ts";
import { traceRoutes } from "../../wire/trace-routes.ts";
import { FORM_ASSETS } from "./assets.ts";
import { serveBrands } from "./brand.ts";
import type { FormInterfaceNeeds } from "./call.ts";
import { sendErrorPage, sendPageNotFound } from "./errors.ts";
import { showForm } from "./show-form.ts";
import { showResult } from "./show-result.ts";
import { takeForm } from "./take-form.ts";

const page = (operation: string) => ({ schema: { hide: true }, config: { operation } });
/** Far more than a form needs. */
const BODY_MAX = 32 * 1024;

type Named = { readonly form: string };
type Receipt = Named & { readonly token: string };

export async function formInterface(
  scope: FastifyInstance,
  needs: FormInterfaceNeeds,
): Promise<void> {
  const isTrial = needs.environment === "certification";
  takeForms(scope);
  scope.setErrorHandler((error, request, reply) =>
    sendErrorPage(request, reply, { error, isTrial }),
  );
  scope.setNotFoundHandler((_request, reply) => sendPageNotFound(reply, isTrial));
  servePageAssets(scope, FORM_ASSETS);
  serveBrands(scope, needs);
  traceRoutes(scope);

  scope.get("/:form", page("Open payment form"), async (request, reply) => {
    const opened = await findForm(needs, request);
    return opened === undefined
      ? sendPageNotFound(reply, isTrial)
      : showForm({ needs, opened, request, reply });
  });

  const paying = { ...page("Pay by payment form"), bodyLimit: BODY_MAX };
  scope.post("/:form", paying, async (request, reply) => {
    const opened = await findForm(needs, request);
    return opened === undefined
      ? sendPageNotFound(reply, isTrial)
      : takeForm({ needs, opened, request, reply });
  });

  scope.get("/:form/receipt/:token", page("Open receipt"), async (request, reply) => {
    const { form, token } = request.params as Receipt;
    const opened = await findReceiptForm(needs, form);
    noteRequest(request, { accountId: opened?.account.id });
    const transactionId = opened && readReceiptToken(needs, opened, token);
    if (opened === undefined || transactionId === undefined)
      return sendPageNotFound(reply, isTrial);
    return showResult({ needs, opened, request, reply }, transactionId, token);
  });
}

async function findForm(needs: FormInterfaceNeeds, request: FastifyRequest) {
  const opened = await openForm(needs, (request.params as Named).form);
  noteRequest(request, { accountId: opened?.account.id });
  return opened;
}
