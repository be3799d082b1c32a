/** Reads the chain from its anchor, page by page, and checks every link against its entry. */
import { sameBytes } from "../../values/same-bytes.ts";
import { anchorSeal, type Fingerprinter, linkHmac, type Mark } from "./chain.ts";
import type { Anchor, ChainStore } from "./chain-store.ts";
import type { FindingKind, Findings } from "./finding.ts";
import type { LinkStore, StoredLink } from "./link-store.ts";

export interface WalkNeeds {
  readonly chain: ChainStore;
  readonly links: LinkStore;
  readonly custody: Fingerprinter;
  readonly findings: Findings;
  readonly pageSize: number;
  /** Called with every link, valid or not. */
  readonly onLink: (link: StoredLink) => void;
}

const NO_PAGE: Promise<readonly StoredLink[]> = Promise.resolve([]);
/** A new installation chains its entries within seconds. A chain that was started again has older ones. */
const START_GRACE_SECONDS = 86_400;

export class ChainWalk {
  readonly #needs: WalkNeeds;
  readonly #startedAt: number;
  #place: bigint;
  /** The HMAC at that place. Undefined if the link is missing: then the next one cannot be checked. */
  #previous: Uint8Array | undefined;
  #good = 0;
  #hasOldEntry = false;

  constructor(needs: WalkNeeds, anchor: Anchor | undefined, first: bigint | undefined) {
    this.#needs = needs;
    this.#startedAt = Number(anchor?.startedAt ?? 0);
    this.#place = anchor?.sequence ?? (first ?? 1n) - 1n;
    this.#previous = anchor?.hmac;
  }

  /** The number of unchanged entries. */
  get good(): number {
    return this.#good;
  }

  /** The sequence of the last link, or of the anchor if retention has moved it further. */
  get place(): bigint {
    return this.#place;
  }

  /** Reads the next page while one is checked. */
  async walkTo(
    end: bigint,
    onPage: (place: bigint) => Promise<void> | undefined = async () => {},
  ): Promise<void> {
    const { links, pageSize: limit } = this.#needs;
    const after = (place: bigint) => links.listLinks({ after: place, upTo: end, limit });
    let coming = after(this.#place);
    for (;;) {
      const page = await coming;
      const last = page.at(-1);
      const isWhole = last !== undefined && last.sequence === this.#place + BigInt(page.length);
      if (!isWhole && this.#place < end && (await this.#followAnchor())) {
        coming = after(this.#place);
        continue;
      }
      if (last === undefined) return;
      coming = page.length < limit ? NO_PAGE : after(last.sequence);
      // Its failure is handled when it is awaited, not while the previous page is checked.
      coming.catch(() => {});
      for (const link of page) this.#take(link);
      await onPage(this.#place);
    }
  }

  #take(link: StoredLink): void {
    if (link.sequence !== this.#place + 1n) this.#missLinks(link.sequence);
    const kind = this.#judge(link);
    if (kind !== undefined) this.#report(kind, link);
    this.#needs.onLink(link);
    this.#place = link.sequence;
    this.#previous = link.hmac;
  }

  /**
   * Retention may remove links during the check and move the anchor. If the anchor has not moved, missing
   * links were not removed by retention.
   */
  async #followAnchor(): Promise<boolean> {
    const { anchor } = await this.#needs.chain.readEnds();
    if (anchor === undefined || anchor.sequence <= this.#place) return false;
    if (!hasValidSeal(this.#needs.custody, anchor)) return false;
    this.#place = anchor.sequence;
    this.#previous = anchor.hmac;
    return true;
  }

  #missLinks(next: bigint): void {
    const sequence = String(this.#place + 1n);
    const count = Number(next - this.#place - 1n);
    this.#needs.findings.add({ kind: "link_missing", sequence, count });
    this.#previous = undefined;
  }

  #report(kind: FindingKind, { sequence, entryId }: StoredLink): void {
    this.#needs.findings.add({ kind, sequence: String(sequence), entryId });
  }

  #judge(link: StoredLink): FindingKind | undefined {
    const { entry, hmac } = link;
    if (entry === undefined) return "entry_missing";
    if (this.#previous === undefined) return undefined;
    const made = linkHmac(this.#needs.custody, { ...link, entry, previous: this.#previous });
    if (!sameBytes(made, hmac)) return "link_broken";
    this.#good++;
    const isOld = Number(entry.wall_at) < this.#startedAt - START_GRACE_SECONDS;
    if (!isOld || this.#hasOldEntry) return undefined;
    this.#hasOldEntry = true;
    return "chain_restarted";
  }
}

export function hasValidSeal(custody: Fingerprinter, anchor: Anchor): boolean {
  return sameBytes(anchor.seal, anchorSeal(custody, anchor, anchor.startedAt));
}

export function isSameMark(mark: Mark, other: Mark): boolean {
  return mark.sequence === other.sequence && sameBytes(mark.hmac, other.hmac);
}
