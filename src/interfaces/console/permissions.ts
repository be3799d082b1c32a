/**
 * The permissions of each kind of user. Pages show only what they allow, and every route checks
 * them.
 */

import { allowedActs } from "../../core/access/operator-role.ts";
import {
  type ManagementPermission,
  ownerKind,
  rolePermissions,
} from "../../core/management/users/user-roles.ts";
import { posPermissions } from "../../core/pos/users/pos-permissions.ts";
import type { ManagementPerson, OperatorPerson, Person } from "../../core/sessions/person.ts";
import type { Environment, Permission } from "./contract.ts";
import { OPERATOR_PERMISSIONS } from "./operator-acts.ts";

export function consolePermissions(
  person: Person,
  environment: Environment,
): readonly Permission[] {
  const usual = usualPermissions(person);
  return environment === "certification" ? [...usual, ...testPermissions(person, usual)] : usual;
}

function usualPermissions(person: Person): readonly Permission[] {
  if (person.kind === "pos_user") return posPermissions(person.user.role);
  if (person.kind === "contact") return managementPermissions(person);
  return person.mustChangePassword ? [] : operatorPermissions(person);
}

/** Every operator reads everything. The last ones say what the role may change. */
function operatorPermissions({ role }: OperatorPerson): readonly Permission[] {
  return [...OPERATOR_PERMISSIONS, ...allowedActs(role).map((act) => `operator.${act}` as const)];
}

/** Those who manage the keys of an account or partner also see its API requests. */
function testPermissions(person: Person, usual: readonly Permission[]): readonly Permission[] {
  if (person.kind === "operator") return usual.length === 0 ? [] : ["certification"];
  const keys = person.kind === "pos_user" ? "settings" : "management.credentials";
  return usual.includes(keys) ? ["requests"] : [];
}

/** From the same role table as `/api/v1`. */
export function managementPermissions(person: ManagementPerson): readonly ManagementPermission[] {
  return rolePermissions(person.userRole, ownerKind(person));
}
