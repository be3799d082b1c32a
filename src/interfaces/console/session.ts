/** Sign-in, sign-out, the current session and two-factor authentication. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { OperatorRole } from "../../core/access/operator-role.ts";
import { PASSWORD_MAX, PASSWORD_MIN } from "../../core/access/password.ts";
import {
  beginAuthenticator,
  type CodeOutcome,
  confirmAuthenticator,
  removeAuthenticator,
} from "../../core/sessions/authenticator.ts";
import { changePassword } from "../../core/sessions/change-password.ts";
import { type Person, personKey } from "../../core/sessions/person.ts";
import { recognizeSession } from "../../core/sessions/recognize-session.ts";
import { csrfToken, type Sessions } from "../../core/sessions/sessions.ts";
import { type SignInOutcome, signIn, signOut } from "../../core/sessions/sign-in.ts";
import type { JsonBody } from "../../wire/body.ts";
import type { Environment, PersonKind, Session, SignIn } from "./contract.ts";
import { ConsoleRefusal, conflict, invalid } from "./errors.ts";
import { consolePermissions } from "./permissions.ts";
import { Body } from "./read.ts";
import {
  BASE_PATH,
  type Call,
  COOKIE,
  type Routes,
  requestOrigin,
  sessionToken,
} from "./routes.ts";

export interface ConsoleSessionNeeds {
  readonly sessions: Sessions;
  readonly environment: Environment;
  readonly version: string;
  /** Whether browsers connect over TLS only. */
  readonly isSecure: boolean;
}

const ROLE_NAMES: Readonly<Record<OperatorRole, string>> = {
  administrator: "Operator, administrator",
  support: "Operator, support",
  auditor: "Operator, auditor",
};

const AS: readonly SignIn["as"][] = ["operator", "partner", "merchant"];

/** The response contains the CSRF token. */
const TOKEN_ANSWER = { schema: { hide: true }, config: { isUncompressed: true } };

export function addSession(
  scope: FastifyInstance,
  routes: Routes,
  needs: ConsoleSessionNeeds,
): void {
  scope.post("/session", TOKEN_ANSWER, async (request, reply) => {
    const outcome = await signIn(needs.sessions, readSignIn(request));
    if (outcome.kind !== "signed_in") throw signInRefusal(outcome);
    setCookie(reply, needs, outcome.token);
    return writeSession(needs, outcome.person, outcome.token);
  });
  // Pages request this first. An empty response means that nobody is signed in.
  scope.get("/session", TOKEN_ANSWER, async (request, reply) => {
    const token = sessionToken(request);
    const person = token && (await recognizeSession(needs.sessions, token));
    return token && person ? writeSession(needs, person, token) : reply.code(204).send();
  });
  routes.delete("/session", "signed_in", async ({ token }) => {
    await signOut(needs.sessions, token);
    return null;
  });
  addAuthenticator(routes, needs.sessions);
  addPassword(routes, needs.sessions);
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
  too_short: { newPassword: `Use at least ${PASSWORD_MIN} characters.` },
  too_long: { newPassword: `Use at most ${PASSWORD_MAX} characters.` },
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
  throw new ConsoleRefusal(REFUSALS.refused_code, { code: "The code is incorrect." });
}

function readSignIn(request: FastifyRequest) {
  const body = new Body((request.body as JsonBody | undefined)?.value);
  const as = body.choice("as", AS);
  const accountForm = [/^\d{1,12}$/, "An account number has up to 12 digits."] as const;
  const accountId = as === "merchant" ? body.text("accountId", { form: accountForm }) : "";
  const name = body.text("name");
  const password = body.secret("password");
  const code = body.optionalText("code", { form: [/^\d{6}$/, "Enter 6 digits."] });
  body.settle();
  return { as, accountId, name, password, code, from: requestOrigin(request) };
}

const REFUSALS = {
  refused: {
    status: 401,
    code: "refused",
    message: "The sign-in details are incorrect. Check them and try again.",
  },
  refused_code: {
    status: 422,
    code: "invalid",
    message: "The code is incorrect. Wait for the next code and try again.",
  },
  locked: {
    status: 401,
    code: "locked",
    message: "Too many failed attempts. Try again in half an hour, or ask an administrator.",
  },
  code_needed: {
    status: 401,
    code: "code_needed",
    message: "Enter the 6-digit code from your authenticator app.",
  },
  busy: {
    status: 429,
    code: "too_many_requests",
    message: "The server is busy. Try again in a moment.",
  },
} as const;

function signInRefusal({ kind }: { kind: Exclude<SignInOutcome["kind"], "signed_in"> }) {
  return new ConsoleRefusal(REFUSALS[kind]);
}

/** Sent only to this API, hidden from scripts, and never sent with another site's requests. */
function setCookie(reply: FastifyReply, { isSecure }: ConsoleSessionNeeds, token: string): void {
  reply.setCookie(COOKIE, token, {
    path: BASE_PATH,
    httpOnly: true,
    sameSite: "strict",
    secure: isSecure,
  });
}

async function writeSession(
  needs: ConsoleSessionNeeds,
  person: Person,
  token: string,
): Promise<Session> {
  const { sessions, environment, version } = needs;
  const authenticator = await sessions.authenticators.findAuthenticator(personKey(person));
  return {
    person: writePerson(person),
    may: consolePermissions(person, environment),
    ...(person.kind === "pos_user" && {
      timeZone: person.account.timeZone,
      currency: person.account.currency,
    }),
    environment,
    version,
    csrfToken: csrfToken(sessions, token),
    idleMinutes: sessions.idleMinutes,
    hasAuthenticator: authenticator?.isConfirmed ?? false,
    ...(person.kind === "operator" && person.mustChangePassword && { mustChangePassword: true }),
  };
}

function writePerson(person: Person): Session["person"] {
  if (person.kind === "operator") {
    return { kind: "operator", name: person.userName, role: ROLE_NAMES[person.role] };
  }
  if (person.kind === "pos_user") {
    const { user, account } = person;
    const name = `${user.firstName} ${user.lastName}`.trim() || user.email;
    return {
      kind: "merchant",
      name,
      role: user.role,
      home: { id: account.id, name: account.name },
    };
  }
  const { userName: name, userRole: role, partner, client } = person;
  const kind: PersonKind = client === undefined ? "partner" : "client";
  return { kind, name, role, home: client ?? partner };
}
