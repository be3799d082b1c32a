/** What each kind of person may do here. The pages show no more than this, and every route checks it. */
import {
  type EstatePermission,
  homeOf,
  permissionsOf as permissionsOfRole,
} from "../../core/estate/user-roles.ts";
import type { EstatePerson, Person } from "../../core/sessions/person.ts";
import type { TillRole } from "../../core/till/people/till-user.ts";
import type { Environment, Permission } from "./contract.ts";

const OPERATOR: readonly Permission[] = [
  "accounts",
  "partners",
  "terminal_keys",
  "operators",
  "operations",
  "audit",
];

const MERCHANT: Readonly<Record<TillRole, readonly Permission[]>> = {
  admin: ["payments", "payments.take", "payments.change", "reports", "settings", "users", "forms"],
  manager: ["payments", "payments.take", "payments.change", "reports"],
  cashier: ["payments", "payments.take"],
};

export function permissionsOf(person: Person, environment: Environment): readonly Permission[] {
  if (person.kind === "till_user") return MERCHANT[person.user.role];
  if (person.kind === "contact") return estatePermissionsOf(person);
  if (person.mustChangePassword) return [];
  return environment === "certification" ? ["certification", ...OPERATOR] : OPERATOR;
}

/** By the table that `/api/v1` asks as well. */
export function estatePermissionsOf(person: EstatePerson): readonly EstatePermission[] {
  return permissionsOfRole(person.userRole, homeOf(person));
}
