/** A pool whose sessions belong to another tenant than its statements say. */
import type { Database } from "../../src/db/database.ts";
import { DatabasePool, type Scope } from "../../src/db/database-pool.ts";
import { APP_ROLE } from "../../src/db/roles.ts";
import type { TestDatabase } from "./database.ts";

class ForeignSession extends DatabasePool {
  /** The tenant of the sessions. */
  tenant: Scope = { accountId: "0" };

  override within<Result>(_scope: Scope, work: (db: Database) => Promise<Result>) {
    return super.within(this.tenant, work);
  }
}

/** It closes with the database. */
export function openForeignSession(database: TestDatabase): ForeignSession {
  const foreign = new ForeignSession({
    connectionString: database.url,
    role: APP_ROLE,
    size: 2,
    queueMax: 100,
    statementTimeoutMs: 10_000,
  });
  database.beforeDrop(() => foreign.close());
  return foreign;
}
