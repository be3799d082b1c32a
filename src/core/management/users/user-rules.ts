/** Who may change which user, which roles may be given, and what nobody changes of themselves. */

import type { Difference } from "../scope/difference.ts";
import { type ManagementCaller, type ManagementWork, NotPermitted } from "../scope/management.ts";
import type { Members } from "../scope/members.ts";
import { hasOtherAdministrator } from "./administrator-store.ts";
import {
  CLIENT_ROLES,
  homeOf,
  mayGiveRole,
  permissionsOf,
  USER_ROLES,
  type UserHome,
} from "./user-roles.ts";

/** A user as the rules look at it. */
interface RuledUser {
  readonly id: string;
  readonly userRole: string;
  readonly isActive: boolean;
  readonly partner: { readonly id: string };
  readonly client: unknown;
}

const ADMINISTRATOR = "System Admin";
/** Members that decide whether a user gets in, and what they may do then. */
const RIGHTS = ["userRole", "isActive"] as const;

export function isOwnUser({ actor }: ManagementCaller, userId: string): boolean {
  return actor.kind === "partner_user" && actor.id === userId;
}

/** Whoever could change a user with more rights could take those rights over. */
export function requireRightsOver({ may }: ManagementCaller, user: RuledUser): void {
  const lacking = permissionsOf(user.userRole, homeOf(user)).find((one) => !may.includes(one));
  if (lacking !== undefined) throw new NotPermitted(lacking);
}

/** A client's user has a client role, and nobody gives a role above their own. */
export function checkGivenRole(
  { may }: ManagementCaller,
  members: Members,
  { role, home }: { readonly role: string; readonly home: UserHome },
): void {
  const fitting: readonly string[] = home === "client" ? CLIENT_ROLES : USER_ROLES;
  const allowed = fitting.filter((one) => mayGiveRole(may, one, home));
  if (allowed.includes(role)) return;
  members.reject("userRole", { kind: "not_a_choice", choices: allowed });
}

/** Nobody changes their own role or switches themselves off. */
export function refuseOwnRights(
  caller: ManagementCaller,
  members: Members,
  { id, difference }: { readonly id: string; readonly difference: Difference | undefined },
): void {
  if (!isOwnUser(caller, id)) return;
  for (const name of changedRights(difference)) {
    members.reject(name, "own_rights");
  }
}

/** Called while the partner is held: of two who disable each other, one comes second. */
export async function keepAdministrator(
  management: ManagementWork,
  members: Members,
  { user, difference }: { readonly user: RuledUser; readonly difference: Difference | undefined },
): Promise<void> {
  const rights = changedRights(difference);
  if (rights.length === 0 || !(await isLastAdministrator(management, user))) return;
  for (const name of rights) members.reject(name, "rights_of_last_administrator");
}

export async function isLastAdministrator(
  management: ManagementWork,
  user: RuledUser,
): Promise<boolean> {
  const isOne = homeOf(user) === "partner" && user.isActive && user.userRole === ADMINISTRATOR;
  return isOne && !(await hasOtherAdministrator(management, user.partner.id, user.id));
}

function changedRights(difference: Difference | undefined): readonly string[] {
  return RIGHTS.filter((name) => name in (difference?.after ?? {}));
}
