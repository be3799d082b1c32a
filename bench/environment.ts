/** An installation of the product with its peer, and a connection to their database. */
import { DatabasePool } from "../src/db/database-pool.ts";
import type { Cleaning } from "./cleaning.ts";

/** The product and the bare peer on one database, both with all data that a sale needs. */
export interface Environment {
  readonly productUrl: string;
  readonly peerUrl: string;
  /** The owner of the tables. */
  readonly owner: DatabasePool;
  readonly databaseUrl: string;
}

export function openOwner(cleaning: Cleaning, connectionString: string): DatabasePool {
  const owner = new DatabasePool({
    connectionString,
    size: 4,
    queueMax: 1_000,
    statementTimeoutMs: 600_000,
  });
  cleaning.add(() => owner.close());
  return owner;
}
