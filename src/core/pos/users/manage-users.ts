/** What an admin does with the people of the point of sale. The last active admin stays. */
import type { Database } from "../../../db/database.ts";
import type { Secret } from "../../../values/secret.ts";
import { endConsoleSessions } from "../../access/console-session-store.ts";
import { hashPassword } from "../../access/password.ts";
import { recordAct } from "../../audit/act.ts";
import type { PosCore } from "../pos.ts";
import { invite } from "./invitation.ts";
import type { PosCaller, PosRole, PosUser } from "./pos-user.ts";
import { endsLinks, type UserChanges, UserRecordStore } from "./user-record-store.ts";

export interface UserOrder {
  readonly email: string;
  readonly role: PosRole;
  readonly firstName: string;
  readonly lastName: string;
  /** Who is created disabled is invited when enabled. */
  readonly isActive: boolean;
  /** Absent: an invitation lets the user set it. */
  readonly password: Secret | undefined;
}

export type UserOrderChanges = Omit<UserChanges, "passwordHash"> & {
  readonly password: Secret | undefined;
};

export type UserOutcome =
  | { readonly kind: "saved"; readonly user: PosUser }
  | { readonly kind: "not_found" }
  | { readonly kind: "email_taken" }
  | { readonly kind: "last_admin" };

const EMAIL_TAKEN: UserOutcome = { kind: "email_taken" };
const LAST_ADMIN: UserOutcome = { kind: "last_admin" };
const NOT_FOUND: UserOutcome = { kind: "not_found" };

export async function createUser(
  pos: PosCore,
  caller: PosCaller,
  { password, ...order }: UserOrder,
): Promise<UserOutcome> {
  const passwordHash = password && (await hashPassword(password));
  const accountId = caller.account.id;
  return undoing(pos, accountId, async (db) => {
    const users = new UserRecordStore(db, accountId);
    const user = await users.add({ ...order, passwordHash, createdAt: pos.clock.wall() });
    if (user === undefined) throw new Undone(EMAIL_TAKEN);
    if (user.isActive && passwordHash === undefined) await invite(pos, db, { caller, user });
    await record(db, caller, { action: "pos_user.create", user, after: said(user) });
    return { kind: "saved", user };
  });
}

export async function changeUser(
  pos: PosCore,
  caller: PosCaller,
  id: string,
  { password, ...changes }: UserOrderChanges,
): Promise<UserOutcome> {
  const passwordHash = password && (await hashPassword(password));
  const accountId = caller.account.id;
  return undoing(pos, accountId, async (db) => {
    const users = new UserRecordStore(db, accountId);
    if (isDemotion(changes) && (await isLastAdmin(users, id))) return LAST_ADMIN;
    const before = await users.lock(id);
    if (before === undefined) return NOT_FOUND;
    const user = await users.update(id, { ...changes, passwordHash }, pos.clock.wall());
    if (user === undefined) throw new Undone(EMAIL_TAKEN);
    if (passwordHash !== undefined || !user.isActive) await endSessions(db, users, id);
    // The change has ended the invitation of whoever has no password yet.
    const isInvited = user.isActive && endsLinks(before, user);
    if (isInvited && !(await users.hasPassword(id))) await invite(pos, db, { caller, user });
    const acts = { before: said(before), after: said(user, passwordHash !== undefined) };
    await record(db, caller, { action: "pos_user.update", user, ...acts });
    return { kind: "saved", user };
  });
}

/** Whoever knew the old password is out, and who was disabled comes back by logging in. */
async function endSessions(db: Database, users: UserRecordStore, id: string): Promise<void> {
  await users.endSessions(id);
  await endConsoleSessions(db, "pos_user", id);
}

/** A letter to the user with a link that sets a password; all earlier links end. */
export function sendPasswordLink(
  pos: PosCore,
  caller: PosCaller,
  id: string,
): Promise<UserOutcome | { readonly kind: "switched_off" }> {
  const accountId = caller.account.id;
  return pos.database.within({ accountId }, async (db) => {
    const users = new UserRecordStore(db, accountId);
    const user = await users.lock(id);
    if (user === undefined) return NOT_FOUND;
    if (!user.isActive) return { kind: "switched_off" };
    const purpose = (await users.hasPassword(id)) ? "reset" : "invitation";
    await invite(pos, db, { caller, user, purpose });
    await record(db, caller, { action: "pos_user.send_link", user });
    return { kind: "saved", user };
  });
}

/** Gives the user that was. */
export function removeUser(pos: PosCore, caller: PosCaller, id: string): Promise<UserOutcome> {
  const accountId = caller.account.id;
  return pos.database.within({ accountId }, async (db) => {
    const users = new UserRecordStore(db, accountId);
    if (await isLastAdmin(users, id)) return LAST_ADMIN;
    const user = await users.lock(id);
    if (user === undefined) return NOT_FOUND;
    await users.remove(id);
    await record(db, caller, { action: "pos_user.delete", user, before: said(user) });
    return { kind: "saved", user };
  });
}

function isDemotion({ isActive, role = "admin" }: Pick<UserChanges, "isActive" | "role">): boolean {
  return isActive === false || role !== "admin";
}

async function isLastAdmin(users: UserRecordStore, id: string): Promise<boolean> {
  const admins = await users.lockActiveAdmins();
  return admins.length === 1 && admins[0] === id;
}

/** Ends the transaction without a trace, and says why. */
class Undone extends Error {
  readonly outcome: UserOutcome;

  constructor(outcome: UserOutcome) {
    super(outcome.kind);
    this.outcome = outcome;
  }
}

async function undoing(
  pos: PosCore,
  accountId: string,
  work: (db: Database) => Promise<UserOutcome>,
): Promise<UserOutcome> {
  try {
    return await pos.database.within({ accountId }, work);
  } catch (error) {
    if (error instanceof Undone) return error.outcome;
    throw error;
  }
}

function said({ email, role, firstName, lastName, isActive }: PosUser, isNewPassword = false) {
  const password = isNewPassword ? { password: "changed" } : {};
  return { email, role, firstName, lastName, isActive, ...password };
}

interface UserAct {
  readonly action: `pos_user.${string}`;
  readonly user: PosUser;
  readonly before?: object;
  readonly after?: object;
}

async function record(db: Database, caller: PosCaller, { user, ...act }: UserAct): Promise<void> {
  await recordAct(db, {
    actor: { kind: "merchant_user", id: caller.user.id, name: caller.user.email },
    subject: { kind: "pos_user", id: user.id },
    result: "done",
    from: caller.from,
    ...act,
  });
}
