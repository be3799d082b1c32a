/**
 * Which groups of the identity provider may sign in, and as what: `gateway-admins=administrator;
 * shop-people=users`. A group's name may contain "=", a role does not.
 */

/** From the most to the least. `users` are the existing logins of merchants and partners. */
export const SIGN_ON_ROLES = ["administrator", "support", "auditor", "users"] as const;
export type SignOnRole = (typeof SIGN_ON_ROLES)[number];
export type OperatorSignOnRole = Exclude<SignOnRole, "users">;

export type GroupRoles = ReadonlyMap<string, SignOnRole>;

/** Returns undefined for a text that is no such list. */
export function readGroupRoles(text: string): GroupRoles | undefined {
  const entries = text.split(";").map((entry) => entry.trim());
  const roles = new Map<string, SignOnRole>();
  for (const entry of entries.filter((each) => each !== "")) {
    const at = entry.lastIndexOf("=");
    const group = entry.slice(0, Math.max(at, 0)).trim();
    const role = SIGN_ON_ROLES.find((known) => known === entry.slice(at + 1).trim());
    if (group === "" || role === undefined || roles.has(group)) return undefined;
    roles.set(group, role);
  }
  return roles.size === 0 ? undefined : roles;
}

/** The role of an operator with these groups. The highest counts. */
export function findOperatorRole(
  roles: GroupRoles,
  groups: readonly string[],
): OperatorSignOnRole | undefined {
  const held = groups.map((group) => roles.get(group));
  const found = SIGN_ON_ROLES.find((role) => held.includes(role));
  return found === "users" ? undefined : found;
}

/** Whether the groups may use existing logins of merchants and partners. */
export function mayUseLogins(roles: GroupRoles, groups: readonly string[]): boolean {
  return groups.some((group) => roles.get(group) === "users");
}
