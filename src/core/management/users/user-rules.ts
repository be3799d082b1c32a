/** Rules on users: who may change whom, which roles may be given, and no changes of own rights. */

import type { RecordDifference } from "../scope/difference.ts";
import type { ErrorCollector } from "../scope/field-errors.ts";
import {
  type ManagementCaller,
  type ManagementWork,
  NotPermitted,
} from "../scope/management-act.ts";
import { hasOtherAdministrator } from "./administrator-store.ts";
import {
  CLIENT_ROLES,
  mayGiveRole,
  ownerKind,
  rolePermissions,
  USER_ROLES,
  type UserOwnerKind,
} from "./user-roles.ts";

/** The values of a user that the rules need. */
interface RuledUser {
  readonly id: string;
  readonly userRole: string;
  readonly isActive: boolean;
  readonly partner: { readonly id: string };
  readonly client: unknown;
}

const ADMINISTRATOR = "System Admin";
/** The values that decide whether a user can sign in and what they may do. */
const RIGHTS = ["userRole", "isActive"] as const;

export function isOwnUser({ actor }: ManagementCaller, userId: string): boolean {
  return actor.kind === "partner_user" && actor.id === userId;
}

/** Changing a user with more permissions would allow taking over those permissions. */
export function requireRightsOver({ may }: ManagementCaller, user: RuledUser): void {
  const lacking = rolePermissions(user.userRole, ownerKind(user)).find((one) => !may.includes(one));
  if (lacking !== undefined) throw new NotPermitted(lacking);
}

interface GivenRole {
  readonly role: string;
  readonly owner: UserOwnerKind;
  /** The field of the role in the request. */
  readonly field?: string;
}

/** A client's user needs a client role, and nobody gives more permissions than they have. */
export function checkGivenRole(
  { may }: ManagementCaller,
  errors: ErrorCollector,
  { role, owner, field = "userRole" }: GivenRole,
): void {
  const fitting: readonly string[] = owner === "client" ? CLIENT_ROLES : USER_ROLES;
  const allowed = fitting.filter((one) => mayGiveRole(may, one, owner));
  if (allowed.includes(role)) return;
  errors.reject(field, { kind: "not_a_choice", choices: allowed });
}

/** Sending the current role is allowed, except a client user's stored partner role. */
export function checkChangedRole(
  caller: ManagementCaller,
  errors: ErrorCollector,
  { user, role }: { readonly user: RuledUser; readonly role: string | undefined },
): void {
  const owner = ownerKind(user);
  const stays = owner === "partner" && role === user.userRole;
  if (role !== undefined && !stays) checkGivenRole(caller, errors, { role, owner });
}

/** Enabling a user ends their links, so a link sent to a disabled user would never work. */
export function checkWelcome(
  errors: ErrorCollector,
  user: { readonly sendWelcomeEmail: boolean; readonly isActive: boolean },
  field = "sendWelcomeEmail",
): void {
  if (user.sendWelcomeEmail && !user.isActive) errors.reject(field, "needs_active_user");
}

/** Nobody changes their own role or disables themselves. */
export function rejectOwnRights(
  caller: ManagementCaller,
  errors: ErrorCollector,
  { id, difference }: { readonly id: string; readonly difference: RecordDifference | undefined },
): void {
  if (!isOwnUser(caller, id)) return;
  for (const name of changedRights(difference)) {
    errors.reject(name, "own_rights");
  }
}

/** Call it while the partner is locked, or two System Admins could disable each other at once. */
export async function keepAdministrator(
  management: ManagementWork,
  errors: ErrorCollector,
  {
    user,
    difference,
  }: { readonly user: RuledUser; readonly difference: RecordDifference | undefined },
): Promise<void> {
  const rights = changedRights(difference);
  if (rights.length === 0 || !(await isLastAdministrator(management, user))) return;
  for (const name of rights) errors.reject(name, "rights_of_last_administrator");
}

export async function isLastAdministrator(
  management: ManagementWork,
  user: RuledUser,
): Promise<boolean> {
  const isOne = ownerKind(user) === "partner" && user.isActive && user.userRole === ADMINISTRATOR;
  return isOne && !(await hasOtherAdministrator(management, user.partner.id, user.id));
}

function changedRights(difference: RecordDifference | undefined): readonly string[] {
  return RIGHTS.filter((name) => name in (difference?.after ?? {}));
}
