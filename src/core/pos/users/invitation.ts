/** Emails with a link to set a password: invitations and password resets. A link works once. */
import { randomUUID } from "node:crypto";
import type { Database } from "../../../db/database.ts";
import { Secret } from "../../../values/secret.ts";
import { escapeHtml } from "../../../values/text/escape-html.ts";
import { removePasskeys } from "../../access/passkey-removal-store.ts";
import { recordAct } from "../../audit/act.ts";
import { writeMail } from "../../outbox/write-event.ts";
import type { PosCore, PosServices } from "../pos.ts";
import { InvitationStore } from "./invitation-store.ts";
import type { PosCaller, PosUser } from "./pos-user.ts";
import { UserRecordStore } from "./user-record-store.ts";

/** In hours, because an Instant cannot add days. */
const WEEK = { hours: 7 * 24 };
const CONTROL = /[\p{Cc}\u2028\u2029]+/gu;

interface Invited {
  readonly caller: Pick<PosCaller, "account">;
  readonly user: PosUser;
  /** An invitation by default. */
  readonly purpose?: keyof typeof EMAIL_TEXTS;
}

const EMAIL_TEXTS = {
  invitation: {
    validFor: WEEK,
    event: "user.invitation",
    subject: (name: string) => `${name} invites you to its point of sale`,
    sentence: (name: string) =>
      `${name} has created a point-of-sale user for you. Use the link below to choose your password. The link works once and expires in 7 days.`,
    button: "Choose a password",
  },
  reset: {
    validFor: WEEK,
    event: "user.password_reset",
    subject: (name: string) => `Choose a new point-of-sale password for ${name}`,
    sentence: (name: string) =>
      `An administrator of ${name} asks you to choose a new point-of-sale password. Use the link below. It works once and expires in 7 days. Until you choose a new one, your current password works.`,
    button: "Choose a new password",
  },
  /** A reset requested by the user, or by anyone who knows the address. */
  requested_reset: {
    validFor: { hours: 1 },
    event: "user.password_reset",
    subject: (name: string) => `Reset your point-of-sale password for ${name}`,
    sentence: (name: string) =>
      `We received a request to reset your point-of-sale password for ${name}. Use the link below to choose a new password. The link works once and expires in 1 hour. If you did not request this, ignore this email. Your password stays the same.`,
    button: "Choose a new password",
  },
} as const;

export async function sendInvitation(pos: PosCore, db: Database, invited: Invited): Promise<void> {
  const { caller, user, purpose = "invitation" } = invited;
  const texts = EMAIL_TEXTS[purpose];
  const { account } = caller;
  const token = randomUUID();
  const now = pos.clock.wall();
  await new InvitationStore(db).replaceInvitations(invitationDigest(pos, token), {
    accountId: account.id,
    userId: user.id,
    expiresAt: now.add(texts.validFor),
    askedAt: purpose === "requested_reset" ? now : undefined,
  });
  const sentence = texts.sentence(account.name);
  await writeMail(db, pos, {
    accountId: account.id,
    event: texts.event,
    to: user.email,
    subject: texts.subject(account.name).replace(CONTROL, " "),
    text: `${sentence}\n\n{{link}}\n`,
    html: `<!doctype html>\n<html lang="en"><meta charset="utf-8"><p>${escapeHtml(sentence)}</p><p><a href="{{link}}">${texts.button}</a></p></html>\n`,
    link: pos.links.posInvitation(token),
  });
}

/** Whether the link exists and has not expired. */
export async function isInvitationOpen(pos: PosCore, token: string): Promise<boolean> {
  const found = await new InvitationStore(pos.database).findInvitation(
    invitationDigest(pos, token),
  );
  return found !== undefined && Temporal.Instant.compare(pos.clock.wall(), found.expiresAt) < 0;
}

/** Returns undefined if the link is unknown, expired or used, or its user is not active. */
export async function answerInvitation(
  pos: PosServices,
  token: string,
  password: Secret,
): Promise<PosUser | undefined> {
  const digest = invitationDigest(pos, token);
  const invitation = await new InvitationStore(pos.database).findInvitation(digest);
  if (invitation === undefined) return undefined;
  const passwordHash = await pos.passwords.hash(password);
  const { accountId, userId } = invitation;
  return pos.database.within({ accountId }, async (db) => {
    const now = pos.clock.wall();
    const users = new UserRecordStore(db, accountId);
    // Locks the user before the links, in the same order as deleting a user does.
    const before = await users.lockUser(userId);
    if (before === undefined || !before.isActive) return undefined;
    if (!(await new InvitationStore(db).consumeInvitation(digest, now))) return undefined;
    const user = await users.updateUser(userId, { ...NO_OTHER_CHANGES, passwordHash }, now);
    await users.endSessions(userId);
    await removePasskeys(db, "pos_user", userId);
    await recordAct(db, {
      actor: { kind: "merchant_user", id: userId, name: user?.email ?? "" },
      action: "pos_user.accept",
      subject: { kind: "pos_user", id: userId },
      result: "done",
    });
    return user;
  });
}

export const NO_OTHER_CHANGES = {
  email: undefined,
  role: undefined,
  firstName: undefined,
  lastName: undefined,
  isActive: undefined,
};

function invitationDigest({ custody }: Pick<PosCore, "custody">, token: string): Uint8Array {
  // Digests in the database were made with this label, so it does not follow the table's name.
  return custody.fingerprint("till_invitations.token_digest", new Secret(token));
}
