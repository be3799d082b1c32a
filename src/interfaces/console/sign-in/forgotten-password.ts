/** A forgotten password: an email with a link, and the page behind the link. Nobody is signed in. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { LOGINS_MAX } from "../../../core/sessions/by-email/email-login-store.ts";
import { requestPasswordReset } from "../../../core/sessions/by-email/request-password-reset.ts";
import {
  listResetPeople,
  type PasswordResetOutcome,
  resetPassword,
} from "../../../core/sessions/by-email/reset-password.ts";
import type { Sessions } from "../../../core/sessions/sessions.ts";
import { EMAIL_ADDRESS, EMAIL_LENGTH_MAX } from "../../../values/email-address.ts";
import type { JsonBody } from "../../../wire/body.ts";
import type { LoginChoices } from "../contract.ts";
import { ConsoleRefusal, invalid, tooMany } from "../errors.ts";
import { Body } from "../read.ts";
import { requestOrigin } from "../routes.ts";
import { writeLoginChoice } from "../write-person.ts";
import { PASSWORD_LENGTH_ERRORS } from "./password-errors.ts";

const HIDDEN = { schema: { hide: true } };
const TOKEN = [/^[\w-]{43}$/, "Open the link in your email again."] as const;
export const EMAIL_RULE = {
  max: EMAIL_LENGTH_MAX,
  form: [EMAIL_ADDRESS, "Enter an email address, such as ada@shop.example."],
} as const;

export function addForgottenPassword(scope: FastifyInstance, sessions: Sessions): void {
  scope.post("/password/forgotten", HIDDEN, async (request, reply) => {
    const body = readBody(request);
    const email = body.text("email", EMAIL_RULE);
    body.settle();
    const { kind } = await requestPasswordReset(sessions, { email, from: requestOrigin(request) });
    if (kind === "too_many") throw tooMany("Too many requests. Try again in 15 minutes.");
    return reply.code(204).send();
  });
  scope.post("/password/reset/logins", HIDDEN, async (request): Promise<LoginChoices> => {
    const body = readBody(request);
    const token = body.text("token", { form: TOKEN });
    body.settle();
    const people = await listResetPeople(sessions, token);
    if (people.length === 0) throw new ConsoleRefusal(LINK_OVER);
    return { choices: people.map(writeLoginChoice) };
  });
  scope.post("/password/reset", HIDDEN, async (request): Promise<LoginChoices> => {
    const outcome = await resetPassword(sessions, readReset(request));
    if (outcome.kind !== "changed") throw resetRefusal(outcome.kind);
    return { choices: outcome.people.map(writeLoginChoice) };
  });
}

function readBody(request: FastifyRequest): Body {
  return new Body((request.body as JsonBody | undefined)?.value);
}

function readReset(request: FastifyRequest) {
  const body = readBody(request);
  const reset = {
    token: body.text("token", { form: TOKEN }),
    wanted: body.secret("newPassword"),
    choices: body.texts("choices", { most: LOGINS_MAX }),
    from: requestOrigin(request),
  };
  body.settle();
  return reset;
}

const LINK_OVER = {
  status: 404,
  code: "not_found",
  message:
    "This link no longer works. It was used, it is more than 30 minutes old, or your password has changed since. Request a new link.",
} as const;

function resetRefusal(kind: Exclude<PasswordResetOutcome["kind"], "changed">): ConsoleRefusal {
  if (kind === "link_over") return new ConsoleRefusal(LINK_OVER);
  if (kind === "none_chosen") return invalid({ choices: "Choose at least one login." });
  return invalid(PASSWORD_LENGTH_ERRORS[kind]);
}
