/** Runs a transaction in the tenant of a person: their merchant account or partner. */
import type { Database } from "../../db/database.ts";
import { type Person, type PersonKey, personKey } from "./person.ts";
import type { Sessions } from "./sessions.ts";

type Work<Result> = (transaction: Database) => Promise<Result>;

export function withinPersonScope<Result>(
  needs: Pick<Sessions, "db">,
  person: Person,
  work: Work<Result>,
): Promise<Result> {
  return withinKeyScope(needs, personKey(person), work);
}

/** Operators belong to no tenant. */
export function withinKeyScope<Result>(
  { db }: Pick<Sessions, "db">,
  { kind, tenantId = "" }: PersonKey,
  work: Work<Result>,
): Promise<Result> {
  if (kind === "operator") return db.atomically(work);
  return db.within(kind === "contact" ? { partnerId: tenantId } : { accountId: tenantId }, work);
}
