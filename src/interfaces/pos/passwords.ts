/** Users change their own password, or request an email to reset it. */
import type { FastifyInstance } from "fastify";
import type { PosServices } from "../../core/pos/pos.ts";
import {
  changeOwnPassword,
  type OwnPasswordOutcome,
} from "../../core/pos/users/change-own-password.ts";
import { type ResetOutcome, requestReset } from "../../core/pos/users/request-reset.ts";
import { A_MOMENT_MS, TooOften } from "../../wire/request-error.ts";
import { noteRequest } from "../../wire/request-note.ts";
import { anyone } from "./collection.ts";
import { FieldError, readPosForm } from "./form.ts";
import { requestCaller, sessionToken } from "./login.ts";
import { readOwnPassword, readResetRequest } from "./read.ts";
import { OWN_PASSWORD_SCHEMA, RESET_SCHEMA } from "./schema.ts";
import { writeUser } from "./write.ts";

export function servePasswords(scope: FastifyInstance, pos: PosServices): void {
  const own = { schema: OWN_PASSWORD_SCHEMA, onRequest: anyone(pos) };
  scope.post("/account/password/", own, async (request) => {
    const passwords = readOwnPassword(readPosForm(request));
    const asked = { ...passwords, token: sessionToken(request), address: request.ip };
    return answerChange(await changeOwnPassword(pos, requestCaller(request), asked));
  });

  scope.post("/account/password/reset/", { schema: RESET_SCHEMA }, async (request) => {
    const from = { address: request.ip, interfaceName: "/api/json", requestId: request.id };
    const asked = readResetRequest(readPosForm(request));
    noteRequest(request, { accountId: asked.accountId });
    return answerReset(await requestReset(pos, { ...asked, from }));
  });
}

function answerChange(outcome: OwnPasswordOutcome): object {
  switch (outcome.kind) {
    case "changed":
      return writeUser(outcome.user);
    case "refused":
      throw new FieldError("old_password", "This is not your current password.");
    case "locked":
      throw new TooOften("passsword", outcome.forMs);
    case "busy":
      throw new TooOften("rate", A_MOMENT_MS);
  }
}

const RESET_ACCEPTED =
  "If this user exists, an email with a link to reset the password is on its way.";

function answerReset(outcome: ResetOutcome): object {
  if (outcome.kind === "too_many") throw new TooOften("rate", outcome.forMs);
  return { detail: RESET_ACCEPTED };
}
