/** Reads and writes base_keys. A pending import is a row without finished_at. */
import type { Database } from "../../../db/database.ts";
import { refuseSecondPerson } from "../../../db/second-person-sql.ts";
import { sql } from "../../../db/sql.ts";
import type {
  BaseKeyClaim,
  BaseKeyEntry,
  BaseKeyKind,
  SecondOperator,
} from "../../../ports/key-custody.ts";
import type { SecondPersonRefusal } from "../../../values/logins/second-person.ts";

/** Where a whole key is. In an HSM, `sealed` is a reference to it. */
export type BaseKeyHome = "database" | "hsm";

export interface BaseKeyRow extends BaseKeyClaim {
  readonly id: string;
  readonly heldIn: BaseKeyHome;
  readonly sealed: Buffer;
}

/** A key with the check value that its importers confirmed. */
export interface CheckedBaseKey extends BaseKeyRow {
  readonly checkValue: string;
}

export interface PendingImport extends BaseKeyRow {
  readonly startedBy: string;
}

export interface NewBaseKey extends BaseKeyClaim {
  readonly heldIn: BaseKeyHome;
  readonly sealed: Uint8Array;
  readonly checkValue: string;
  /** Null for a key that was not entered in components. */
  readonly startedBy: string | null;
}

export interface FinishedImport {
  readonly heldIn: BaseKeyHome;
  readonly sealed: Uint8Array;
  readonly checkValue: string;
  readonly by: SecondOperator;
}

type EntryRow = Omit<BaseKeyEntry, "state">;

export class BaseKeyStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async addBaseKey(key: NewBaseKey): Promise<"added" | "name_taken" | "ksi_taken"> {
    try {
      await this.#db.rows`
        insert into base_keys
          (name, kind, ksi, sealed, held_in, check_value, started_by, finished_at)
        values (${key.name}, ${key.kind}, ${key.ksi}, ${key.sealed}, ${key.heldIn},
          ${key.checkValue}, ${key.startedBy},
          case when ${key.startedBy}::text is null then now() end)`;
      return "added";
    } catch (error) {
      const { constraint } = error as { constraint?: string };
      if (constraint === "base_keys_name_unique") return "name_taken";
      if (constraint === "base_keys_one_per_ksi") return "ksi_taken";
      throw error;
    }
  }

  async findPending(name: string): Promise<PendingImport | undefined> {
    const [row] = await this.#db.rows<PendingImport>`
      select id, name, kind, ksi, sealed, held_in as "heldIn", started_by as "startedBy"
      from base_keys
      where name = ${name} and finished_at is null and retired_at is null`;
    return row;
  }

  /** Counts imports that wait for the second operator. */
  async countPending(): Promise<number> {
    const [row] = await this.#db.rows<{ count: number }>`
      select count(*)::int as count from base_keys
      where finished_at is null and retired_at is null`;
    return row?.count ?? 0;
  }

  /** Undefined: another person may enter the second component than the one who started. */
  async findSecondPersonRefusal(
    { id }: PendingImport,
    by: SecondOperator,
  ): Promise<SecondPersonRefusal | undefined> {
    const [row] = await this.#db.rows<{ refusal: SecondPersonRefusal | null }>`
      select ${refuseFinish(by)} as refusal from base_keys where id = ${id}`;
    return row?.refusal ?? undefined;
  }

  /**
   * Returns false if another operator has finished or canceled the import in the meantime, or this
   * login is no longer taken for a second person.
   */
  async finishImport({ id, sealed }: PendingImport, finished: FinishedImport): Promise<boolean> {
    const { by } = finished;
    const count = await this.#db.count`
      update base_keys set sealed = ${finished.sealed}, held_in = ${finished.heldIn},
        check_value = ${finished.checkValue}, finished_by = ${by.name}, finished_at = now()
      where id = ${id} and sealed = ${sealed} and finished_at is null and retired_at is null
        and ${refuseFinish(by)} is null`;
    return count === 1;
  }

  async listBaseKeys(): Promise<readonly EntryRow[]> {
    return this.#db.rows<EntryRow>`
      select name, kind, ksi, check_value as "checkValue", started_by as "startedBy",
        finished_by as "finishedBy", created_at as "createdAt", finished_at as "finishedAt",
        retired_at as "retiredAt"
      from base_keys order by id`;
  }

  /** For a pending import, deletes the component and makes the name available again. */
  async retireBaseKey(name: string): Promise<boolean> {
    const count = await this.#db.count`
      update base_keys set retired_at = now(),
        sealed = case when finished_at is null then ''::bytea else sealed end,
        name = case when finished_at is null then name || ' (abandoned ' || id || ')' else name end
      where name = ${name} and retired_at is null`;
    return count === 1;
  }

  async listActive(): Promise<readonly BaseKeyRow[]> {
    return this.#db.rows<BaseKeyRow>`
      select id, name, kind, ksi, sealed, held_in as "heldIn" from base_keys
      where finished_at is not null and retired_at is null`;
  }

  async listActiveWithCheckValues(): Promise<readonly CheckedBaseKey[]> {
    return this.#db.rows<CheckedBaseKey>`
      select id, name, kind, ksi, sealed, held_in as "heldIn", check_value as "checkValue"
      from base_keys
      where finished_at is not null and retired_at is null order by name`;
  }

  /** Whole keys, active or retired, that are sealed in the database. */
  async listOutsideHsm(): Promise<readonly CheckedBaseKey[]> {
    return this.#db.rows<CheckedBaseKey>`
      select id, name, kind, ksi, sealed, held_in as "heldIn", check_value as "checkValue"
      from base_keys
      where finished_at is not null and held_in = 'database' and sealed <> '' order by id`;
  }

  /** Returns false if the row has changed since it was read. */
  async moveToHsm(id: string, old: Buffer, reference: Uint8Array): Promise<boolean> {
    const count = await this.#db.count`
      update base_keys set sealed = ${reference}, held_in = 'hsm'
      where id = ${id} and sealed = ${old} and held_in = 'database'`;
    return count === 1;
  }

  /** All sealed rows, each with whether it is a whole key or a component. */
  async listSealed(): Promise<readonly (BaseKeyRow & { readonly isWhole: boolean })[]> {
    return this.#db.rows<BaseKeyRow & { readonly isWhole: boolean }>`
      select id, name, kind, ksi, sealed, held_in as "heldIn",
        finished_at is not null as "isWhole"
      from base_keys where sealed <> ''`;
  }

  /** Does nothing if the row has changed since it was read. */
  async replaceSealed(id: string, old: Buffer, fresh: Uint8Array): Promise<void> {
    await this.#db.rows`
      update base_keys set sealed = ${fresh} where id = ${id} and sealed = ${old}`;
  }
}

function refuseFinish({ name: second, at }: SecondOperator) {
  return refuseSecondPerson({ requester: sql`started_by`, second, at });
}

/** The context of a sealed base key includes its kind and KSI, so that neither can be changed. */
export function baseKeyContext(claim: BaseKeyClaim, part: "component" | "sealed" | "reference") {
  const { name, kind, ksi }: { name: string; kind: BaseKeyKind; ksi: string | null } = claim;
  return { place: `base_keys.${part}`, owner: `${name}/${kind}/${ksi ?? "*"}` };
}
