/** What the screens about the audit are told. Types only. */

export type ActResult = "done" | "refused" | "failed";

export interface AuditLine {
  readonly id: string;
  readonly wallAt: string;
  readonly businessAt: string;
  readonly actorKind: "operator" | "partner_user" | "merchant_user" | "command_line" | "system";
  readonly actorId: string | null;
  readonly actorName: string;
  readonly action: string;
  readonly subjectKind: string;
  readonly subjectId: string;
  readonly result: ActResult;
  readonly address: string | null;
  readonly interfaceName: string | null;
  readonly requestId: string | null;
}

export interface AuditEntry extends AuditLine {
  readonly before: unknown;
  readonly after: unknown;
}

export interface CheckLine {
  readonly id: string;
  readonly startedAt: string;
  readonly startedBy: string;
  readonly walked: number;
  readonly toWalk: number;
  readonly finishedAt: string | null;
  readonly isSound: boolean | null;
  readonly failure: string | null;
  readonly good: number | null;
  readonly head: string | null;
  readonly findingCount: number;
  /** Sentences. */
  readonly findings: readonly string[];
}

export interface AuditChain {
  /** As the log writes it; null: the chain has not begun. */
  readonly head: string | null;
  readonly length: number;
  /** How many links retention has removed at the old end. */
  readonly removed: number;
  /** The newest first. */
  readonly checks: readonly CheckLine[];
}
