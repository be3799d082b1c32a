/**
 * Single sign-on: the way to the identity provider and back. The browser that begins keeps the state
 * in a cookie, so that nobody can be signed in with an answer that another browser got.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import {
  beginSignOn,
  chooseSignOnLogin,
  finishSignOn,
  listSignOnPeople,
  type SignOn,
  type SignOnOutcome,
} from "../../../core/sessions/sign-on/sign-on.ts";
import { ProviderUnavailable } from "../../../ports/identity-provider.ts";
import { sameBytes } from "../../../values/same-bytes.ts";
import type { JsonBody } from "../../../wire/body.ts";
import type { LoginChoices, SignOnError } from "../contract.ts";
import { ConsoleRefusal } from "../errors.ts";
import { Body, Query } from "../read.ts";
import { BASE_PATH, requestOrigin } from "../routes.ts";
import { writeLoginChoice } from "../write-person.ts";
import { type SessionWriteNeeds, setSessionCookie } from "./write-session.ts";

export interface SignOnRouteNeeds extends SessionWriteNeeds {
  readonly signOn: SignOn;
}

const HIDDEN = { schema: { hide: true } };
const PATH = "/single-sign-on";
const STATE_COOKIE = "sixdoors_sign_on";
const CHOICE_COOKIE = "sixdoors_sign_on_choice";
const TEN_MINUTES = 600;

export function addSignOn(scope: FastifyInstance, needs: SignOnRouteNeeds): void {
  scope.get(PATH, HIDDEN, async (request, reply) => {
    try {
      const { url, state } = await beginSignOn(needs);
      return setShortCookie(reply, needs, [STATE_COOKIE, state]).redirect(url);
    } catch (error) {
      if (!(error instanceof ProviderUnavailable)) throw error;
      request.log.warn({ err: error }, "single sign-on: the identity provider cannot be reached");
      return redirectWithError(reply, "unavailable");
    }
  });
  scope.get(`${PATH}/callback`, HIDDEN, async (request, reply) => {
    const state = readOwnState(request);
    if (state === undefined) return redirectWithError(reply, "expired");
    const query = request.url.split("?")[1] ?? "";
    const outcome = await finishSignOn(needs, { query, state, from: requestOrigin(request) });
    return answerOutcome(needs, { request, reply, outcome });
  });
  addChoice(scope, needs);
}

/** For a person with several logins. */
function addChoice(scope: FastifyInstance, needs: SignOnRouteNeeds): void {
  scope.get(`${PATH}/logins`, HIDDEN, async (request): Promise<LoginChoices> => {
    const people = await listSignOnPeople(needs.sessions, readChoiceToken(request));
    if (people.length === 0) throw new ConsoleRefusal(CHOICE_OVER);
    return { choices: people.map(writeLoginChoice) };
  });
  scope.post(`${PATH}/logins`, HIDDEN, async (request, reply) => {
    const body = new Body((request.body as JsonBody | undefined)?.value);
    const choice = body.text("choice");
    body.settle();
    const chosen = { choice, from: requestOrigin(request) };
    const outcome = await chooseSignOnLogin(needs.sessions, readChoiceToken(request), chosen);
    if (outcome.kind !== "signed_in") throw new ConsoleRefusal(CHOICE_OVER);
    setSessionCookie(reply, needs, outcome.token);
    return reply.code(204).send();
  });
}

const CHOICE_OVER = {
  status: 404,
  code: "not_found",
  message: "This sign-in has expired. Start again.",
} as const;

function readChoiceToken(request: FastifyRequest): string {
  return request.cookies[CHOICE_COOKIE] ?? "";
}

/** Undefined if the answer is for a sign-in that this browser did not begin. */
function readOwnState(request: FastifyRequest): string | undefined {
  const kept = request.cookies[STATE_COOKIE];
  const sent = new Query(request.query).text("state");
  if (kept === undefined || sent === undefined) return undefined;
  return sameBytes(Buffer.from(kept), Buffer.from(sent)) ? kept : undefined;
}

interface SignOnAnswered {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly outcome: SignOnOutcome;
}

function answerOutcome(needs: SignOnRouteNeeds, { request, reply, outcome }: SignOnAnswered) {
  reply.clearCookie(STATE_COOKIE, { path: BASE_PATH });
  if (outcome.kind === "signed_in") {
    setSessionCookie(reply, needs, outcome.token);
    return reply.redirect(`${BASE_PATH}/`);
  }
  if (outcome.kind === "choose") {
    return setShortCookie(reply, needs, [CHOICE_COOKIE, outcome.token]).redirect(
      `${BASE_PATH}/single-sign-on`,
    );
  }
  if (outcome.kind === "failed") {
    const { reason } = outcome;
    request.log.warn({ reason }, "single sign-on: the provider's answer was refused");
  }
  return redirectWithError(reply, outcome.kind);
}

/** The provider sends the browser from another site, so the cookie cannot be strict. */
function setShortCookie(
  reply: FastifyReply,
  { isSecure }: SessionWriteNeeds,
  [name, value]: readonly [string, string],
): FastifyReply {
  return reply.setCookie(name, value, {
    path: BASE_PATH,
    httpOnly: true,
    sameSite: "lax",
    secure: isSecure,
    maxAge: TEN_MINUTES,
  });
}

function redirectWithError(reply: FastifyReply, error: SignOnError) {
  return reply.redirect(`${BASE_PATH}/?signOnError=${error}`);
}

/** A provider that cannot be reached must not keep anyone signed in. */
export async function findSignOutUrl(signOn: SignOn | undefined): Promise<string | undefined> {
  try {
    return await signOn?.provider.findSignOutUrl();
  } catch (error) {
    if (error instanceof ProviderUnavailable) return undefined;
    throw error;
  }
}
