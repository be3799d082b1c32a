/** The account's addresses: log in, log out, look at it, change it. */
import type { FastifyInstance } from "fastify";
import { type LoginOutcome, logIn } from "../../core/till/log-in.ts";
import { logOut } from "../../core/till/session.ts";
import type { Till } from "../../core/till/till.ts";
import { RequestFault } from "../../wire/fault.ts";
import { callerOf, requireRole, tokenOf } from "./login.ts";
import { formOf, readAccountChanges, readLogin } from "./read.ts";
import { ACCOUNT_SCHEMA, ACCOUNT_UPDATE_SCHEMA, LOGIN_SCHEMA, LOGOUT_SCHEMA } from "./schema.ts";
import { writeAccount, writeSession } from "./write.ts";

export function serveAccount(scope: FastifyInstance, till: Till): void {
  scope.post("/account/login/", { schema: LOGIN_SCHEMA }, async (request) =>
    answerLogin(await logIn(till, readLogin(formOf(request)), request.ip)),
  );

  scope.get("/account/logout/", { schema: LOGOUT_SCHEMA }, async (request, reply) => {
    await callerOf(till, request);
    await logOut(till, tokenOf(request));
    return reply.code(204).send();
  });

  scope.get("/account", { schema: ACCOUNT_SCHEMA }, async (request) =>
    writeAccount((await callerOf(till, request)).account),
  );

  scope.post("/account", { schema: ACCOUNT_UPDATE_SCHEMA }, async (request) => {
    const caller = await callerOf(till, request);
    requireRole(caller, ["admin"]);
    const changes = readAccountChanges(formOf(request));
    const account = await till.accounts.update(caller.account.id, changes);
    if (account === undefined) throw new RequestFault("unauthenticated", "token");
    return writeAccount(account);
  });
}

function answerLogin(outcome: LoginOutcome): object {
  switch (outcome.kind) {
    case "logged_in":
      return writeSession(outcome.token, outcome.caller);
    case "refused":
      throw new RequestFault("unauthenticated", "passsword");
    case "too_many_failures":
      throw new RequestFault("too_many_requests", "passsword");
    case "busy":
      throw new RequestFault("too_many_requests", "rate");
  }
}
