/**
 * Removes old audit entries from the start of the chain, and moves the anchor to the new start. Every
 * entry is checked against its link before it is removed, so that changes are not hidden.
 */
import type { DatabasePool } from "../../db/database-pool.ts";
import type { Clock } from "../../ports/clock.ts";
import { sameBytes } from "../../values/same-bytes.ts";
import { type Act, recordAct } from "./act.ts";
import { anchorSeal, type Fingerprinter, linkHmac } from "./chain.ts";
import { type Anchor, ChainStore } from "./chain-store.ts";
import { AuditBroken, verifiedHead } from "./chainer.ts";
import { LinkStore, type StoredLink } from "./link-store.ts";

export interface AuditPurgeNeeds {
  /** Uses the role that owns the tables. */
  readonly owner: DatabasePool;
  readonly custody: Fingerprinter;
  readonly clock: Clock;
}

export const AUDIT_MONTHS_MIN = 12;
const BATCH_SIZE = 1_000;

/** Removes entries before a business time and returns their number. */
export async function purgeAudit(
  needs: AuditPurgeNeeds,
  before: Temporal.Instant,
): Promise<number> {
  refuseYoung(needs.clock, before);
  let removed = 0;
  for (;;) {
    const count = await purgeOldestLinks(needs, before);
    if (count === 0) return removed;
    removed += count;
  }
}

function refuseYoung(clock: Clock, before: Temporal.Instant): void {
  const now = clock.business().toZonedDateTimeISO("UTC");
  const newest = now.subtract({ months: AUDIT_MONTHS_MIN }).toInstant();
  if (Temporal.Instant.compare(before, newest) <= 0) return;
  throw new RangeError(`The audit log must be kept for at least ${AUDIT_MONTHS_MIN} months.`);
}

async function purgeOldestLinks(needs: AuditPurgeNeeds, before: Temporal.Instant): Promise<number> {
  const { owner, custody, clock } = needs;
  const ends = await new ChainStore(owner).readEnds();
  const { anchor } = ends;
  if (anchor === undefined) return 0;
  const { sequence: upTo } = verifiedHead(custody, ends);
  const page = { after: anchor.sequence, upTo, limit: BATCH_SIZE };
  const links = await new LinkStore(owner).listLinks(page);
  const last = lastLinkToRemove(custody, anchor, { links, before });
  if (last === undefined) return 0;
  const to = { ...last, seal: anchorSeal(custody, last, anchor.startedAt) };
  const count = Number(last.sequence - anchor.sequence);
  await owner.atomically(async (db) => {
    const isMoved = await new ChainStore(db).moveAnchor(anchor, to);
    if (isMoved) await recordAct(db, purgeAct(clock, { count, upTo: String(last.sequence) }));
  });
  // If another process moved the anchor, it has removed the same entries.
  return count;
}

interface Candidates {
  readonly links: readonly StoredLink[];
  readonly before: Temporal.Instant;
}

function lastLinkToRemove(
  custody: Fingerprinter,
  anchor: Anchor,
  { links, before }: Candidates,
): StoredLink | undefined {
  const limit = before.epochMilliseconds / 1_000;
  let [place, previous] = [anchor.sequence, anchor.hmac];
  let last: StoredLink | undefined;
  for (const link of links) {
    const { entry, sequence, hmac } = link;
    const isSound =
      sequence === place + 1n &&
      entry !== undefined &&
      sameBytes(linkHmac(custody, { ...link, entry, previous }), hmac);
    if (!isSound) throw new AuditBroken(`The audit chain is broken at link ${place + 1n}.`);
    if (Number(entry.business_at) >= limit) return last;
    last = link;
    [place, previous] = [sequence, hmac];
  }
  return last;
}

function purgeAct(clock: Clock, after: { readonly count: number; readonly upTo: string }): Act {
  return {
    actor: { kind: "system", name: "retention" },
    action: "audit.purge",
    subject: { kind: "audit", id: after.upTo },
    after,
    result: "done",
    at: { business: clock.business(), wall: clock.wall() },
  };
}
