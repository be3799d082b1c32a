/**
 * Detects changed, removed and reordered audit entries. It reads a page at a time and changes nothing. It
 * may run while entries are written, chained and removed.
 */
import { setTimeout as pause } from "node:timers/promises";
import type { Database } from "../../db/database.ts";
import { sameBytes } from "../../values/same-bytes.ts";
import { type Fingerprinter, headSeal, type Mark, markText } from "./chain.ts";
import { type ChainEnds, ChainStore, isNotStarted } from "./chain-store.ts";
import { ChainWalk, hasValidSeal, isSameMark } from "./chain-walk.ts";
import { type AuditFinding, Findings } from "./finding.ts";
import { LinkStore } from "./link-store.ts";

export interface VerifyNeeds {
  readonly db: Database;
  readonly custody: Fingerprinter;
}

export interface VerifyOptions {
  /** A head from the log, which the chain must contain. */
  readonly logged?: Mark | undefined;
  readonly findingsMax?: number;
  /** How long to wait for the job, because a long transaction may have just committed an old entry. */
  readonly patienceMs?: number;
  readonly pageSize?: number;
  /** Called and awaited after each page. */
  readonly onProgress?: (progress: CheckProgress) => Promise<void>;
}

/** Numbers of links. */
export interface CheckProgress {
  readonly walked: number;
  readonly toWalk: number;
}

export interface AuditReport {
  readonly isSound: boolean;
  /** The number of unchanged entries. */
  readonly good: number;
  /** The end of the chain, in the format of the log. Null: the chain has not started. */
  readonly head: string | null;
  /** The number of links that retention has removed. */
  readonly removed: string;
  /** The result for the head from the log. removed: it is older than the oldest stored link. */
  readonly logged: "found" | "not_found" | "removed" | null;
  readonly findingCount: number;
  /** In the order of the chain. */
  readonly findings: readonly AuditFinding[];
}

const FINDINGS_MAX = 100;
const PATIENCE_MS = 3_000;
const PAGE_SIZE = 1_000;

export async function verifyAudit(
  { db, custody }: VerifyNeeds,
  options: VerifyOptions = {},
): Promise<AuditReport> {
  const { findingsMax = FINDINGS_MAX, patienceMs = PATIENCE_MS, pageSize = PAGE_SIZE } = options;
  const { logged, onProgress } = options;
  const [chain, links] = [new ChainStore(db), new LinkStore(db)];
  const findings = new Findings(findingsMax);
  const ends = await chain.readEnds();
  const watch = new LoggedHead(logged, ends.anchor);
  checkAnchor(custody, ends, findings);
  const onLink = (link: Mark) => watch.see(link);
  const end = largest(ends.head?.sequence, ends.last?.sequence);
  const needs = { chain, links, custody, findings, pageSize, onLink };
  const walk = new ChainWalk(needs, ends.anchor, ends.first);
  const start = walk.place;
  const onPage = (place: bigint) =>
    onProgress?.({ walked: Number(place - start), toWalk: Number(end - start) });
  await walk.walkTo(end, onPage);
  checkHead(custody, ends, walk.place, findings);
  if (isNotStarted(ends) && (await links.isEmptied())) findings.add({ kind: "everything_missing" });
  await checkUnchained(links, findings, { findingsMax, patienceMs });
  const outcome = watch.outcome((await chain.readEnds()).anchor);
  if (outcome === "not_found") findings.add({ kind: "not_as_logged", ...findingSequence(logged) });
  return {
    isSound: findings.count === 0,
    good: walk.good,
    head: ends.head === undefined ? null : markText(ends.head),
    removed: String(ends.anchor?.sequence ?? 0n),
    logged: outcome,
    findingCount: findings.count,
    findings: findings.kept,
  };
}

function checkAnchor(custody: Fingerprinter, ends: ChainEnds, findings: Findings): void {
  const { anchor, head, first } = ends;
  if (anchor === undefined) {
    if (head !== undefined || first !== undefined) findings.add({ kind: "anchor_missing" });
    return;
  }
  if (!hasValidSeal(custody, anchor)) findings.add({ kind: "anchor_changed" });
  if (first !== undefined && first <= anchor.sequence) {
    findings.add({ kind: "link_before_anchor", sequence: String(first) });
  }
}

/** Everything except `place` was read in one statement, so a growing chain gives no false alarm. */
function checkHead(
  custody: Fingerprinter,
  { anchor, head, last }: ChainEnds,
  place: bigint,
  findings: Findings,
): void {
  if (head === undefined) {
    if (anchor !== undefined || last !== undefined) findings.add({ kind: "head_missing" });
    return;
  }
  if (!sameBytes(head.seal, headSeal(custody, head))) findings.add({ kind: "head_changed" });
  const end = last ?? anchor;
  if (end !== undefined && end.sequence > head.sequence) {
    findings.add({ kind: "link_beyond_head", sequence: String(head.sequence + 1n) });
  } else if (place < head.sequence) {
    const count = Number(head.sequence - place);
    findings.add({ kind: "tail_missing", sequence: String(place + 1n), count });
  } else if (end === undefined || !isSameMark(end, head)) {
    findings.add({ kind: "tail_changed", sequence: String(head.sequence) });
  }
}

interface Patience {
  readonly findingsMax: number;
  readonly patienceMs: number;
}

async function checkUnchained(
  links: LinkStore,
  findings: Findings,
  { findingsMax, patienceMs }: Patience,
): Promise<void> {
  for (const entryId of await links.listLostEntries(findingsMax)) {
    findings.add({ kind: "entry_missing", entryId });
  }
  let waiting = await links.listUnchained(findingsMax);
  if (waiting.length > 0 && patienceMs > 0) {
    await pause(patienceMs);
    waiting = await links.listUnchainedAmong(waiting);
  }
  for (const entryId of waiting) findings.add({ kind: "entry_unchained", entryId });
}

/** Looks for the head from the log among the links. */
class LoggedHead {
  readonly #logged: Mark | undefined;
  #isFound = false;

  constructor(logged: Mark | undefined, anchor: Mark | undefined) {
    this.#logged = logged;
    if (anchor !== undefined) this.see(anchor);
  }

  see(mark: Mark): void {
    if (this.#logged !== undefined && isSameMark(this.#logged, mark)) this.#isFound = true;
  }

  /** Retention may have removed it before or during the check. */
  outcome(anchor: Mark | undefined): AuditReport["logged"] {
    if (this.#logged === undefined) return null;
    if (this.#isFound) return "found";
    const isRemoved = anchor !== undefined && this.#logged.sequence < anchor.sequence;
    return isRemoved ? "removed" : "not_found";
  }
}

function findingSequence(mark: Mark | undefined): { readonly sequence?: string } {
  return mark === undefined ? {} : { sequence: String(mark.sequence) };
}

function largest(...numbers: readonly (bigint | undefined)[]): bigint {
  return numbers.reduce<bigint>(
    (most, next) => (next !== undefined && next > most ? next : most),
    0n,
  );
}
