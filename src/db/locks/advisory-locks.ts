/**
 * The advisory locks of the product. A server knows only the locks that were taken on it, so each lock
 * names the node of a Citus cluster that it lives on. All live on the coordinator, which every process
 * uses; a statement that takes one on a worker fails.
 */
import type { Database } from "../database.ts";
import { COORDINATOR, requireCoordinator } from "../sharding/coordinator.ts";

interface AdvisoryLock {
  /** Any number, the same in every release. */
  readonly number: number;
  readonly node: typeof COORDINATOR;
  readonly guards: string;
}

export const ADVISORY_LOCKS = {
  migrations: { number: 6_003_600, node: COORDINATOR, guards: "changes of the schema" },
  clock: { number: 6_003_602, node: COORDINATOR, guards: "the business clock" },
  testTemplate: { number: 6_003_602, node: COORDINATOR, guards: "the template of test gateways" },
  cardBatches: { number: 6_003_605, node: COORDINATOR, guards: "closing batches of an account" },
  bankConnection: {
    number: 6_003_607,
    node: COORDINATOR,
    guards: "the files of a bank connection",
  },
  bankBatches: {
    number: 6_003_608,
    node: COORDINATOR,
    guards: "numbering an account's ACH batches",
  },
  bankInboxes: { number: 6_003_609, node: COORDINATOR, guards: "the inboxes of banks" },
  bankTrails: {
    number: 6_003_611,
    node: COORDINATOR,
    guards: "blocks and corrections of an account's bank accounts",
  },
  catalog: { number: 6_003_608, node: COORDINATOR, guards: "the catalog of an account" },
  lostAttempt: { number: 6_003_640, node: COORDINATOR, guards: "storing a lost attempt again" },
  backup: { number: 6_003_660, node: COORDINATOR, guards: "making a base backup" },
  archive: { number: 6_003_661, node: COORDINATOR, guards: "archiving the write-ahead log" },
  distribution: { number: 6_003_650, node: COORDINATOR, guards: "distributing tables" },
} as const satisfies Readonly<Record<string, AdvisoryLock>>;

export type LockName = keyof typeof ADVISORY_LOCKS;

/** Waits for one of the locks of this name, and holds it until the transaction ends. */
export async function lockUntilCommit(db: Database, name: LockName, text: string): Promise<void> {
  const { number, guards } = ADVISORY_LOCKS[name];
  requireCoordinator(db, `the lock on ${guards}`);
  await db.rows`select pg_advisory_xact_lock(${number}, hashtext(${text}))`;
}
