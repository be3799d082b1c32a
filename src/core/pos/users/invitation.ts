/** An email with a link that sets a user's password once: the first, or a new one. */
import { randomUUID } from "node:crypto";
import type { Database } from "../../../db/database.ts";
import { escapeHtml } from "../../../values/escape-html.ts";
import { Secret } from "../../../values/secret.ts";
import { hashPassword } from "../../access/password.ts";
import { recordAct } from "../../audit/act.ts";
import { writeMail } from "../../outbox/write-event.ts";
import type { PosCore } from "../pos.ts";
import { InvitationStore } from "./invitation-store.ts";
import type { PosCaller, PosUser } from "./pos-user.ts";
import { UserRecordStore } from "./user-record-store.ts";

/** Hours, because an Instant knows no days. */
const WEEK = { hours: 7 * 24 };
const CONTROL = /[\p{Cc}\u2028\u2029]+/gu;

interface Invited {
  readonly caller: Pick<PosCaller, "account">;
  readonly user: PosUser;
  /** Why it is written; an invitation, where nothing is said. */
  readonly purpose?: keyof typeof WORDS;
}

const WORDS = {
  invitation: {
    goodFor: WEEK,
    event: "user.invitation",
    subject: (name: string) => `Your invitation to the point of sale of ${name}`,
    sentence: (name: string) =>
      `You have been invited to the point of sale of ${name}. Choose your password within seven days:`,
  },
  reset: {
    goodFor: WEEK,
    event: "user.password_reset",
    subject: (name: string) => `A new password for the point of sale of ${name}`,
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

export async function invite(pos: PosCore, db: Database, invited: Invited): Promise<void> {
  const { caller, user, purpose = "invitation" } = invited;
  const words = WORDS[purpose];
  const { account } = caller;
  const token = randomUUID();
  const now = pos.clock.wall();
  await new InvitationStore(db).replace(digestOf(pos, token), {
    accountId: account.id,
    userId: user.id,
    expiresAt: now.add(words.goodFor),
    askedAt: purpose === "requested_reset" ? now : undefined,
  });
  const sentence = words.sentence(account.name);
  await writeMail(db, pos, {
    accountId: account.id,
    event: words.event,
    to: user.email,
    subject: words.subject(account.name).replace(CONTROL, " "),
    text: `${sentence}\n\n{{link}}\n`,
    html: `<!doctype html>\n<html lang="en"><meta charset="utf-8"><p>${escapeHtml(sentence)}</p><p><a href="{{link}}">Choose a password</a></p></html>\n`,
    link: new Secret(`${pos.publicUrl}/api/json/account/invitation/?reset_token=${token}`),
  });
}

/** Whether an invitation could be answered now. */
export async function isOpen(pos: PosCore, token: string): Promise<boolean> {
  const found = await new InvitationStore(pos.database).find(digestOf(pos, token));
  return found !== undefined && Temporal.Instant.compare(pos.clock.wall(), found.expiresAt) < 0;
}

/** Undefined: it is unknown, has ended, was answered before, or its user is not active. */
export async function answerInvitation(
  pos: PosCore,
  token: string,
  password: Secret,
): Promise<PosUser | undefined> {
  const digest = digestOf(pos, token);
  const invitation = await new InvitationStore(pos.database).find(digest);
  if (invitation === undefined) return undefined;
  const passwordHash = await hashPassword(password);
  const { accountId, userId } = invitation;
  return pos.database.within({ accountId }, async (db) => {
    const now = pos.clock.wall();
    const users = new UserRecordStore(db, accountId);
    // The user first and then the links, as whoever deletes the user comes to them.
    const before = await users.lock(userId);
    if (before === undefined || !before.isActive) return undefined;
    if (!(await new InvitationStore(db).take(digest, now))) return undefined;
    const user = await users.update(userId, { ...NOTHING_ELSE, passwordHash }, now);
    await users.endSessions(userId);
    await recordAct(db, {
      actor: { kind: "merchant_user", id: userId, name: user?.email ?? "" },
      action: "pos_user.accept",
      subject: { kind: "pos_user", id: userId },
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

function digestOf({ custody }: Pick<PosCore, "custody">, token: string): Uint8Array {
  // Digests in the database were made with this label, so it does not follow the table's name.
  return custody.fingerprint("till_invitations.token_digest", new Secret(token));
}
