/** The account's routes: log in, log out, view and change the account. */
import type { FastifyInstance } from "fastify";
import type { PosServices } from "../../core/pos/pos.ts";
import { changeAccount } from "../../core/pos/users/change-account.ts";
import { type LoginOutcome, logIn } from "../../core/pos/users/log-in.ts";
import { logOut } from "../../core/pos/users/session.ts";
import { A_MOMENT_MS, RequestError, TooOften } from "../../wire/request-error.ts";
import { noteRequest } from "../../wire/request-note.ts";
import { anyone } from "./collection.ts";
import { readPosForm } from "./form.ts";
import { authenticate, isHead, requestCaller, sessionToken } from "./login.ts";
import { readAccountChanges, readLogin } from "./read.ts";
import { ACCOUNT_SCHEMA, ACCOUNT_UPDATE_SCHEMA, LOGIN_SCHEMA, LOGOUT_SCHEMA } from "./schema.ts";
import { writeAccount, writeSession } from "./write.ts";

export function serveAccount(scope: FastifyInstance, pos: PosServices): void {
  const onRequest = anyone(pos);
  scope.post("/account/login/", { schema: LOGIN_SCHEMA }, async (request) => {
    const login = readLogin(readPosForm(request));
    noteRequest(request, { accountId: login.accountId });
    return answerLogin(await logIn(pos, login, request.ip));
  });

  scope.get("/account/logout/", { schema: LOGOUT_SCHEMA, onRequest }, async (request, reply) => {
    if (!isHead(request)) await logOut(pos, sessionToken(request));
    return reply.code(204).send();
  });

  scope.get("/account", { schema: ACCOUNT_SCHEMA, onRequest }, async (request) =>
    writeAccount(requestCaller(request).account),
  );

  const admins = { schema: ACCOUNT_UPDATE_SCHEMA, onRequest: authenticate(pos, ["admin"]) };
  scope.post("/account", admins, async (request) => {
    const changes = readAccountChanges(readPosForm(request));
    const account = await changeAccount(pos, requestCaller(request), changes);
    if (account === undefined) throw new RequestError("unauthenticated", "token");
    return writeAccount(account);
  });
}

function answerLogin(outcome: LoginOutcome): object {
  switch (outcome.kind) {
    case "logged_in":
      return writeSession(outcome.token, outcome.caller);
    case "refused":
      throw new RequestError("unauthenticated", "passsword");
    case "too_many_failures":
      throw new TooOften("passsword", outcome.forMs);
    case "busy":
      throw new TooOften("rate", A_MOMENT_MS);
  }
}
