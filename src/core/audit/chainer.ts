/**
 * Gives every entry its link, in the order seen. Several may run at once: the database lets one of
 * them lengthen the chain. It never signs over a break that it can see, and says so instead.
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
  /** Works as the owner of the tables: the application's roles may not touch the chain. */
  readonly db: Database;
  readonly custody: Fingerprinter;
  readonly batchSize?: number;
}

/** The audit is not as it was left. A person must look; `audit verify` says where. */
export class AuditBroken extends Error {
  override readonly name = "AuditBroken";
}

const BATCH_SIZE = 500;

export class Chainer {
  readonly #custody: Fingerprinter;
  readonly #chain: ChainStore;
  readonly #links: LinkStore;
  readonly #batchSize: number;
  /** Where the chain ended when last seen. It outlives whatever happens to the database. */
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

  /** Until nothing waits. Says how many links it made. */
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

  /** From memory while nobody else lengthens the chain. */
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

  /** A number that nobody knew before, so that no two chains have a link in common. */
  async #begin(): Promise<void> {
    if (this.#head !== undefined || (await this.#chain.hasChainedEntry())) {
      throw new AuditBroken("The audit has entries that were chained, and the chain is gone.");
    }
    const bornAt = await this.#chain.readClock();
    const birth = { sequence: 0n, hmac: randomBytes(32) };
    const anchor = { ...birth, seal: anchorSeal(this.#custody, birth, secondsText(bornAt)) };
    await this.#chain.beginChain(bornAt, anchor, headSeal(this.#custody, birth));
  }

  /** What this process saw at the end of the chain must still be part of it. */
  async #refuseOther({ anchor }: ChainEnds): Promise<void> {
    const seen = this.#head;
    if (seen === undefined || seen.sequence <= (anchor?.sequence ?? 0n)) return;
    if (await this.#chain.hasLink(seen)) return;
    throw new AuditBroken(`The audit's chain no longer has link ${seen.sequence} as it was made.`);
  }
}

/** The chain's end, when everything that one look shows of it fits together. */
export function verifiedHead(
  custody: Fingerprinter,
  { anchor, head, last }: ChainEnds,
): SealedMark {
  if (anchor === undefined || head === undefined) {
    throw new AuditBroken("An end of the audit's chain is missing.");
  }
  const isSealed =
    sameBytes(anchor.seal, anchorSeal(custody, anchor, anchor.startedAt)) &&
    sameBytes(head.seal, headSeal(custody, head));
  if (!isSealed) throw new AuditBroken("An end of the audit's chain was changed.");
  const end = last ?? anchor;
  if (end.sequence !== head.sequence || !sameBytes(end.hmac, head.hmac)) {
    throw new AuditBroken(`The audit's chain does not end at link ${head.sequence}.`);
  }
  return head;
}
