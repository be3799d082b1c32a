/**
 * Reads and writes data_keys and master_keys. The database decides which master key is current, and
 * refuses new data keys under a replaced one.
 */
import type { Database } from "../../db/database.ts";
import type { DataKeyName, DataKeyPurpose } from "./root-key.ts";

/** A stored data key, with the proof of the master key that wraps it. */
export interface WrappedKey extends DataKeyName {
  readonly wrapped: Buffer;
  readonly proof: Buffer;
}

export interface NewDataKey extends DataKeyName {
  readonly wrapped: Buffer;
  readonly masterKeyId: string;
}

export interface MasterKeyRow {
  readonly id: string;
  readonly proof: Buffer;
}

export interface CheckValue {
  readonly proof: Buffer;
  /** The fingerprint key, which every database has after its first start. Null before that. */
  readonly id: string | null;
  readonly wrapped: Buffer | null;
}

export interface DrawnId {
  readonly id: string;
  readonly masterKeyId: string;
  readonly proof: Buffer;
}

export interface DataKeyEntry extends DataKeyName {
  readonly createdAt: Temporal.Instant;
  readonly retiredAt: Temporal.Instant | null;
}

export interface MasterKeyEntry {
  readonly id: string;
  readonly isCurrent: boolean;
  readonly createdAt: Temporal.Instant;
  readonly keysInUse: number;
  readonly keysRetired: number;
}

export type Addition = "added" | "there_is_one" | "id_taken" | "master_key_replaced";

const REFUSALS: Readonly<Record<string, Addition>> = {
  // foreign_key_violation
  "23503": "master_key_replaced",
  // unique_violation: a failover set the sequence back, and a key with this id was restored.
  "23505": "id_taken",
};

