/** Types shared by the audit log screens and their API. */

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
  /** Sentences about the problems. */
  readonly findings: readonly string[];
}

export interface AuditChain {
  /** The head as written to the log. Null if the chain is empty. */
  readonly head: string | null;
  readonly length: number;
  /** The number of entries at the old end that retention has deleted. */
  readonly removed: number;
  /** Newest first. */
  readonly checks: readonly CheckLine[];
}
