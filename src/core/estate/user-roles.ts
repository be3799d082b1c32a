/** Who a user may be (A, userRole). The roles of a partner's people and of a client's people. */

export const PARTNER_ROLES = ["System Admin", "System User", "Kif User", "Partner User"] as const;
export const CLIENT_ROLES = [
  "Client Admin",
  "Client User",
  "Client Custodian",
  "Client Procurement",
] as const;

export type PartnerRole = (typeof PARTNER_ROLES)[number];

/** The role when it is one of a partner's own people: only they may manage the estate. */
export function asPartnerRole(role: string): PartnerRole | undefined {
  return PARTNER_ROLES.find((candidate) => candidate === role);
}

/** The roles that fit a person of a partner, or of a client. */
export function rolesOf(home: "partner" | "client"): readonly string[] {
  return home === "partner" ? PARTNER_ROLES : CLIENT_ROLES;
}