export class DataKeyStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async findCurrentMasterKey(): Promise<MasterKeyRow | undefined> {
    const [row] = await this.#db.rows<MasterKeyRow>`
      select id, proof from master_keys where is_current`;
    return row;
  }

  /** The current master key and a data key that it must unwrap. Undefined before the first start. */
  async findCheckValue(): Promise<CheckValue | undefined> {
    const [row] = await this.#db.rows<CheckValue>`
      select m.proof, d.id, d.wrapped
      from master_keys m left join data_keys d
        on d.master_key_id = m.id and d.purpose = 'fingerprint' and d.retired_at is null
      where m.is_current`;
    return row;
  }

  /** False for a database that was never migrated. */
  async hasKeyTables(): Promise<boolean> {
    const [row] = await this.#db.rows<{ hasKeyTables: boolean }>`
      select to_regclass('master_keys') is not null as "hasKeyTables"`;
    return row?.hasKeyTables === true;
  }

  async requireMasterKey(): Promise<MasterKeyRow> {
    const current = await this.findCurrentMasterKey();
    if (current === undefined) throw new Error("This database has no master key.");
    return current;
  }

  /** Adds the first master key of a database. If several processes start at once, one wins. */
  async addFirstMasterKey(proof: Buffer): Promise<void> {
    await this.#db.rows`insert into master_keys (proof) values (${proof}) on conflict do nothing`;
  }

  /** An id for a new data key, and the master key to wrap it with. */
  async drawId(): Promise<DrawnId> {
    const [row] = await this.#db.rows<DrawnId>`
      select nextval(pg_get_serial_sequence('data_keys', 'id')) as id,
        id as "masterKeyId", proof
      from master_keys where is_current`;
    if (row === undefined) throw new Error("This database has no master key.");
    return row;
  }

  async addDataKey({ id, purpose, wrapped, masterKeyId }: NewDataKey): Promise<Addition> {
    try {
      const added = await this.#db.count`
        insert into data_keys (id, purpose, wrapped, master_key_id) overriding system value
        values (${id}, ${purpose}, ${wrapped}, ${masterKeyId})
        on conflict (purpose) where purpose = 'fingerprint' and retired_at is null do nothing`;
      return added === 1 ? "added" : "there_is_one";
    } catch (error) {
      return toRefusal(error);
    }
  }

  /** Adds a key that was lost in a failover. It is retired: it can open values, but not seal. */
  async addRetired({ id, purpose, wrapped, masterKeyId }: NewDataKey): Promise<Addition> {
    try {
      await this.#db.rows`
        insert into data_keys (id, purpose, wrapped, master_key_id, retired_at)
          overriding system value
        values (${id}, ${purpose}, ${wrapped}, ${masterKeyId}, now())`;
      return "added";
    } catch (error) {
      return toRefusal(error);
    }
  }

  async findDataKey(id: string, purpose: DataKeyPurpose): Promise<WrappedKey | undefined> {
    const [row] = await this.#db.rows<WrappedKey>`
      select d.id, d.purpose, d.wrapped, m.proof
      from data_keys d join master_keys m on m.id = d.master_key_id
      where d.id = ${id} and d.purpose = ${purpose}`;
    return row;
  }

  async findFingerprintKeyId(): Promise<string | undefined> {
    const [row] = await this.#db.rows<{ id: string }>`
      select id from data_keys where purpose = 'fingerprint' and retired_at is null`;
    return row?.id;
  }

  async isActiveSealKey(id: string): Promise<boolean> {
    const rows = await this.#db.rows`
      select from data_keys where id = ${id} and retired_at is null`;
    return rows.length === 1;
  }

  async listDataKeys(): Promise<readonly DataKeyEntry[]> {
    return this.#db.rows<DataKeyEntry>`
      select id, purpose, created_at as "createdAt", retired_at as "retiredAt"
      from data_keys order by id`;
  }

  /** Every data key, with the proof of its master key. */
  async listWrappedKeys(): Promise<readonly WrappedKey[]> {
    return this.#db.rows<WrappedKey>`
      select d.id, d.purpose, d.wrapped, m.proof
      from data_keys d join master_keys m on m.id = d.master_key_id order by d.id`;
  }

  /** The master keys of this database, newest first, with the number of keys that each one wraps. */
  async listMasterKeys(): Promise<readonly MasterKeyEntry[]> {
    return this.#db.rows<MasterKeyEntry>`
      select m.id, m.is_current as "isCurrent", m.created_at as "createdAt",
        count(d.id) filter (where d.retired_at is null)::int as "keysInUse",
        count(d.id) filter (where d.retired_at is not null)::int as "keysRetired"
      from master_keys m left join data_keys d on d.master_key_id = m.id
      group by m.id order by m.id desc`;
  }

  async retireSealKeys(): Promise<number> {
    return this.#db.count`
      update data_keys set retired_at = now() where purpose = 'seal' and retired_at is null`;
  }

  /** Waits an hour, so that values being sealed when the key was retired are stored by then. */
  async destroyRetiredKey(id: string): Promise<boolean> {
    const gone = await this.#db.count`
      delete from data_keys
      where id = ${id} and purpose = 'seal' and retired_at < now() - interval '1 hour'
        and not exists (
          select from base_keys where substring(sealed from 2 for 8) = int8send(${id}::bigint))`;
    return gone === 1;
  }

  /** Blocks changes of data keys until the transaction ends. Reading stays possible. */
  async lockDataKeys(): Promise<void> {
    await this.#db.rows`lock table data_keys in share row exclusive mode`;
  }

  async listWrappedUnder(
    masterKeyId: string,
  ): Promise<readonly (DataKeyName & { wrapped: Buffer })[]> {
    return this.#db.rows<DataKeyName & { wrapped: Buffer }>`
      select id, purpose, wrapped from data_keys where master_key_id = ${masterKeyId}`;
  }

  async addSuccessor(predecessorId: string, proof: Buffer): Promise<string> {
    await this.#db.rows`update master_keys set is_current = false where id = ${predecessorId}`;
    const [row] = await this.#db.rows<{ id: string }>`
      insert into master_keys (proof) values (${proof}) returning id`;
    if (row === undefined) throw new Error("The insert into master_keys returned no row.");
    return row.id;
  }

  async rewrapDataKeys(
    masterKeyId: string,
    keys: readonly { readonly id: string; readonly wrapped: Buffer }[],
  ): Promise<void> {
    const ids = keys.map(({ id }) => id);
    const wrapped = keys.map((key) => key.wrapped);
    await this.#db.rows`
      update data_keys d set wrapped = fresh.wrapped, master_key_id = ${masterKeyId}
      from unnest(${ids}::bigint[], ${wrapped}::bytea[]) as fresh (id, wrapped)
      where d.id = fresh.id`;
  }

  /** Fails if it still wraps a data key. */
  async removeMasterKey(id: string): Promise<void> {
    await this.#db.rows`delete from master_keys where id = ${id}`;
  }
}

function toRefusal(error: unknown): Addition {
  const refusal = REFUSALS[(error as { code?: string }).code ?? ""];
  if (refusal === undefined) throw error;
  return refusal;
}
