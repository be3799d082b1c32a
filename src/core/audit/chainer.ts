/**
 * Adds entries to the chain, in the order in which they are found. Several processes may run at once:
 * the database lets one of them extend the chain. It never extends a broken chain; it fails instead.
 */
import { randomBytes } from "node:crypto";
import type { Database } from "../../db/database.ts";
import { sameBytes } from "../../values/same-bytes.ts";
import {
  anchorSeal,
  type Fingerprinter,
  headSeal,
  type Link,
  linkHmac,
  type Mark,
  secondsText,
} from "./chain.ts";
import { type ChainEnds, ChainStore, isNotStarted, type SealedMark } from "./chain-store.ts";
import { LinkStore, type Waiting } from "./link-store.ts";

export interface ChainerNeeds {
  /** Uses the role that owns the tables: the application's roles cannot change the chain. */
  readonly db: Database;
  readonly custody: Fingerprinter;
  readonly batchSize?: number;
}

/** The audit log was changed. An operator must investigate; `audit verify` shows where. */
export class AuditBroken extends Error {
  override readonly name = "AuditBroken";
}

const BATCH_SIZE = 500;

export class Chainer {
  readonly #custody: Fingerprinter;
  readonly #chain: ChainStore;
  readonly #links: LinkStore;
  readonly #batchSize: number;
  /** The last known end of the chain, independent of what happens to the database. */
  #head: Mark | undefined;
  #isCurrent = false;

  constructor({ db, custody, batchSize = BATCH_SIZE }: ChainerNeeds) {
    this.#custody = custody;
    this.#chain = new ChainStore(db);
    this.#links = new LinkStore(db);
    this.#batchSize = batchSize;
  }

  get head(): Mark | undefined {
    return this.#head;
  }

  /** Chains all waiting entries and returns their number. */
  async chainAll(): Promise<number> {
    let made = 0;
    let after = "0";
    for (;;) {
      const head = await this.#currentHead();
      const waiting = await this.#links.listWaiting(after, this.#batchSize);
      if (waiting === undefined) return made;
      if (waiting.entries.length > 0) made += await this.#lengthen(head, waiting);
      else after = waiting.lookedUpTo;
    }
  }

  async #lengthen(from: Mark, { entries, now }: Waiting): Promise<number> {
    const chainedAt = secondsText(now);
    const links: Link[] = [];
    let last = from;
    for (const entry of entries) {
      const sequence = last.sequence + 1n;
      const source = { previous: last.hmac, sequence, chainedAt, entry };
      const link = { sequence, entryId: entry.id ?? "", hmac: linkHmac(this.#custody, source) };
      links.push(link);
      last = link;
    }
    const head = { ...last, seal: headSeal(this.#custody, last) };
    this.#isCurrent = await this.#chain.appendLinks(from, { links, chainedAt: now, head });
    if (!this.#isCurrent) return 0;
    this.#head = last;
    return links.length;
  }

  /** From memory while no other process extends the chain. */
  async #currentHead(): Promise<Mark> {
    if (this.#isCurrent && this.#head !== undefined) return this.#head;
    let ends = await this.#chain.readEnds();
    if (isNotStarted(ends)) {
      await this.#begin();
      ends = await this.#chain.readEnds();
    }
    const head = verifiedHead(this.#custody, ends);
    await this.#refuseOther(ends);
    this.#head = head;
    this.#isCurrent = true;
    return head;
  }

  /** Starts with a random number, so that no two chains have a link in common. */
  async #begin(): Promise<void> {
    if (this.#head !== undefined || (await this.#chain.hasChainedEntry())) {
      throw new AuditBroken("The audit log has entries that were chained, but the chain is gone.");
    }
    const startedAt = await this.#chain.readClock();
    const start = { sequence: 0n, hmac: randomBytes(32) };
    const anchor = { ...start, seal: anchorSeal(this.#custody, start, secondsText(startedAt)) };
    await this.#chain.beginChain(startedAt, anchor, headSeal(this.#custody, start));
  }

  /** The last end of the chain that this process knows must still be part of it. */
  async #refuseOther({ anchor }: ChainEnds): Promise<void> {
    const seen = this.#head;
    if (seen === undefined || seen.sequence <= (anchor?.sequence ?? 0n)) return;
    if (await this.#chain.hasLink(seen)) return;
    throw new AuditBroken(
      `The audit chain no longer has link ${seen.sequence} in its original form.`,
    );
  }
}

/** Returns the end of the chain after checking its seals. Throws if they do not match. */
export function verifiedHead(
  custody: Fingerprinter,
  { anchor, head, last }: ChainEnds,
): SealedMark {
  if (anchor === undefined || head === undefined) {
    throw new AuditBroken("An end of the audit chain is missing.");
  }
  const isSealed =
    sameBytes(anchor.seal, anchorSeal(custody, anchor, anchor.startedAt)) &&
    sameBytes(head.seal, headSeal(custody, head));
  if (!isSealed) throw new AuditBroken("An end of the audit chain was changed.");
  const end = last ?? anchor;
  if (end.sequence !== head.sequence || !sameBytes(end.hmac, head.hmac)) {
    throw new AuditBroken(`The audit chain does not end at link ${head.sequence}.`);
  }
  return head;
}
