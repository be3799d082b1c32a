/** Writes a person as the console shows them. */
import type { OperatorRole } from "../../core/access/operator-role.ts";
import { loginChoice } from "../../core/sessions/by-email/admit-email.ts";
import type { Person } from "../../core/sessions/person.ts";
import type { LoginChoice, PersonKind, Session } from "./contract.ts";

const ROLE_NAMES: Readonly<Record<OperatorRole, string>> = {
  administrator: "Operator, administrator",
  support: "Operator, support",
  auditor: "Operator, auditor",
};

export function writePerson(person: Person): Session["person"] {
  if (person.kind === "operator") {
    const { userName: name, email, role } = person;
    return { kind: "operator", name, ...(email && { email }), role: ROLE_NAMES[role] };
  }
  if (person.kind === "pos_user") {
    const { user, account } = person;
    const name = `${user.firstName} ${user.lastName}`.trim() || user.email;
    return {
      kind: "merchant",
      name,
      email: user.email,
      role: user.role,
      home: { id: account.id, name: account.name },
    };
  }
  const { userName: name, userRole: role, partner, client } = person;
  const kind: PersonKind = client === undefined ? "partner" : "client";
  return { kind, name, role, home: client ?? partner };
}

/** One of several logins, of which the person chooses one or some. */
export function writeLoginChoice(person: Person): LoginChoice {
  const { kind, role, home } = writePerson(person);
  const name = person.kind === "pos_user" ? person.user.email : person.userName;
  return { choice: loginChoice(person), kind, name, role, ...(home && { home }) };
}
