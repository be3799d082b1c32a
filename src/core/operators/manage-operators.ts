/**
 * Manages operators: adds, disables and enables them, sets one-time passwords and removes lost
 * authenticators, and changes their roles. At least one administrator stays active.
 */

import type { Database } from "../../db/database.ts";
import type { DatabasePool } from "../../db/database-pool.ts";
import type { Secret } from "../../values/secret.ts";
import {
  isLastActiveAdministrator,
  lockActiveOperators,
} from "../access/active-operators-store.ts";
import { endConsoleSessions } from "../access/console-session-store.ts";
import { oneTimePassword } from "../access/one-time-password.ts";
import type { OperatorRole } from "../access/operator-role.ts";
import { OperatorStore } from "../access/operator-store.ts";
import { removePasskeys } from "../access/passkey-removal-store.ts";
import { PASSWORD_MIN, type PasswordHashing } from "../access/password.ts";
import { type Act, type ActOrigin, type Actor, recordAct } from "../audit/act.ts";
import { AuthenticatorStore } from "../sessions/authenticator-store.ts";
import { announceToOperators, type NoticeNeeds } from "../sessions/login-notice.ts";
import { type OperatorRecord, OperatorRecordStore } from "./operator-record-store.ts";

export interface OperatorNeeds extends NoticeNeeds {
  readonly db: DatabasePool;
  readonly passwords: PasswordHashing;
}

type InsertNeeds = Pick<OperatorNeeds, "db" | "clock" | "passwords">;

export interface ActingOperator {
  readonly actor: Actor;
  readonly from?: ActOrigin | undefined;
}

const NAME = /^[A-Za-z0-9._-]{1,50}$/;

export type AddOperatorOutcome =
  | { readonly kind: "added"; readonly id: string }
  | { readonly kind: "bad_name" }
  | { readonly kind: "too_short" }
  | { readonly kind: "name_taken" };

/** Adds an operator who typed the password. For another person use a one-time password. */
export async function addOperator(
  needs: InsertNeeds,
  addition: Omit<Addition, "mustChangePassword">,
  by: ActingOperator,
): Promise<AddOperatorOutcome> {
  return insertOperator(needs, { ...addition, mustChangePassword: false }, by);
}

export type AddWithPasswordOutcome =
  | Exclude<AddOperatorOutcome, { readonly kind: "added" }>
  | { readonly kind: "let_in"; readonly id: string; readonly password: Secret };

/** The password is shown once and can only be used to choose another. */
export async function addOperatorWithOneTimePassword(
  needs: OperatorNeeds,
  { userName, role }: { readonly userName: string; readonly role: OperatorRole },
  by: ActingOperator,
): Promise<AddWithPasswordOutcome> {
  const password = oneTimePassword();
  const addition = { userName, role, password, mustChangePassword: true };
  const outcome = await insertOperator(needs, addition, by);
  return outcome.kind === "added" ? { kind: "let_in", id: outcome.id, password } : outcome;
}

interface Addition {
  readonly userName: string;
  readonly role: OperatorRole;
  readonly password: Secret;
  readonly mustChangePassword: boolean;
}

async function insertOperator(
  { db, clock, passwords }: InsertNeeds,
  addition: Addition,
  by: ActingOperator,
): Promise<AddOperatorOutcome> {
  const { userName, role, password, mustChangePassword } = addition;
  if (!NAME.test(userName)) return { kind: "bad_name" };
  if (password.length < PASSWORD_MIN) return { kind: "too_short" };
  const passwordHash = await passwords.hash(password);
  return db.atomically(async (transaction): Promise<AddOperatorOutcome> => {
    const operators = new OperatorRecordStore(transaction);
    const id = await operators.insertOperator({ userName, role, passwordHash, mustChangePassword });
    if (id === undefined) return { kind: "name_taken" };
    await operators.recordReset(id, { by: by.actor.name, at: clock.wall() });
    await record(transaction, by, { action: "operator.create", userName, after: { role } });
    return { kind: "added", id };
  });
}

export type ManageOutcome =
  | { readonly kind: "done"; readonly operator: OperatorRecord }
  | { readonly kind: "not_found" }
  /** Operators cannot do this to themselves. */
  | { readonly kind: "own" }
  | { readonly kind: "last_active" };

export async function setOperatorActive(
  { db }: OperatorNeeds,
  id: string,
  { isActive, by }: { readonly isActive: boolean; readonly by: ActingOperator },
): Promise<ManageOutcome> {
  if (!isActive && by.actor.id === id) return { kind: "own" };
  return actOn(db, id, async (transaction, operator) => {
    const operators = new OperatorRecordStore(transaction);
    const active = await lockActiveOperators(transaction);
    if (!isActive && isLastActiveAdministrator(active, id)) return { kind: "last_active" };
    const done: ManageOutcome = { kind: "done", operator: { ...operator, isActive } };
    if (active.some((each) => each.id === id) === isActive) return done;
    await operators.setOperatorActive(id, isActive);
    if (!isActive) await endConsoleSessions(transaction, "operator", id);
    await record(transaction, by, {
      action: isActive ? "operator.switch_on" : "operator.switch_off",
      userName: operator.userName,
      before: { isActive: !isActive },
      after: { isActive },
    });
    return done;
  });
}

