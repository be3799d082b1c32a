/** Answers a sign-in: the cookie, and the session for the pages. */
import type { FastifyReply } from "fastify";
import { type Person, personKey } from "../../../core/sessions/person.ts";
import { csrfToken, type Sessions } from "../../../core/sessions/sessions.ts";
import type { Environment, Session } from "../contract.ts";
import { consolePermissions } from "../permissions.ts";
import { BASE_PATH, COOKIE } from "../routes.ts";
import { writePerson } from "../write-person.ts";

export interface SessionWriteNeeds {
  readonly sessions: Sessions;
  readonly environment: Environment;
  readonly version: string;
  /** Whether browsers connect over TLS only. */
  readonly isSecure: boolean;
}

/** Sent only to this API, hidden from scripts, and never sent with another site's requests. */
export function setSessionCookie(
  reply: FastifyReply,
  { isSecure }: SessionWriteNeeds,
  token: string,
): void {
  reply.setCookie(COOKIE, token, {
    path: BASE_PATH,
    httpOnly: true,
    sameSite: "strict",
    secure: isSecure,
  });
}

export async function writeSession(
  needs: SessionWriteNeeds,
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
    secondsLeft: sessions.idleMinutes * 60,
    hasAuthenticator: authenticator?.isConfirmed ?? false,
    ...(person.kind === "operator" && person.mustChangePassword && { mustChangePassword: true }),
  };
}
