/**
 * Types shared by the operations screens and their API, except bank files and audit log. Times are
 * ISO 8601 in UTC.
 */
export type * from "./audit/contract.ts";
export type * from "./banks/contract.ts";

export type Level = "good" | "look" | "bad";

export type SignalName =
  | "jobs"
  | "work"
  | "workers"
  | "clock"
  | "purges"
  | "attempts"
  | "outbox"
  | "set_aside"
  | "bank_files"
  | "unmatched"
  | "keys"
  | "inspections"
  | "logins"
  | "audit";

export interface Signal {
  readonly name: SignalName;
  readonly level: Level;
  readonly count: number;
  readonly since: string | null;
}

export interface Overview {
  /** The same as /health/ready. */
  readonly readiness: string;
  readonly business: string;
  readonly wall: string;
  readonly signals: readonly Signal[];
  readonly failing: readonly FailingWork[];
  readonly held: readonly HeldPurge[];
}

/** Due jobs whose last run failed. */
export interface FailingWork {
  readonly name: string;
  readonly dueAt: string;
  readonly failures: number;
  readonly failedAt: string | null;
  readonly summary: string;
  /** Null: immediately. */
  readonly retryAt: string | null;
}

/** A purge that waits for an operator's approval because it would delete more than usual. */
export interface HeldPurge {
  readonly work: string;
  readonly heldAt: string;
  /** Everything older than this would be deleted. */
  readonly upTo: string;
  readonly counts: readonly { readonly what: string; readonly count: number }[];
  readonly why: string;
  /** Approved. It runs at its next attempt. */
  readonly allowedBy: string | null;
}

/** Payments of the last 24 hours. Minutes without payments are left out. */
export interface PaymentTallyView {
  readonly now: string;
  /** Counts are complete since this time. */
  readonly from: string;
  readonly minutes: readonly {
    readonly minute: string;
    readonly approved: number;
    readonly declined: number;
  }[];
}

export interface RunLine {
  readonly id: string;
  readonly name: string;
  readonly dueAt: string;
  readonly startedAt: string;
  readonly tookMs: number;
  /** Unfinished: the run ran out of time and continues soon. */
  readonly outcome: "done" | "unfinished" | "failed";
  readonly summary: string;
}

export interface WorkLine {
  readonly name: string;
  readonly dueAt: string;
  readonly failures: number;
  readonly retryAt: string | null;
  readonly lastRun: Omit<RunLine, "name"> | null;
}

export interface QueueLine {
  readonly name: string;
  readonly cron: string | null;
  readonly waiting: number;
  readonly retrying: number;
  readonly active: number;
  readonly failed: number;
  readonly done: number;
  readonly oldestWaitingAt: string | null;
  readonly lastDoneAt: string | null;
  readonly lastFailureAt: string | null;
  readonly lastFailure: string | null;
}

export interface Work {
  /** By the business clock. */
  readonly business: string;
  readonly work: readonly WorkLine[];
  readonly queues: readonly QueueLine[];
}

export interface BacklogLine {
  readonly accountId: string;
  readonly accountName: string | null;
  readonly kind: "webhook" | "mail";
  readonly waiting: number;
  readonly oldestDueAt: string;
  readonly tries: number;
}

export interface SetAsideLine {
  readonly accountId: string;
  readonly accountName: string | null;
  readonly kind: "webhook" | "mail";
  readonly why: "gave_up" | "gone" | "no_endpoint" | "refused";
  readonly count: number;
  readonly oldestAt: string;
  readonly newestAt: string;
}

export interface Outbox {
  readonly waiting: readonly BacklogLine[];
  readonly setAside: readonly SetAsideLine[];
}

export interface Replayed {
  readonly count: number;
}

export interface AttemptLine {
  readonly accountId: string;
  readonly accountName: string | null;
  readonly transactionId: string;
  readonly transactionType: string;
  readonly state: "started" | "unknown" | "reversing";
  readonly amountCents: number;
  readonly startedAt: string;
  readonly askAt: string;
  readonly asked: number;
}

export interface Attempts {
  readonly ages: {
    readonly minute: number;
    readonly hour: number;
    readonly day: number;
    readonly older: number;
  };
  readonly oldest: readonly AttemptLine[];
}

export interface LockLine {
  readonly id: string;
  /** A user with failures from many addresses is slowed down. Locks apply to one address. */
  readonly kind: "locked" | "slowed";
  readonly until: string;
  readonly interfaceName: string | null;
  readonly name: string | null;
  readonly address: string | null;
}

export interface Logins {
  readonly locked: number;
  readonly slowed: number;
  readonly counted: number;
  readonly failures: number;
  readonly locks: readonly LockLine[];
}

export interface SettingLine {
  readonly name: string;
  readonly value: string;
  readonly isDefault: boolean;
  readonly about: string;
}

export interface RetentionLine {
  readonly setting: string;
  readonly what: string;
  readonly keeps: string;
  readonly removesBefore: string;
  readonly by: "purge" | "retention";
  readonly oldestAt: string | null;
  readonly goesAt: string | null;
}

export interface PoolLine {
  readonly name: string;
  readonly size: number;
  readonly connections: number;
  readonly idle: number;
  readonly waiting: number;
}

export interface PartitionLine {
  readonly name: string;
  readonly table: string;
  readonly rowsAbout: number | null;
  readonly sizeBytes: number;
  readonly bounds: string;
}

export interface System {
  readonly product: string;
  readonly node: string;
  readonly environment: string;
  /** The schema version of the program and of the database. They differ only during a migration. */
  readonly schema: number;
  readonly processStartedAt: string;
  readonly server: {
    readonly version: string;
    readonly database: string;
    readonly sizeBytes: number;
    readonly startedAt: string;
    readonly connections: number;
    readonly connectionsMax: number;
    readonly schema: number;
    readonly migratedAt: string | null;
  };
  /** Of the process that answers. */
  readonly pools: readonly PoolLine[];
  /** Null if there is no replica or it does not respond. */
  readonly replica: { readonly isThere: boolean; readonly lagMs: number | null };
  readonly masterKeys: readonly {
    readonly id: string;
    readonly isCurrent: boolean;
    readonly createdAt: string;
    readonly keysInUse: number;
    readonly keysRetired: number;
  }[];
  readonly partitions: readonly PartitionLine[];
  readonly retention: readonly RetentionLine[];
  readonly settings: readonly SettingLine[];
}
