/** What each kind of person may do here. The pages show no more than this, and the door holds it. */
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

const WHOLE_ESTATE: readonly Permission[] = [
  "estate",
  "estate.tree",
  "estate.change",
  "estate.users",
  "estate.credentials",
  "estate.journal",
  "attestations",
];

/** By userRole (A). */
const PARTNERS: Readonly<Record<string, readonly Permission[]>> = {
  "System Admin": WHOLE_ESTATE,
  "Partner User": WHOLE_ESTATE,
  "System User": ["estate", "estate.tree", "estate.change", "estate.journal", "attestations"],
  "Kif User": ["estate", "estate.tree", "estate.journal"],
};

/** A client's people see their client and nothing else, whatever the role is called. */
const CLIENTS: Readonly<Record<string, readonly Permission[]>> = {
  "Partner User": ["estate", "attestations"],
  "Client Admin": ["estate", "attestations"],
  "Client Custodian": ["estate", "attestations"],
  "Client User": ["estate"],
  "Client Procurement": ["estate"],
};

const MERCHANT: Readonly<Record<TillRole, readonly Permission[]>> = {
  admin: ["payments", "payments.take", "payments.change", "reports", "settings", "users", "forms"],
  manager: ["payments", "payments.take", "payments.change", "reports"],
  cashier: ["payments", "payments.take"],
};

export function permissionsOf(person: Person, environment: Environment): readonly Permission[] {
  if (person.kind === "till_user") return MERCHANT[person.user.role];
  if (person.kind === "contact") return estateOf(person);
  if (person.mustChangePassword) return [];
  return environment === "certification" ? ["certification", ...OPERATOR] : OPERATOR;
}

function estateOf({ userRole, client }: EstatePerson): readonly Permission[] {
  return (client === undefined ? PARTNERS : CLIENTS)[userRole] ?? [];
}
