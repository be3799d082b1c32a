/** The chain of the audit log and its two ends. Statements that move an end check where it was. */
import type { Database } from "../../db/database.ts";
import type { Link, Mark } from "./chain.ts";

export interface SealedMark extends Mark {
  readonly seal: Uint8Array;
}

export interface Anchor extends SealedMark {
  /** Seconds since 1970. */
  readonly startedAt: string;
}

/** Both ends, read in one statement. */
export interface ChainEnds {
  readonly anchor: Anchor | undefined;
  readonly head: SealedMark | undefined;
  /** The sequence of the first stored link. Undefined: there are no links. */
  readonly first: bigint | undefined;
  readonly last: Mark | undefined;
}

export interface NewLinks {
  readonly links: readonly Link[];
  readonly chainedAt: Temporal.Instant;
  readonly head: SealedMark;
}

export class ChainStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async readEnds(): Promise<ChainEnds> {
    const [row] = await this.#db.rows<EndsRow>`
      select extract(epoch from anchor.born_at)::text as born_at,
        anchor.sequence as anchor_sequence, anchor.hmac as anchor_hmac, anchor.seal as anchor_seal,
        head.sequence as head_sequence, head.hmac as head_hmac, head.seal as head_seal,
        (select min(sequence) from audit_chain) as first, last.sequence as last_sequence,
        last.hmac as last_hmac
      from (select) as one_row
        left join audit_anchor anchor on true
        left join audit_head head on true
        left join (select sequence, hmac from audit_chain order by sequence desc limit 1) last
          on true`;
    if (row === undefined) throw new Error("The ends of the audit chain could not be read.");
    return toEnds(row);
  }

  async readClock(): Promise<Temporal.Instant> {
    const [row] = await this.#db.rows<{ now: Temporal.Instant }>`select clock_timestamp() as now`;
    if (row === undefined) throw new Error("The time of the database could not be read.");
    return row.now;
  }

  async hasLink({ sequence, hmac }: Mark): Promise<boolean> {
    const rows = await this.#db.rows`
      select from audit_chain where sequence = ${sequence} and hmac = ${hmac}`;
    return rows.length === 1;
  }

  /** False before the chain has started, because all entries wait to be chained. */
  async hasChainedEntry(): Promise<boolean> {
    const rows = await this.#db.rows`
      select from audit_entries e
      where not exists (select from audit_unchained u where u.entry_id = e.id)
      limit 1`;
    return rows.length > 0;
  }

  /** Only one of several processes that start at once succeeds. */
  async beginChain(
    startedAt: Temporal.Instant,
    anchor: SealedMark,
    headSeal: Uint8Array,
  ): Promise<void> {
    const { sequence, hmac, seal } = anchor;
    await this.#db.rows`
      with begun as (
        insert into audit_anchor (born_at, sequence, hmac, seal)
        values (${startedAt}, ${sequence}, ${hmac}, ${seal})
        on conflict do nothing
        returning sequence, hmac
      )
      insert into audit_head (sequence, hmac, seal)
      select sequence, hmac, ${headSeal}::bytea from begun`;
  }

  /** Returns false, and writes nothing, if the chain does not end at `from`. */
  async appendLinks(from: Mark, { links, chainedAt, head }: NewLinks): Promise<boolean> {
    const ids = links.map(({ entryId }) => entryId);
    const moved = await this.#db.rows`
      with moved as (
        update audit_head
        set sequence = ${head.sequence}, hmac = ${head.hmac}, seal = ${head.seal}
        where sequence = ${from.sequence} and hmac = ${from.hmac}
        returning true
      ), linked as (
        insert into audit_chain (sequence, entry_id, chained_at, hmac)
        select link.sequence, link.entry_id, ${chainedAt}::timestamptz, link.hmac
        from moved, unnest(${links.map(({ sequence }) => sequence)}::bigint[], ${ids}::bigint[],
          ${links.map(({ hmac }) => hmac)}::bytea[]) as link (sequence, entry_id, hmac)
      ), done as (
        delete from audit_unchained using moved where entry_id = any (${ids}::bigint[])
      )
      select from moved`;
    return moved.length === 1;
  }

  /** Removes the oldest links with their entries. Returns false if another process has moved the anchor. */
  async moveAnchor(from: Mark, to: SealedMark): Promise<boolean> {
    await this.#db.rows`select set_config('sixdoors.audit_changes', 'allowed', true)`;
    const moved = await this.#db.rows`
      with moved as (
        update audit_anchor set sequence = ${to.sequence}, hmac = ${to.hmac}, seal = ${to.seal}
        where sequence = ${from.sequence} and hmac = ${from.hmac}
        returning sequence
      ), removed as (
        delete from audit_chain using moved where audit_chain.sequence <= moved.sequence
        returning entry_id
      ), gone as (
        delete from audit_entries using removed where id = removed.entry_id
      )
      select from moved`;
    await this.#db.rows`select set_config('sixdoors.audit_changes', '', true)`;
    return moved.length === 1;
  }
}

export function isNotStarted({ anchor, head, last }: ChainEnds): boolean {
  return anchor === undefined && head === undefined && last === undefined;
}

interface EndsRow {
  readonly born_at: string | null;
  readonly anchor_sequence: string | null;
  readonly anchor_hmac: Buffer | null;
  readonly anchor_seal: Buffer | null;
  readonly head_sequence: string | null;
  readonly head_hmac: Buffer | null;
  readonly head_seal: Buffer | null;
  readonly first: string | null;
  readonly last_sequence: string | null;
  readonly last_hmac: Buffer | null;
}

function toEnds(row: EndsRow): ChainEnds {
  const anchor = toMark(row.anchor_sequence, row.anchor_hmac);
  const head = toMark(row.head_sequence, row.head_hmac);
  return {
    anchor:
      anchor === undefined || row.born_at === null || row.anchor_seal === null
        ? undefined
        : { ...anchor, startedAt: row.born_at, seal: row.anchor_seal },
    head:
      head === undefined || row.head_seal === null ? undefined : { ...head, seal: row.head_seal },
    first: row.first === null ? undefined : BigInt(row.first),
    last: toMark(row.last_sequence, row.last_hmac),
  };
}

function toMark(sequence: string | null, hmac: Buffer | null): Mark | undefined {
  return sequence === null || hmac === null ? undefined : { sequence: BigInt(sequence), hmac };
}
