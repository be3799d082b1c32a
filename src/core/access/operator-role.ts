/** The roles of operators, and what each role may do beside reading. */

/**
 * - `administrator`: everything.
 * - `support`: helps users and watches the installation, but moves no money and gives no access.
 * - `auditor`: reads everything and changes nothing.
 */
export const OPERATOR_ROLES = ["administrator", "support", "auditor"] as const;
export type OperatorRole = (typeof OPERATOR_ROLES)[number];

/** How much an act may change. Every operator may read. */
export type OperatorAct = "support" | "administer";

const ACTS: Readonly<Record<OperatorRole, readonly OperatorAct[]>> = {
  administrator: ["support", "administer"],
  support: ["support"],
  auditor: [],
};

export function allowedActs(role: OperatorRole): readonly OperatorAct[] {
  return ACTS[role];
}

export function readOperatorRole(text: string): OperatorRole | undefined {
  return OPERATOR_ROLES.find((role) => role === text);
}
