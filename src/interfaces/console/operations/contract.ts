/**
 * Types shared by the operations screens and their API, except bank files and audit log. Times are
 * ISO 8601 in UTC.
 */
import type { KnownRun, KnownWork } from "../../../core/calendar/run-store.ts";
import type { DoctorArea } from "../../../core/doctor/doctor-check.ts";
import type { DoctorDocument, DoctorFinding } from "../../../core/doctor/report-document.ts";
import type { DiskForecast } from "../../../core/figures/disk-forecast.ts";
import type {
  SizeSample,
  TableHealth,
  TransactionIds,
} from "../../../core/figures/housekeeping-store.ts";
import type { JobQueue } from "../../../core/figures/job-queue-store.ts";
import type { PartitionOutlook } from "../../../core/figures/partition-outlook.ts";
import type { Partition, ServerFacts } from "../../../core/figures/server-store.ts";
import type { Signal as CoreSignal, Level, SignalName } from "../../../core/operations/health.ts";
import type { AccountBacklog, AccountFailures } from "../../../core/outbox/backlog-store.ts";
import type {
  AttemptAges,
  WaitingAttempt,
} from "../../../core/payments/attempts/attempt-age-store.ts";
import type { Tally } from "../../../core/payments/tally/tally.ts";
import type { Outlook } from "../../../core/retention/outlook.ts";
import type { AsJson } from "../as-json.ts";

export type * from "./audit/contract.ts";
export type * from "./banks/contract.ts";
export type { DoctorArea, DoctorFinding, Level, SignalName };

/** The findings of the same checks as `sixdoors doctor`, in the order of their areas. */
export type SystemCheck = DoctorDocument;

export type Signal = AsJson<CoreSignal>;

export interface Overview {
  /** The same as /health/ready. */
  readonly readiness: string;
  readonly business: string;
  readonly wall: string;
  readonly signals: readonly Signal[];
  readonly failing: readonly FailingWork[];
  readonly held: readonly HeldPurge[];
  /** Why this restored copy takes no payments, and how to release it. Null if it is not in safe mode. */
  readonly safeMode: string | null;
}

/** Due jobs whose last run failed. */
export interface FailingWork {
  readonly name: string;
  /** The plain name of the job. */
  readonly label: string;
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
  readonly label: string;
  readonly heldAt: string;
  /** Everything older than this would be deleted. */
  readonly upTo: string;
  readonly counts: readonly { readonly what: string; readonly count: number }[];
  readonly why: string;
  /** Approved. It runs at its next attempt. */
  readonly allowedBy: string | null;
}

/** Payments of the last 24 hours. Minutes without payments are left out. */
export type PaymentTallyView = AsJson<Tally>;

/** The plain name of a job. `name` is its key. */
interface Labeled {
  readonly label: string;
}

/** An "unfinished" run ran out of time and continues soon. */
export type RunLine = AsJson<KnownRun> & Labeled;

export type WorkLine = AsJson<KnownWork> & Labeled;

export type QueueLine = AsJson<JobQueue> & Labeled;

export interface Work {
  /** By the business clock. */
  readonly business: string;
  readonly work: readonly WorkLine[];
  readonly queues: readonly QueueLine[];
}

export type BacklogLine = AsJson<AccountBacklog>;

export type FailedEventsLine = AsJson<AccountFailures>;

export interface Outbox {
  readonly waiting: readonly BacklogLine[];
  readonly failed: readonly FailedEventsLine[];
}

export interface Replayed {
  readonly count: number;
}

export type AttemptLine = AsJson<WaitingAttempt>;

export interface Attempts {
  readonly ages: AttemptAges;
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

export type RetentionLine = AsJson<Outlook>;

export interface PoolLine {
  readonly name: string;
  readonly size: number;
  readonly connections: number;
  readonly idle: number;
  readonly waiting: number;
}

export type PartitionLine = Partition;

export interface System {
  readonly product: string;
  readonly node: string;
  readonly environment: string;
  /** The schema version of the program and of the database. They differ only during a migration. */
  readonly schema: number;
  readonly processStartedAt: string;
  readonly server: AsJson<ServerFacts>;
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

export interface PurgeLine {
  readonly work: string;
  readonly label: string;
  /** By the business clock. Null: it runs every hour, or was not planned yet. */
  readonly nextAt: string | null;
  readonly lastRun: AsJson<NonNullable<KnownWork["lastRun"]>> | null;
  /** Everything that had expired by then is removed. */
  readonly doneUpTo: string | null;
  /** It waits for an operator's approval. */
  readonly isHeld: boolean;
}

export interface DiskView extends DiskForecast {
  readonly databaseBytes: number;
  /** Null: the database is on another machine. */
  readonly freeBytes: number | null;
  /** One for each day, oldest first. */
  readonly sizes: readonly SizeSample[];
}

/** The text of a statement has no values. */
export interface SlowStatementLine {
  readonly text: string;
  readonly count: number;
  readonly totalMs: number;
  readonly longestMs: number;
}

export interface Housekeeping {
  readonly partitions: readonly PartitionOutlook[];
  readonly purges: readonly PurgeLine[];
  readonly transactionIds: TransactionIds;
  /** The tables with the most dead rows. */
  readonly tables: readonly AsJson<TableHealth>[];
  readonly disk: DiskView;
  /** Of the process that answers. */
  readonly slow: {
    readonly processStartedAt: string;
    readonly slowerThanMs: number;
    readonly statements: readonly SlowStatementLine[];
  };
}
