/** Sign-in, sign-out, the current session and two-factor authentication. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import {
  beginAuthenticator,
  type CodeOutcome,
  confirmAuthenticator,
  removeAuthenticator,
} from "../../core/sessions/authenticator.ts";
import { signInByEmail } from "../../core/sessions/by-email/sign-in-by-email.ts";
import { changePassword } from "../../core/sessions/change-password.ts";
import type { Person } from "../../core/sessions/person.ts";
import { recognizeSession } from "../../core/sessions/recognize-session.ts";
import type { Sessions } from "../../core/sessions/sessions.ts";
import { signIn, signOut } from "../../core/sessions/sign-in.ts";
import type { SignOn } from "../../core/sessions/sign-on/sign-on.ts";
import type { PasskeyVerifier } from "../../ports/passkey-verifier.ts";
import type { JsonBody } from "../../wire/body.ts";
import type { LoginChoices, SignedOut, SignIn } from "./contract.ts";
import { conflict, invalid } from "./errors.ts";
import { Body } from "./read.ts";
import { type Call, idleSeconds, type Routes, requestOrigin, sessionToken } from "./routes.ts";
import { addForgottenPassword } from "./sign-in/forgotten-password.ts";
import { addOwnNotifications } from "./sign-in/notifications.ts";
import { addOwnPasskeys, addPasskeySignIn } from "./sign-in/passkeys.ts";
import { PASSWORD_LENGTH_ERRORS } from "./sign-in/password-errors.ts";
import { addProfile } from "./sign-in/profile.ts";
import { signInRefusal, wrongCodeRefusal } from "./sign-in/sign-in-refusal.ts";
import { addSignOn, findSignOutUrl } from "./sign-in/sign-on.ts";
import { type SessionWriteNeeds, setSessionCookie, writeSession } from "./sign-in/write-session.ts";
import { writeLoginChoice } from "./write-person.ts";

export interface ConsoleSessionNeeds extends SessionWriteNeeds {
  /** Undefined: no single sign-on. */
  readonly signOn: SignOn | undefined;
  /** Undefined: the installation has no domain name, which passkeys need. */
  readonly passkeys: PasskeyVerifier | undefined;
}

const AS = ["operator", "partner", "merchant", "email"] as const satisfies readonly SignIn["as"][];
const CHOICE = [/^(?:operator|contact|pos_user)-\d{1,18}$/, "Choose one of the logins."] as const;

/** The response contains the CSRF token. */
const TOKEN_ANSWER = { schema: { hide: true }, config: { isUncompressed: true } };

export function addSession(
  scope: FastifyInstance,
  routes: Routes,
  needs: ConsoleSessionNeeds,
): void {
  scope.post("/session", TOKEN_ANSWER, async (request, reply) => {
    const { as, ...sent } = readSignIn(request);
    const outcome =
      as === "email"
        ? await signInByEmail(needs.sessions, { ...sent, email: sent.name })
        : await signIn(needs.sessions, { ...sent, as });
    if (outcome.kind === "choose") return writeChoices(outcome.people);
    if (outcome.kind !== "signed_in") throw signInRefusal(outcome);
    setSessionCookie(reply, needs, outcome.token);
    return writeSession(needs, outcome.person, outcome.token);
  });
  // Pages request this first. An empty response means that nobody is signed in.
  scope.get("/session", TOKEN_ANSWER, async (request, reply) => {
    const token = sessionToken(request);
    const found = token && (await recognizeSession(needs.sessions, token, idleSeconds(request)));
    if (!token || !found) return reply.code(204).send();
    return { ...(await writeSession(needs, found.person, token)), secondsLeft: found.secondsLeft };
  });
  routes.delete("/session", "signed_in", async ({ token }): Promise<SignedOut | null> => {
    const proof = await signOut(needs.sessions, token);
    const continueAt = proof === "sign_on" ? await findSignOutUrl(needs.signOn) : undefined;
    return continueAt === undefined ? null : { continueAt };
  });
  addAuthenticator(routes, needs.sessions);
  addPassword(routes, needs.sessions);
  addForgottenPassword(scope, needs.sessions);
  if (needs.passkeys !== undefined) {
    addPasskeySignIn(scope, { ...needs, verifier: needs.passkeys });
    addOwnPasskeys(routes, { ...needs, verifier: needs.passkeys });
  }
  if (needs.signOn !== undefined) addSignOn(scope, { ...needs, signOn: needs.signOn });
  addProfile(routes, needs.sessions);
  addOwnNotifications(routes, needs.sessions);
}

function addAuthenticator(routes: Routes, sessions: Sessions): void {
  routes.post("/authenticator", "signed_in", async ({ person }) => {
    const begun = await beginAuthenticator(sessions, person);
    if (begun === undefined)
      throw conflict("Two-factor authentication is already on. Turn it off first.");
    return begun;
  });
  routes.post("/authenticator/confirm", "signed_in", async (call) => {
    requireRightCode(await confirmAuthenticator(sessions, call.person, readCode(call)));
    return null;
  });
  routes.post("/authenticator/remove", "signed_in", async (call) => {
    requireRightCode(await removeAuthenticator(sessions, call.person, readCode(call)));
    return null;
  });
}

function addPassword(routes: Routes, sessions: Sessions): void {
  routes.post("/password", "signed_in", async ({ body, person, token, from }) => {
    const [current, wanted] = [body.secret("currentPassword"), body.secret("newPassword")];
    body.settle();
    const outcome = await changePassword(sessions, person, { token, current, wanted, from });
    if (outcome === "changed") return null;
    if (outcome === "locked" || outcome === "busy") throw signInRefusal({ kind: outcome });
    throw invalid(PASSWORD_ERRORS[outcome]);
  });
}

const PASSWORD_ERRORS = {
  ...PASSWORD_LENGTH_ERRORS,
  same: { newPassword: "Choose a password that differs from the current one." },
  refused: { currentPassword: "The password is incorrect." },
};

function readCode({ body, from }: Call) {
  const code = body.text("code", { form: [/^\d{6}$/, "Enter 6 digits."] });
  body.settle();
  return { code, from };
}

function requireRightCode(verdict: CodeOutcome): void {
  if (verdict === "right") return;
  if (verdict === "locked" || verdict === "busy") throw signInRefusal({ kind: verdict });
  throw wrongCodeRefusal();
}

function readSignIn(request: FastifyRequest) {
  const body = new Body((request.body as JsonBody | undefined)?.value);
  const as = body.choice("as", AS);
  const accountForm = [/^\d{1,12}$/, "An account number has up to 12 digits."] as const;
  const accountId = as === "merchant" ? body.text("accountId", { form: accountForm }) : "";
  const name = body.text("name");
  const password = body.secret("password");
  const code = body.optionalText("code", { form: [/^\d{6}$/, "Enter 6 digits."] });
  const choice = body.optionalText("choice", { form: CHOICE });
  body.settle();
  return { as, accountId, name, password, code, choice, from: requestOrigin(request) };
}

function writeChoices(people: readonly Person[]): LoginChoices {
  return { choices: people.map(writeLoginChoice) };
}
