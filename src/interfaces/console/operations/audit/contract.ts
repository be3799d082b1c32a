/** Types shared by the audit log screens and their API. */

import type { ActResult, StoredAuditEntry } from "../../../../core/audit/audit-entry-store.ts";
import type { AuditCheck } from "../../../../core/audit/check-store.ts";
import type { AsJson } from "../../as-json.ts";

export type { ActResult };

export type AuditLine = AsJson<Omit<StoredAuditEntry, "before" | "after">>;

export interface AuditEntry extends AuditLine {
  readonly before: unknown;
  readonly after: unknown;
}

export interface CheckLine extends AsJson<Omit<AuditCheck, "report">> {
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
