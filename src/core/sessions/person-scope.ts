/** Runs a transaction in the tenant of a person: their merchant account or partner. */
import type { Database } from "../../db/database.ts";
import type { Person } from "./person.ts";
import type { Sessions } from "./sessions.ts";

/** Operators belong to no tenant. */
export function withinPersonScope<Result>(
  { db }: Pick<Sessions, "db">,
  person: Person,
  work: (transaction: Database) => Promise<Result>,
): Promise<Result> {
  if (person.kind === "operator") return db.atomically(work);
  const isContact = person.kind === "contact";
  const scope = isContact ? { partnerId: person.partner.id } : { accountId: person.account.id };
  return db.within(scope, work);
}
