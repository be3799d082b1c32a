/** The page that a welcome email links to, where a user sets a password. Plain HTML, no script. */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { TooManyWaiting } from "../../core/access/concurrency-limit.ts";
import { PASSWORD_MAX, PASSWORD_MIN } from "../../core/access/password.ts";
import { showOnce } from "../../core/access/show-once.ts";
import {
  findLinkHolder,
  type PasswordNeeds,
  type SetPasswordOutcome,
  setPassword,
} from "../../core/management/users/set-password.ts";
import { Secret } from "../../values/secret.ts";
import { takeForms } from "../../wire/body.ts";
import type { Form } from "../../wire/form.ts";
import { logInternalError } from "../../wire/internal-error.ts";
import { must } from "../../wire/reader/check.ts";
import { formSource, takeFormText } from "../../wire/reader/form-rules.ts";
import { INVALID } from "../../wire/reader/problem.ts";
import { textRule } from "../../wire/reader/rule.ts";
import {
  A_MOMENT_MS,
  asRequestError,
  ENCODING_TEXT,
  type RequestErrorKind,
  retryAfterHeader,
  TooOften,
} from "../../wire/request-error.ts";
import { formPage, messagePage, PAGE_HEADERS } from "./page.ts";

const TOKEN_FORM = /^[A-Za-z0-9_-]{43}$/;
const TOKEN = textRule(takeFormText, [must((text) => TOKEN_FORM.test(text), INVALID)]);
const PASSWORD = textRule(takeFormText, []);
const PAGE = { schema: { hide: true } };

const LINK_ENDED = messagePage("This link no longer works", [
  "It was already used, it is more than three days old, a newer link was sent, or your user was changed.",
  "Ask the person who invited you to send a new link.",
]);
const NOT_SET: Record<Exclude<SetPasswordOutcome["kind"], "set" | "link_over">, string> = {
  too_short: `The password must have at least ${PASSWORD_MIN} characters.`,
  too_long: `The password must have at most ${PASSWORD_MAX} characters.`,
};

export async function passwordInterface(
  scope: FastifyInstance,
  needs: PasswordNeeds,
): Promise<void> {
  takeForms(scope);
  scope.setErrorHandler((error: FastifyError, request, reply) => sendError(request, reply, error));
  scope.setNotFoundHandler((_request, reply) =>
    sendPage(reply, 404, messagePage("Not found", ["There is no page at this address."])),
  );

  scope.get("/", PAGE, async (request, reply) => {
    const token = TOKEN.readLeniently((request.query as { readonly token?: unknown }).token);
    const holder = token && (await findLinkHolder(needs, new Secret(token)));
    if (!token || !holder) return sendPage(reply, 404, LINK_ENDED);
    return sendPage(reply, 200, formPage({ token, userName: holder.userName }));
  });

  scope.post("/", PAGE, async (request, reply) => {
    const { token, password, again } = readForm(request.body as Form | undefined);
    const holder = token && (await findLinkHolder(needs, new Secret(token)));
    if (!token || !holder) return sendPage(reply, 404, LINK_ENDED);
    const form = { token, userName: holder.userName };
    if (password !== again) {
      return sendPage(reply, 422, formPage({ ...form, error: "The passwords do not match." }));
    }
    const proof = { token: new Secret(token), password: new Secret(password) };
    const from = { address: request.ip, interfaceName: "/set-password", requestId: request.id };
    const outcome = await setPassword(needs, proof, from);
    if (outcome.kind === "link_over") return sendPage(reply, 404, LINK_ENDED);
    if (outcome.kind !== "set") {
      return sendPage(reply, 422, formPage({ ...form, error: NOT_SET[outcome.kind] }));
    }
    return sendPage(reply, 200, messagePage("Password set", successTexts(outcome)));
  });
}

function successTexts({
  userName,
  apiSecret,
}: Extract<SetPasswordOutcome, { kind: "set" }>): string[] {
  const texts = [`You can now sign in as ${userName} with your new password.`];
  if (apiSecret === undefined) return texts;
  const hint = "Your API secret for signing requests. It is shown only once, so copy it now:";
  return [...texts, hint, showOnce(apiSecret)];
}

/**
 * An invalid value counts as missing: the link has expired, or the passwords differ or are too
 * short.
 */
function readForm(form: Form = new Map()) {
  const sent = formSource(form);
  return {
    token: TOKEN.readLeniently(sent("token")),
    password: PASSWORD.readLeniently(sent("password")) ?? "",
    again: PASSWORD.readLeniently(sent("password_again")) ?? "",
  };
}

const TOO_MANY = { status: 429, words: "Too many requests at once. Try again in a moment." };
const UNREADABLE = {
  status: 400,
  words: "The form could not be read. Open the link in your email again.",
};
const ERRORS: Partial<Record<RequestErrorKind, typeof TOO_MANY>> = {
  too_many_requests: TOO_MANY,
  body_too_large: { status: 413, words: "The form is too large." },
  unsupported_content_type: {
    status: 415,
    words: "The form was sent in a format that this page does not accept.",
  },
  unsupported_encoding: { status: 415, words: ENCODING_TEXT },
  method_not_allowed: { status: 405, words: "This page does not accept this request method." },
};

function sendError(request: FastifyRequest, reply: FastifyReply, error: unknown) {
  const busy = new TooOften("rate", A_MOMENT_MS);
  const requestError = error instanceof TooManyWaiting ? busy : asRequestError(error);
  if (requestError === undefined) {
    logInternalError(request, error);
    const words = ["Something went wrong on our side. Nothing was changed. Try again."];
    return sendPage(reply, 500, messagePage("Password not set", words));
  }
  const { status, words } = ERRORS[requestError.kind] ?? UNREADABLE;
  return sendPage(
    reply.headers(retryAfterHeader(requestError)),
    status,
    messagePage("Password not set", [words]),
  );
}

function sendPage(reply: FastifyReply, status: number, html: string) {
  return reply.code(status).headers(PAGE_HEADERS).type("text/html; charset=utf-8").send(html);
}
