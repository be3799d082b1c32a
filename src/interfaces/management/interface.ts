/** Area A: the estate of a partner, its sub-partners and their clients. */
import type { FastifyError, FastifyInstance } from "fastify";
import { takeJson } from "../../wire/body.ts";
import { sendError, sendNotFound } from "./errors.ts";
import { type LoginNeeds, logIn } from "./login.ts";
import { readPartnerQuestion } from "./read.ts";
import { LIST_PARTNERS } from "./schema.ts";
import { addTransactions, type TransactionNeeds } from "./transactions.ts";
import { writePartnerPage } from "./write.ts";

export type ManagementNeeds = LoginNeeds & TransactionNeeds;

export async function managementInterface(
  scope: FastifyInstance,
  needs: ManagementNeeds,
): Promise<void> {
  takeJson(scope);
  answerFaults(scope);

  scope.get("/partners", { schema: LIST_PARTNERS }, async (request) => {
    const caller = await logIn(needs, request);
    const question = readPartnerQuestion(request.query);
    return writePartnerPage(await needs.partners.list(caller.partnerId, question));
  });
  addTransactions(scope, needs);
}

function answerFaults(scope: FastifyInstance): void {
  scope.setErrorHandler((error: FastifyError, request, reply) => sendError(request, reply, error));
  scope.setNotFoundHandler(async (_request, reply) => sendNotFound(reply));
  // Before the body is read: what an unknown path was sent does not matter.
  scope.addHook("onRequest", async (request, reply) => {
    if (request.is404) return sendNotFound(reply);
    return undefined;
  });
}
