/** The point of sale's interface: its routes, and the hooks that they share. */
import type { FastifyInstance } from "fastify";
import type { PosServices } from "../../core/pos/pos.ts";
import { takeForms } from "../../wire/body.ts";
import { addMultipartParser } from "../../wire/multipart.ts";
import { traceRoutes } from "../../wire/trace-routes.ts";
import { serveAccount } from "./account.ts";
import { serveCategories, serveItems, serveTaxRates } from "./catalog.ts";
import { answerErrors } from "./errors.ts";
import { serveInvitations } from "./invitation.ts";
import { refuseMisplaced } from "./misplaced.ts";
import { servePasswords } from "./passwords.ts";
import { servePhotos } from "./photos.ts";
import { serveTransactions } from "./transactions.ts";
import { serveUsers } from "./users.ts";

export type PosInterfaceNeeds = PosServices;

const JSON_TYPE = "application/json; charset=UTF-8";

export async function posInterface(
  scope: FastifyInstance,
  needs: PosInterfaceNeeds,
): Promise<void> {
  takeForms(scope);
  addMultipartParser(scope);
  ignoreTypeWithoutBody(scope);
  setAnswerHeaders(scope);
  answerErrors(scope);
  refuseMisplaced(scope);
  traceRoutes(scope);
  serveAccount(scope, needs);
  serveInvitations(scope, needs);
  servePasswords(scope, needs);
  serveUsers(scope, needs);
  serveCategories(scope, needs);
  serveTaxRates(scope, needs);
  serveItems(scope, needs);
  serveTransactions(scope, needs);
  servePhotos(scope, needs);
}

/** Many clients send a content type with every request. A DELETE without a body ignores it. */
function ignoreTypeWithoutBody(scope: FastifyInstance): void {
  scope.addHook("onRequest", async ({ method, headers }) => {
    const isEmpty =
      headers["transfer-encoding"] === undefined && Number(headers["content-length"] ?? 0) === 0;
    if (method === "DELETE" && isEmpty) delete headers["content-type"];
  });
}

/** The address contains the token, so answers are not cached and no referrer is sent. */
function setAnswerHeaders(scope: FastifyInstance): void {
  scope.addHook("onSend", async (_request, reply, payload) => {
    reply.header("referrer-policy", "no-referrer").header("cache-control", "no-store");
    const type = String(reply.getHeader("content-type") ?? "");
    if (type.startsWith("application/json")) reply.header("content-type", JSON_TYPE);
    return payload;
  });
}
