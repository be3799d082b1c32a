/** The console's API: JSON for its pages, authenticated by a session cookie. */
import cookie from "@fastify/cookie";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { takeJson } from "../../wire/body.ts";
import { RequestError } from "../../wire/request-error.ts";
import { addBusiness, type BusinessNeeds } from "./business/routes.ts";
import { addCertification, type CertificationNeeds } from "./certification/routes.ts";
import { sendError } from "./errors.ts";
import { addMerchant, type MerchantNeeds } from "./merchant/routes.ts";
import { addOperations, type OperationsNeeds } from "./operations/routes.ts";
import { addOperator, type OperatorNeeds } from "./operator/routes.ts";
import type { PartnerNeeds } from "./partner/partner-needs.ts";
import { addPartner } from "./partner/routes.ts";
import { Routes } from "./routes.ts";
import { addSession, type ConsoleSessionNeeds } from "./session.ts";
import { addWelcome, type WelcomeNeeds } from "./welcome.ts";

export interface ConsoleNeeds extends ConsoleSessionNeeds, WelcomeNeeds {
  readonly areas: {
    /** Undefined in production, which has no business clock to advance and no simulators. */
    readonly certification: CertificationNeeds | undefined;
    readonly operator: OperatorNeeds;
    readonly operations: OperationsNeeds;
    readonly partner: PartnerNeeds;
    readonly merchant: MerchantNeeds;
    readonly business: BusinessNeeds;
  };
}

export async function consoleInterface(scope: FastifyInstance, needs: ConsoleNeeds): Promise<void> {
  takeJson(scope);
  answerErrors(scope);
  await scope.register(cookie);
  const routes = new Routes(scope, needs);
  addWelcome(scope, needs);
  addSession(scope, routes, needs);
  const { areas } = needs;
  if (areas.certification !== undefined) addCertification(routes, areas.certification);
  addOperator(routes, areas.operator);
  addOperations(routes, areas.operations);
  addPartner(routes, areas.partner);
  addMerchant(routes, areas.merchant);
  addBusiness(routes, areas.business);
}

function answerErrors(scope: FastifyInstance): void {
  scope.setErrorHandler((error: FastifyError, request, reply) => sendError(request, reply, error));
  const notFound = (request: FastifyRequest, reply: FastifyReply) =>
    sendError(request, reply, new RequestError("not_found", "path"));
  scope.setNotFoundHandler(notFound);
  // The page route answers every other address below /console and would match these too.
  scope.get("/*", { schema: { hide: true }, config: { isCatchAll: true } }, notFound);
  scope.addHook("onRequest", async (request, reply) => {
    reply.header("cache-control", "no-store");
    reply.header("x-content-type-options", "nosniff");
    reply.header("referrer-policy", "no-referrer");
    if (request.is404) throw new RequestError("not_found", "path");
  });
}