/** Takes effect at the next request of the operator, whose sessions stay. */
export async function changeOperatorRole(
  { db }: OperatorNeeds,
  id: string,
  { role, by }: { readonly role: OperatorRole; readonly by: ActingOperator },
): Promise<ManageOutcome> {
  if (by.actor.id === id) return { kind: "own" };
  return actOn(db, id, async (transaction, { userName, role: before, ...operator }) => {
    const operators = new OperatorRecordStore(transaction);
    const active = await lockActiveOperators(transaction);
    const isLess = role !== "administrator";
    if (isLess && isLastActiveAdministrator(active, id)) return { kind: "last_active" };
    const done: ManageOutcome = { kind: "done", operator: { ...operator, userName, role } };
    if (before === role) return done;
    await operators.setOperatorRole(id, role);
    const change = { before: { role: before }, after: { role } };
    await record(transaction, by, { action: "operator.change_role", userName, ...change });
    return done;
  });
}

export type PasswordOutcome =
  | Exclude<ManageOutcome, { readonly kind: "done" }>
  | { readonly kind: "given"; readonly password: Secret };

/**
 * For an operator who forgot the password. Their sessions end, and their passkeys are removed: one that
 * somebody else added would outlive the old password. The authenticator stays.
 */
export async function giveOneTimePassword(
  needs: OperatorNeeds,
  id: string,
  by: ActingOperator,
): Promise<PasswordOutcome> {
  if (by.actor.id === id) return { kind: "own" };
  const password = oneTimePassword();
  const passwordHash = await needs.passwords.hash(password);
  const outcome = await actOn(needs.db, id, async (transaction, operator) => {
    await new OperatorRecordStore(transaction).storeOneTimePassword(id, passwordHash);
    await removePasskeys(transaction, "operator", id);
    const reset = { operator, by, action: "operator.reset_password" } as const;
    await recordReset(needs, transaction, reset);
    return { kind: "done", operator };
  });
  return outcome.kind === "done" ? { kind: "given", password } : outcome;
}

/**
 * For an operator who lost the device: passkeys on it and all sessions end, too. Operators remove their
 * own authenticator with a code.
 */
export async function resetAuthenticator(
  needs: OperatorNeeds,
  id: string,
  by: ActingOperator,
): Promise<ManageOutcome> {
  if (by.actor.id === id) return { kind: "own" };
  return actOn(needs.db, id, async (transaction, operator) => {
    const key = { kind: "operator", id, tenantId: undefined } as const;
    const isRemoved = await new AuthenticatorStore(transaction).deleteAuthenticator(key);
    const passkeys = await removePasskeys(transaction, "operator", id);
    await endConsoleSessions(transaction, "operator", id);
    const reset = { operator, by, action: "operator.reset_authenticator" } as const;
    if (isRemoved || passkeys > 0) await recordReset(needs, transaction, reset);
    return { kind: "done", operator: { ...operator, ...NO_WAYS } };
  });
}

const NO_WAYS = { hasAuthenticator: false, hasPasskeys: false } as const;

interface LoginReset {
  readonly operator: OperatorRecord;
  readonly by: ActingOperator;
  readonly action: keyof typeof RESET_TEXTS;
}

const RESET_TEXTS = {
  "operator.reset_password": {
    title: (login: string) => `The operator login ${login} got a one-time password`,
    sentence: (by: string, login: string) =>
      `${by} gave the operator login ${login} a one-time password. Any passkeys of the login were removed.`,
  },
  "operator.reset_authenticator": {
    title: (login: string) => `The authenticator of the operator login ${login} was removed`,
    sentence: (by: string, login: string) =>
      `${by} removed the authenticator and the passkeys of the operator login ${login}.`,
  },
} as const;

/** In the audit, and by email to the operator and all administrators. */
async function recordReset(
  needs: OperatorNeeds,
  db: Database,
  { operator: { id, userName }, by, action }: LoginReset,
): Promise<void> {
  const at = needs.clock.wall();
  await new OperatorRecordStore(db).recordReset(id, { by: by.actor.name, at });
  await record(db, by, { action, userName });
  const texts = RESET_TEXTS[action];
  const notice = {
    title: texts.title(userName),
    sentence: texts.sentence(by.actor.name, userName),
  };
  const email = await new OperatorStore(db).findEmail(id);
  await announceToOperators(db, needs, { email, notice });
}

function actOn(
  db: DatabasePool,
  id: string,
  work: (transaction: Database, operator: OperatorRecord) => Promise<ManageOutcome>,
): Promise<ManageOutcome> {
  return db.atomically(async (transaction): Promise<ManageOutcome> => {
    const operator = await new OperatorRecordStore(transaction).findOperator(id);
    return operator === undefined ? { kind: "not_found" } : work(transaction, operator);
  });
}

async function record(
  db: Database,
  { actor, from }: ActingOperator,
  act: Pick<Act, "action" | "before" | "after"> & { readonly userName: string },
): Promise<void> {
  const { userName, ...what } = act;
  const subject = { kind: "operator", id: userName };
  await recordAct(db, { actor, ...what, subject, result: "done", from });
}
