/** The account's addresses: log in, log out, look at it, change it, answer an invitation. */
import type { FastifyInstance } from "fastify";
import { changeAccount } from "../../core/till/people/change-account.ts";
import { type LoginOutcome, logIn } from "../../core/till/people/log-in.ts";
import { logOut } from "../../core/till/people/session.ts";
import type { TillDoor } from "../../core/till/till.ts";
import { A_MOMENT_MS, RequestFault, TooOften } from "../../wire/fault.ts";
import { anyone } from "./collection.ts";
import { formOf } from "./form.ts";
import { authenticate, callerOf, isHead, tokenOf } from "./login.ts";
import { readAccountChanges, readLogin } from "./read.ts";
import { ACCOUNT_SCHEMA, ACCOUNT_UPDATE_SCHEMA, LOGIN_SCHEMA, LOGOUT_SCHEMA } from "./schema.ts";
import { writeAccount, writeSession } from "./write.ts";

export function serveAccount(scope: FastifyInstance, till: TillDoor): void {
  const onRequest = anyone(till);
  scope.post("/account/login/", { schema: LOGIN_SCHEMA }, async (request) =>
    answerLogin(await logIn(till, readLogin(formOf(request)), request.ip)),
  );

  scope.get("/account/logout/", { schema: LOGOUT_SCHEMA, onRequest }, async (request, reply) => {
    if (!isHead(request)) await logOut(till, tokenOf(request));
    return reply.code(204).send();
  });

  scope.get("/account", { schema: ACCOUNT_SCHEMA, onRequest }, async (request) =>
    writeAccount(callerOf(request).account),
  );

  const admins = { schema: ACCOUNT_UPDATE_SCHEMA, onRequest: authenticate(till, ["admin"]) };
  scope.post("/account", admins, async (request) => {
    const changes = readAccountChanges(formOf(request));
    const account = await changeAccount(till, callerOf(request), changes);
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
      throw new TooOften("passsword", outcome.forMs);
    case "busy":
      throw new TooOften("rate", A_MOMENT_MS);
  }
}
