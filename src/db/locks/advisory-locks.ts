/**
 * The advisory locks of the product. A server knows only the locks that were taken on it, so each lock
 * names the node of a Citus cluster that it lives on. All live on the coordinator, which every process
 * uses; a statement that takes one on a worker fails.
 */
import type { Database } from "../database.ts";
import { COORDINATOR, requireCoordinator } from "../sharding/coordinator.ts";

interface AdvisoryLock {
  /** Any number that no other lock has, the same in every release. */
  readonly number: number;
  readonly node: typeof COORDINATOR;
  readonly guards: string;
}

export const ADVISORY_LOCKS = {
  migrations: { number: 6_003_600, node: COORDINATOR, guards: "changes of the schema" },
  clock: { number: 6_003_602, node: COORDINATOR, guards: "the business clock" },
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
  lostAttempt: { number: 6_003_640, node: COORDINATOR, guards: "storing a lost attempt again" },
  backup: { number: 6_003_660, node: COORDINATOR, guards: "making a base backup" },
  archive: { number: 6_003_661, node: COORDINATOR, guards: "archiving the write-ahead log" },
  distribution: { number: 6_003_650, node: COORDINATOR, guards: "distributing tables" },
  // Earlier releases used the number of bankBatches. During an upgrade from them, a unique index still
  // allows one current version of each item.
  catalog: { number: 6_003_612, node: COORDINATOR, guards: "the catalog of an account" },
  // Earlier releases used the number of the clock. Each release has a template of its own.
  testTemplate: { number: 6_003_613, node: COORDINATOR, guards: "the template of test gateways" },
} as const satisfies Readonly<Record<string, AdvisoryLock>>;

export type LockName = keyof typeof ADVISORY_LOCKS;

/** Locks without a number of their own: a hash of a text is the number, the same in every release. */
export const HASHED_LOCKS = {
  partitions: { node: COORDINATOR, guards: "creating a partition" },
  passwordResets: { node: COORDINATOR, guards: "password resets of an email address" },
} as const satisfies Readonly<Record<string, Omit<AdvisoryLock, "number">>>;

/** Waits for one of the locks of this name, and holds it until the transaction ends. */
export async function lockUntilCommit(db: Database, name: LockName, text: string): Promise<void> {
  const { number, guards } = ADVISORY_LOCKS[name];
  requireCoordinator(db, `the lock on ${guards}`);
  await db.rows`select pg_advisory_xact_lock(${number}, hashtext(${text}))`;
}

/** Waits for the lock on a partition, and holds it until the transaction ends. */
export async function lockPartition(db: Database, partition: string): Promise<void> {
  requireCoordinator(db, `the lock on ${HASHED_LOCKS.partitions.guards}`);
  await db.rows`select pg_advisory_xact_lock(hashtext(${partition}))`;
}

/** Waits for the lock on an address, in any case of letters, and holds it until the transaction ends. */
export async function lockPasswordResets(db: Database, email: string): Promise<void> {
  requireCoordinator(db, `the lock on ${HASHED_LOCKS.passwordResets.guards}`);
  await db.rows`
    select pg_advisory_xact_lock(hashtextextended('password reset ' || lower(${email}), 0))`;
}
