/** The roles of operators in the words of the console. */
import type { OperatorRole } from "../../../src/interfaces/console/operator/contract.ts";

export const ROLE_LABELS: Readonly<Record<OperatorRole, string>> = {
  administrator: "Administrator",
  support: "Support",
  auditor: "Auditor",
};

export const OPERATOR_ROLES = Object.keys(ROLE_LABELS) as OperatorRole[];

export function isRole(text: string): text is OperatorRole {
  return text in ROLE_LABELS;
}
