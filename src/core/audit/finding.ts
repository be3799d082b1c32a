/** Problems in the audit log: their kinds and their texts. */

export type FindingKind =
  | "anchor_missing"
  | "anchor_changed"
  | "head_missing"
  | "head_changed"
  | "link_missing"
  | "link_broken"
  | "link_before_anchor"
  | "link_beyond_head"
  | "tail_missing"
  | "tail_changed"
  | "entry_missing"
  | "everything_missing"
  | "entry_unchained"
  | "chain_restarted"
  | "not_as_logged";

export interface AuditFinding {
  readonly kind: FindingKind;
  /** The sequence of the link. */
  readonly sequence?: string;
  readonly entryId?: string;
  /** The number of affected links, if it is not one. */
  readonly count?: number;
}

const WORDS: Record<FindingKind, string> = {
  anchor_missing: "The record of where the chain begins is gone",
  anchor_changed: "The record of where the chain begins was changed",
  head_missing: "The record of where the chain ends is gone",
  head_changed: "The record of where the chain ends was changed",
  link_missing: "Links were removed",
  link_broken: "The entry or its link was changed, added or moved",
  link_before_anchor: "There are links before the beginning of the chain",
  link_beyond_head: "There are links after the end of the chain",
  tail_missing: "The end of the chain was cut off",
  tail_changed: "The last link is not the one that was sealed",
  entry_missing: "The entry was removed",
  everything_missing: "There were entries, but all of them were removed",
  entry_unchained: "The entry has no link: it was not added by Sixdoors, or no process runs jobs",
  chain_restarted: "The entry is over a day older than the chain: an earlier chain was removed",
  not_as_logged: "The chain does not contain the head from the log",
};

export function findingText({ kind, sequence, entryId, count }: AuditFinding): string {
  const where = [
    ...(sequence === undefined ? [] : [`link ${sequence}`]),
    ...(count === undefined || count === 1 ? [] : [`${count} in all`]),
    ...(entryId === undefined ? [] : [`entry ${entryId}`]),
  ];
  return where.length === 0 ? `${WORDS[kind]}.` : `${WORDS[kind]} (${where.join(", ")}).`;
}

/** Stores the first findings and counts the rest. */
export class Findings {
  readonly #kept: AuditFinding[] = [];
  readonly #max: number;
  #count = 0;

  constructor(max: number) {
    this.#max = max;
  }

  add(finding: AuditFinding): void {
    this.#count++;
    if (this.#kept.length < this.#max) this.#kept.push(finding);
  }

  get kept(): readonly AuditFinding[] {
    return this.#kept;
  }

  get count(): number {
    return this.#count;
  }
}
