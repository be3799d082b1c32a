/**
 * The roles of users (A, userRole) and the one table of what each role may do. The console and
 * `/api/v1` both ask this table.
 */

export const PARTNER_ROLES = ["System Admin", "System User", "Kif User", "Partner User"] as const;
export const CLIENT_ROLES = [
  "Client Admin",
  "Client User",
  "Client Custodian",
  "Client Procurement",
] as const;
export const USER_ROLES = [...PARTNER_ROLES, ...CLIENT_ROLES] as const;

/** A: the first contact of a new partner may only have one of the last five roles. */
export const PARTNER_CONTACT_ROLES: readonly string[] = USER_ROLES.slice(-5);

export type UserRole = (typeof USER_ROLES)[number];

/** A user belongs to a partner, or to one of a partner's clients. */
export type UserOwnerKind = "partner" | "client";

export type ManagementPermission =
  /** Read clients, locations, users, devices and attestations. */
  | "management"
  /** Read partners. */
  | "management.tree"
  /** Create sub-partners and change partners. */
  | "management.partners"
  /** Change clients and locations. */
  | "management.change"
  /** Change devices. */
  | "management.devices"
  /** Change users. */
  | "management.users"
  /** Appoint and change System Admins; enable and disable partners. */
  | "management.admins"
  /** Change the keys and addresses that a partner uses at the parser. */
  | "management.credentials"
  /** Rotate one's own API secret. */
  | "management.secret"
  /** Rotate the API secrets of other users. */
  | "management.secrets"
  /** Read the journal of parser calls. */
  | "management.journal"
  /** Attest that devices were inspected. */
  | "attestations";

const PARTNER_USER: readonly ManagementPermission[] = [
  "management",
  "management.tree",
  "management.partners",
  "management.change",
  "management.devices",
  "management.users",
  "management.credentials",
  "management.secret",
  "management.journal",
  "attestations",
];

export const EVERY_MANAGEMENT_PERMISSION: readonly ManagementPermission[] = [
  ...PARTNER_USER,
  "management.admins",
  "management.secrets",
];

const PERMISSIONS: Readonly<Record<UserRole, readonly ManagementPermission[]>> = {
  "System Admin": EVERY_MANAGEMENT_PERMISSION,
  "Partner User": PARTNER_USER,
  "System User": [
    "management",
    "management.tree",
    "management.change",
    "management.devices",
    "management.secret",
    "management.journal",
    "attestations",
  ],
  "Kif User": [
    "management",
    "management.tree",
    "management.devices",
    "management.secret",
    "management.journal",
  ],
  "Client Admin": ["management", "attestations"],
  "Client Custodian": ["management", "attestations"],
  "Client User": ["management"],
  "Client Procurement": ["management"],
};

/** For client users that were stored with a partner role before this was refused. */
const CLIENT_ROLE_INSTEAD: UserRole = "Client Admin";

/** Returns the role that applies, or undefined if the text is not a role. */
export function effectiveRole(userRole: string, owner: UserOwnerKind): UserRole | undefined {
  const role = USER_ROLES.find((known) => known === userRole);
  if (role === undefined || owner === "partner") return role;
  return fittingRoles("client").includes(role) ? role : CLIENT_ROLE_INSTEAD;
}

/** A client role without a client allows nothing: there is no client to show. */
export function rolePermissions(
  userRole: string,
  owner: UserOwnerKind,
): readonly ManagementPermission[] {
  const role = effectiveRole(userRole, owner);
  if (role === undefined || !fittingRoles(owner).includes(role)) return [];
  return PERMISSIONS[role];
}

/** The roles that a user of a partner or of a client can have. */
export function fittingRoles(owner: UserOwnerKind): readonly string[] {
  return owner === "partner" ? PARTNER_ROLES : CLIENT_ROLES;
}

/** Whether the user may call `/api/v1`: only a partner's own users may. */
export function isPartnerUser(userRole: string, owner: UserOwnerKind): boolean {
  return owner === "partner" && fittingRoles("partner").includes(userRole);
}

/** A role can be given only by a user who has all its permissions. */
export function mayGiveRole(
  may: readonly ManagementPermission[],
  userRole: string,
  owner: UserOwnerKind,
): boolean {
  return rolePermissions(userRole, owner).every((permission) => may.includes(permission));
}

export function ownerKind(user: { readonly client: unknown }): UserOwnerKind {
  return user.client === null || user.client === undefined ? "partner" : "client";
}
