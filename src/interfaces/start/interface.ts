/** The start page of a certification environment: what runs here, the logins, a first payment. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { CertificationSeed } from "../../core/certification/certification-seed.ts";
import type { Clock } from "../../ports/clock.ts";
import { takeForms } from "../../wire/body.ts";
import {
  firstPayment,
  PAYMENT_PATH,
  type PaymentFields,
  writeCurl,
} from "../../wire/certification/first-payment.ts";
import { FORM_TYPE } from "../../wire/form.ts";
import { readPageAsset, servePageAssets } from "../../wire/page-assets.ts";
import { addPageErrors } from "../../wire/page-errors.ts";
import { RequestError } from "../../wire/request-error.ts";
import { PAGE_HEADERS, type StartPage, writePage } from "./page.ts";
import { isFromOtherSite } from "./same-site.ts";

export interface StartNeeds {
  readonly version: string;
  readonly clock: Clock;
  /** Undefined in production, which has no start page. */
  readonly certification: CertificationSeed | undefined;
}

const HIDDEN = { schema: { hide: true } };
const FOLDER = "src/interfaces/start/assets";
const STYLE = readPageAsset(`${FOLDER}/start.css`);
const ICON = readPageAsset("src/interfaces/form/assets/icon.svg");
const SCRIPT = readPageAsset(`${FOLDER}/start.js`);

export async function startInterface(scope: FastifyInstance, needs: StartNeeds): Promise<void> {
  const { certification: seed, clock, version } = needs;
  addPageErrors(scope);
  if (seed === undefined) {
    scope.get("/", HIDDEN, async (_request, reply) => reply.redirect("/docs"));
    return;
  }
  takeForms(scope);
  servePageAssets(scope, [STYLE, SCRIPT, ICON]);

  const send = (request: FastifyRequest, reply: FastifyReply, paid?: StartPage["paid"]) => {
    const fields = firstPayment(seed, clock.business());
    const curl = writeCurl(`${request.protocol}://${request.host}`, fields);
    const assets = { style: STYLE.name, script: SCRIPT.name, icon: ICON.name };
    const page = { seed, version, now: clock.business(), curl, assets, paid };
    return reply.headers(PAGE_HEADERS).type("text/html; charset=utf-8").send(writePage(page));
  };
  scope.get("/", HIDDEN, async (request, reply) => send(request, reply));
  scope.post("/", HIDDEN, async (request, reply) => {
    if (isFromOtherSite(request)) throw new RequestError("forbidden", "origin");
    return send(
      request,
      reply,
      await sendPayment(scope, request, firstPayment(seed, clock.business())),
    );
  });
}

/** The same request as the command's, so that the request log and all limits apply to it. */
async function sendPayment(
  scope: FastifyInstance,
  { ip }: FastifyRequest,
  fields: PaymentFields,
): Promise<Readonly<Record<string, unknown>>> {
  const answer = await scope.inject({
    method: "POST",
    url: PAYMENT_PATH,
    remoteAddress: ip,
    headers: { "content-type": FORM_TYPE },
    payload: new URLSearchParams(fields).toString(),
  });
  return answer.json();
}
