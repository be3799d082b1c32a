/**
 * Emails a link for a forgotten password. Neither the answer nor its duration shows whether the
 * address is known. One link is for all logins with the address.
 */
import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Database } from "../../../db/database.ts";
import { refuseInSafeMode } from "../../../db/safe-mode.ts";
import { LINK_PLACE } from "../../../ports/mailer.ts";
import { Secret } from "../../../values/secret.ts";
import { WRONG } from "../../access/credential-checker.ts";
import { countedEmail } from "../../access/failures/counted-email.ts";
import { type ActOrigin, recordAct } from "../../audit/act.ts";
import { INSTALLATION } from "../../outbox/event.ts";
import { writePlainEmail } from "../../outbox/plain-email.ts";
import { writeMail } from "../../outbox/write-event.ts";
import type { Sessions } from "../sessions.ts";
import { findResettableLogins } from "./email-login-store.ts";
import { PasswordResetStore, type ResetLogin } from "./password-reset-store.ts";

export interface PasswordResetRequest {
  readonly email: string;
  readonly from: ActOrigin & { readonly address: string };
}

export type PasswordResetAnswer =
  /** If the address is known, an email is sent. */
  { readonly kind: "taken" } | { readonly kind: "too_many" };

const TOKEN_BYTES = 32;
const GOOD_FOR = { minutes: 30 };
/** Prevents floods of emails by requests from many addresses. */
const BETWEEN_EMAILS = { minutes: 5 };
/** Longer than the work for a known address, so that all answers take the same time. */
const ANSWER_AFTER_MS = 300;

/** Throws SafeModeOn in safe mode: an email that comes after the release would have an expired link. */
export async function requestPasswordReset(
  sessions: Sessions,
  request: PasswordResetRequest,
): Promise<PasswordResetAnswer> {
  const { email, from } = request;
  await refuseInSafeMode(sessions.db);
  const countedAs = countedEmail(email);
  const credentials = { name: email, secret: new Secret(""), countedAs, address: from.address };
  const counted = await sessions.pos.resetLimit.admit(credentials, async () => WRONG);
  if (counted.kind === "locked") return { kind: "too_many" };
  await Promise.all([sendIfKnown(sessions, request), pause(ANSWER_AFTER_MS)]);
  return { kind: "taken" };
}

async function sendIfKnown(sessions: Sessions, request: PasswordResetRequest): Promise<void> {
  const logins = await listResetLogins(sessions, request.email);
  if (logins.length === 0) return;
  const now = sessions.clock.wall();
  await sessions.db.atomically(async (db) => {
    const resets = new PasswordResetStore(db);
    await resets.lockEmail(request.email);
    if (await resets.wasRequestedAfter(request.email, now.subtract(BETWEEN_EMAILS))) return;
    await sendLink(sessions, db, { request, logins, now });
  });
}

/** Everyone who may sign in, also an invited person without a password. */
async function listResetLogins(sessions: Sessions, email: string): Promise<readonly ResetLogin[]> {
  const keys = await findResettableLogins(sessions.db, email);
  const known = await Promise.all(
    keys.map(async (key) => {
      const found = await sessions.people.findPerson(key);
      return found && { ...key, passwordDigest: found.passwordDigest };
    }),
  );
  return known.filter((login) => login !== undefined);
}

interface Sending {
  readonly request: PasswordResetRequest;
  readonly logins: readonly ResetLogin[];
  readonly now: Temporal.Instant;
}

async function sendLink(
  sessions: Sessions,
  db: Database,
  { request: { email, from }, logins, now }: Sending,
): Promise<void> {
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  const digest = resetDigest(sessions, token);
  const reset = { digest, email, askedAt: now, goodUntil: now.add(GOOD_FOR) };
  await new PasswordResetStore(db).replaceResets(reset, logins);
  await writeMail(db, sessions, {
    accountId: INSTALLATION,
    event: "user.password_reset",
    to: email,
    ...RESET_EMAIL,
    link: sessions.pos.links.resetPassword(token),
  });
  for (const { kind, id } of logins) await recordResetRequest(db, { kind, id }, from);
}

const RESET_EMAIL = writePlainEmail("Choose a new password", [
  "We received a request to choose a new password for your login.",
  "To choose it, open this link. It works once and expires in 30 minutes:",
  LINK_PLACE,
  "A new password also ends all sessions and removes the passkeys of the login. Add passkeys again after signing in.",
  "If you did not request this, ignore this email. Your password stays the same.",
]);

/** The caller is not authenticated. */
const ASKED = { kind: "system", name: "password reset" } as const;

async function recordResetRequest(
  db: Database,
  subject: { readonly kind: string; readonly id: string },
  from: ActOrigin,
): Promise<void> {
  const action = "console.request_reset";
  await recordAct(db, { actor: ASKED, action, subject, result: "done", from });
}

export function resetDigest({ custody }: Pick<Sessions, "custody">, token: string): Uint8Array {
  return custody.fingerprint("password_resets.digest", new Secret(token));
}
