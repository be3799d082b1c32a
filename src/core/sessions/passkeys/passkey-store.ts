/** Stores passkeys: public keys with the person they belong to. */
import type { Database } from "../../../db/database.ts";
import type { NewPasskey, StoredPasskey } from "../../../ports/passkey-verifier.ts";
import type { PersonKey } from "../person.ts";

export interface OwnPasskey extends StoredPasskey {
  readonly id: string;
  readonly name: string;
  readonly isSynced: boolean;
  readonly createdAt: Temporal.Instant;
  readonly usedAt: Temporal.Instant | null;
}

interface PasskeyRow extends Omit<OwnPasskey, "counter"> {
  readonly counter: string;
  readonly kind: PersonKey["kind"];
  readonly personId: string;
  readonly homeId: string | null;
}

export class PasskeyStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async listPasskeys({ kind, id }: PersonKey): Promise<readonly OwnPasskey[]> {
    const rows = await this.#db.rows<PasskeyRow>`
      select credential_id as "credentialId", id, name, public_key as "publicKey", counter,
        transports, is_synced as "isSynced", created_at as "createdAt", used_at as "usedAt"
      from passkeys where person_kind = ${kind} and person_id = ${id}
      order by created_at, credential_id`;
    return rows.map((row) => ({ ...row, counter: Number(row.counter) }));
  }

  async findPasskey(
    credentialId: string,
  ): Promise<{ readonly passkey: StoredPasskey; readonly key: PersonKey } | undefined> {
    const [row] = await this.#db.rows<PasskeyRow>`
      select credential_id as "credentialId", public_key as "publicKey", counter, transports,
        person_kind as kind, person_id as "personId", home_id as "homeId"
      from passkeys where credential_id = ${credentialId}`;
    if (row === undefined) return undefined;
    const { publicKey, counter, transports, kind, personId: id, homeId } = row;
    const passkey = { credentialId, publicKey, counter: Number(counter), transports };
    return { passkey, key: { kind, id, tenantId: homeId ?? undefined } };
  }

  /** Returns false if the passkey is known already. */
  async insertPasskey(
    { kind, id, tenantId }: PersonKey,
    passkey: NewPasskey,
    { name, at }: { readonly name: string; readonly at: Temporal.Instant },
  ): Promise<boolean> {
    const { credentialId, publicKey, counter, transports, isSynced } = passkey;
    const inserted = await this.#db.count`
      insert into passkeys (credential_id, person_kind, person_id, home_id, name, public_key,
        counter, transports, is_synced, created_at)
      values (${credentialId}, ${kind}, ${id}, ${tenantId ?? null}, ${name}, ${publicKey}, ${counter},
        ${transports}, ${isSynced}, ${at})
      on conflict do nothing`;
    return inserted === 1;
  }

  /** Returns false if it was used or removed in the meantime: a copy would send an old counter. */
  async recordUse(
    { credentialId, counter }: StoredPasskey,
    newCounter: number,
    at: Temporal.Instant,
  ): Promise<boolean> {
    const used = await this.#db.count`
      update passkeys set counter = ${newCounter}, used_at = ${at}
      where credential_id = ${credentialId} and counter = ${counter}`;
    return used === 1;
  }

  /** Returns the name, or undefined if the person has no such passkey. */
  async deletePasskey({ kind, id }: PersonKey, passkeyId: string): Promise<string | undefined> {
    const [row] = await this.#db.rows<{ name: string }>`
      delete from passkeys
      where person_kind = ${kind} and person_id = ${id} and id = ${passkeyId} returning name`;
    return row?.name;
  }
}
