/** An email with a link that sets a user's password once: the first, or a new one. */
import { randomUUID } from "node:crypto";
import type { Database } from "../../../db/database.ts";
import { Secret } from "../../../values/secret.ts";
import { hashPassword } from "../../access/password.ts";
import { recordAct } from "../../audit/act.ts";
import { writeMail } from "../../outbox/write-event.ts";
import { escapeHtml } from "../../receipts/letter.ts";
import type { Till } from "../till.ts";
import { InvitationStore } from "./invitation-store.ts";
import type { TillCaller, TillUser } from "./till-user.ts";
import { UserRecordStore } from "./user-record-store.ts";

/** Hours, because an Instant knows no days. */
const WEEK = { hours: 7 * 24 };
const CONTROL = /[\p{Cc}\u2028\u2029]+/gu;

interface Invited {
  readonly caller: Pick<TillCaller, "account">;
  readonly user: TillUser;
  /** Why it is written; an invitation, where nothing is said. */
  readonly purpose?: keyof typeof WORDS;
}

const WORDS = {
  invitation: {
    goodFor: WEEK,
    event: "user.invitation",
    subject: (name: string) => `Your invitation to the till of ${name}`,
    sentence: (name: string) =>
      `You have been invited to the till of ${name}. Choose your password within seven days:`,
  },
  reset: {
    goodFor: WEEK,
    event: "user.password_reset",
    subject: (name: string) => `A new password for the till of ${name}`,
    sentence: (name: string) =>
      `An admin of ${name} lets you choose a new password. The old one works until then. Choose it within seven days:`,
  },
  /** A reset that the user asked for, or somebody who knows their address. */
  requested_reset: {
    goodFor: { hours: 1 },
    event: "user.password_reset",
    subject: (name: string) => `Reset your password for ${name}`,
    sentence: (name: string) =>
      `You asked to reset your point-of-sale password for ${name}. Choose a new password within one hour. If you did not ask, ignore this email: nothing changes.`,
  },
} as const;

export async function invite(till: Till, db: Database, invited: Invited): Promise<void> {
  const { caller, user, purpose = "invitation" } = invited;
  const words = WORDS[purpose];
  const { account } = caller;
  const token = randomUUID();
  const now = till.clock.wall();
  await new InvitationStore(db).replace(digestOf(till, token), {
    accountId: account.id,
    userId: user.id,
    expiresAt: now.add(words.goodFor),
    askedAt: purpose === "requested_reset" ? now : undefined,
  });
  const sentence = words.sentence(account.name);
  await writeMail(db, till, {
    accountId: account.id,
    event: words.event,
    to: user.email,
    subject: words.subject(account.name).replace(CONTROL, " "),
    text: `${sentence}\n\n{{link}}\n`,
    html: `<!doctype html>\n<html lang="en"><meta charset="utf-8"><p>${escapeHtml(sentence)}</p><p><a href="{{link}}">Choose a password</a></p></html>\n`,
    link: new Secret(`${till.publicUrl}/api/json/account/invitation/?reset_token=${token}`),
  });
}

/** Whether an invitation could be answered now. */
export async function isOpen(till: Till, token: string): Promise<boolean> {
  const found = await new InvitationStore(till.database).find(digestOf(till, token));
  return found !== undefined && Temporal.Instant.compare(till.clock.wall(), found.expiresAt) < 0;
}

/** Undefined: it is unknown, has ended, was answered before, or its user is not active. */
export async function answerInvitation(
  till: Till,
  token: string,
  password: Secret,
): Promise<TillUser | undefined> {
  const digest = digestOf(till, token);
  const invitation = await new InvitationStore(till.database).find(digest);
  if (invitation === undefined) return undefined;
  const passwordHash = await hashPassword(password);
  const { accountId, userId } = invitation;
  return till.database.within({ accountId }, async (db) => {
    const now = till.clock.wall();
    const users = new UserRecordStore(db, accountId);
    // The user first and then the links, as whoever deletes the user comes to them.
    const before = await users.lock(userId);
    if (before === undefined || !before.isActive) return undefined;
    if (!(await new InvitationStore(db).take(digest, now))) return undefined;
    const user = await users.update(userId, { ...NOTHING_ELSE, passwordHash }, now);
    await users.endSessions(userId);
    await recordAct(db, {
      actor: { kind: "merchant_user", id: userId, name: user?.email ?? "" },
      action: "till_user.accept",
      subject: { kind: "till_user", id: userId },
      result: "done",
    });
    return user;
  });
}

export const NOTHING_ELSE = {
  email: undefined,
  role: undefined,
  firstName: undefined,
  lastName: undefined,
  isActive: undefined,
};

function digestOf({ custody }: Pick<Till, "custody">, token: string): Uint8Array {
  return custody.fingerprint("till_invitations.token_digest", new Secret(token));
}
