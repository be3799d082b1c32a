/** Locks the active operators, so that changes at the same time leave at least one administrator. */
import type { Database } from "../../db/database.ts";
import type { OperatorRole } from "./operator-role.ts";

export interface ActiveOperator {
  readonly id: string;
  readonly role: OperatorRole;
}

/** Other changes of active operators wait until this transaction ends. */
export function lockActiveOperators(db: Database): Promise<readonly ActiveOperator[]> {
  return db.rows<ActiveOperator>`
    select id, role from operators where is_active order by id for update`;
}

/** Without an administrator, nobody could add one in the console. */
export function isLastActiveAdministrator(active: readonly ActiveOperator[], id: string): boolean {
  const administrators = active.filter(({ role }) => role === "administrator");
  return administrators.length === 1 && administrators[0]?.id === id;
}
