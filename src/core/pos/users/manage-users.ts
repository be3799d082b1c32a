/** Creates, changes and removes users for an admin. The last active admin cannot be removed. */
import type { Database } from "../../../db/database.ts";
import type { Secret } from "../../../values/secret.ts";
import { endConsoleSessions } from "../../access/console-session-store.ts";
import { recordAct } from "../../audit/act.ts";
import type { PosCore, PosServices } from "../pos.ts";
import { sendInvitation } from "./invitation.ts";
import type { PosCaller, PosRole, PosUser } from "./pos-user.ts";
import { endsLinks, type UserChanges, UserRecordStore } from "./user-record-store.ts";

export interface UserOrder {
  readonly email: string;
  readonly role: PosRole;
  readonly firstName: string;
  readonly lastName: string;
  /** A user who is created disabled gets the invitation when enabled. */
  readonly isActive: boolean;
  /** Without a password, the user sets it through an invitation. */
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
  pos: PosServices,
  caller: PosCaller,
  { password, ...order }: UserOrder,
): Promise<UserOutcome> {
  const passwordHash = password && (await pos.passwords.hash(password));
  const accountId = caller.account.id;
  return runOrUndo(pos, accountId, async (db) => {
    const users = new UserRecordStore(db, accountId);
    const user = await users.addUser({ ...order, passwordHash, createdAt: pos.clock.wall() });
    if (user === undefined) throw new Undone(EMAIL_TAKEN);
    if (user.isActive && passwordHash === undefined)
      await sendInvitation(pos, db, { caller, user });
    await recordUserAct(db, caller, { action: "pos_user.create", user, after: auditedUser(user) });
    return { kind: "saved", user };
  });
}

export async function changeUser(
  pos: PosServices,
  caller: PosCaller,
  id: string,
  { password, ...changes }: UserOrderChanges,
): Promise<UserOutcome> {
  const passwordHash = password && (await pos.passwords.hash(password));
  const accountId = caller.account.id;
  return runOrUndo(pos, accountId, async (db) => {
    const users = new UserRecordStore(db, accountId);
    if (isDemotion(changes) && (await isLastAdmin(users, id))) return LAST_ADMIN;
    const before = await users.lockUser(id);
    if (before === undefined) return NOT_FOUND;
    const user = await users.updateUser(id, { ...changes, passwordHash }, pos.clock.wall());
    if (user === undefined) throw new Undone(EMAIL_TAKEN);
    if (passwordHash !== undefined || !user.isActive) await endSessions(db, users, id);
    // The change ended the invitation, so a user without a password needs a new one.
    const isInvited = user.isActive && endsLinks(before, user);
    if (isInvited && !(await users.hasPassword(id)))
      await sendInvitation(pos, db, { caller, user });
    const acts = {
      before: auditedUser(before),
      after: auditedUser(user, passwordHash !== undefined),
    };
    await recordUserAct(db, caller, { action: "pos_user.update", user, ...acts });
    return { kind: "saved", user };
  });
}

/** Ends sessions at the point of sale and in the console. */
async function endSessions(db: Database, users: UserRecordStore, id: string): Promise<void> {
  await users.endSessions(id);
  await endConsoleSessions(db, "pos_user", id);
}

/** Emails the user a link to set a password. All earlier links end. */
export function sendPasswordLink(
  pos: PosCore,
  caller: PosCaller,
  id: string,
): Promise<UserOutcome | { readonly kind: "user_disabled" }> {
  const accountId = caller.account.id;
  return pos.database.within({ accountId }, async (db) => {
    const users = new UserRecordStore(db, accountId);
    const user = await users.lockUser(id);
    if (user === undefined) return NOT_FOUND;
    if (!user.isActive) return { kind: "user_disabled" };
    const purpose = (await users.hasPassword(id)) ? "reset" : "invitation";
    await sendInvitation(pos, db, { caller, user, purpose });
    await recordUserAct(db, caller, { action: "pos_user.send_link", user });
    return { kind: "saved", user };
  });
}

/** Returns the removed user. */
export function removeUser(pos: PosCore, caller: PosCaller, id: string): Promise<UserOutcome> {
  const accountId = caller.account.id;
  return pos.database.within({ accountId }, async (db) => {
    const users = new UserRecordStore(db, accountId);
    if (await isLastAdmin(users, id)) return LAST_ADMIN;
    const user = await users.lockUser(id);
    if (user === undefined) return NOT_FOUND;
    await users.removeUser(id);
    await recordUserAct(db, caller, { action: "pos_user.delete", user, before: auditedUser(user) });
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

/** Rolls the transaction back and gives the outcome. */
class Undone extends Error {
  readonly outcome: UserOutcome;

  constructor(outcome: UserOutcome) {
    super(outcome.kind);
    this.outcome = outcome;
  }
}

async function runOrUndo(
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

function auditedUser(
  { email, role, firstName, lastName, isActive }: PosUser,
  isNewPassword = false,
) {
  const password = isNewPassword ? { password: "changed" } : {};
  return { email, role, firstName, lastName, isActive, ...password };
}

interface UserAct {
  readonly action: `pos_user.${string}`;
  readonly user: PosUser;
  readonly before?: object;
  readonly after?: object;
}

async function recordUserAct(
  db: Database,
  caller: PosCaller,
  { user, ...act }: UserAct,
): Promise<void> {
  await recordAct(db, {
    actor: { kind: "merchant_user", id: caller.user.id, name: caller.user.email },
    subject: { kind: "pos_user", id: user.id },
    result: "done",
    from: caller.from,
    ...act,
  });
}
