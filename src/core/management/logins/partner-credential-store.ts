/** Finds a partner's parser credentials. Runs before the login, so outside any tenant. */
import type { Database } from "../../../db/database.ts";

export interface PartnerCredential {
  readonly partnerId: string;
  readonly keyDigest: Uint8Array;
  readonly keySealed: Uint8Array;
  /** PEM. Undefined: none was registered. */
  readonly publicKey: string | undefined;
}

/** A replaced key that is still valid. */
export interface OlderPartnerKey {
  readonly digest: Uint8Array;
  readonly sealed: Uint8Array;
  readonly until: Temporal.Instant;
}

/** What is known about the name and the address of a call. */
export interface PartnerLookup {
  /** Undefined: no partner has this name, or it has no key yet. */
  readonly credential: PartnerCredential | undefined;
  /** The address is on the allow list of this partner. */
  readonly isListed: boolean;
  /** The address is on the allow list of some partner. */
  readonly isListedAnywhere: boolean;
}

interface LookupRow {
  readonly partner_id: string | null;
  readonly key_digest: Uint8Array | null;
  readonly key_sealed: Uint8Array | null;
  readonly public_key: string | null;
  readonly is_listed: boolean;
  readonly is_listed_anywhere: boolean;
}

export class PartnerCredentialStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** An undefined name matches no partner, an undefined address is on no list. */
  async lookUpPartner(
    parserName: string | undefined,
    address: string | undefined,
  ): Promise<PartnerLookup> {
    const [row] = await this.#db.rows<LookupRow>`
      select credential.partner_id, credential.key_digest, credential.key_sealed,
        credential.public_key,
        coalesce(caller.address <<= any (credential.allow_list), false) as is_listed,
        coalesce(caller.address <<= any (credential.allow_list), false) or exists (
          select from partner_credentials anyone
          where caller.address <<= any (anyone.allow_list)) as is_listed_anywhere
      from (select ${address ?? null}::inet as address) caller
      left join partner_credentials credential
        on credential.parser_name = ${parserName ?? null}::text`;
    return row === undefined ? NOTHING_FOUND : toLookup(row);
  }

  /** By name, so that an unknown name takes as long as a known one. */
  async listOlderKeys(
    parserName: string,
    now: Temporal.Instant,
  ): Promise<readonly OlderPartnerKey[]> {
    return this.#db.rows<OlderPartnerKey>`
      select older.digest, older.sealed, older.expires_at as until
      from partner_credentials credential
      join partner_old_keys older on older.partner_id = credential.partner_id
      where credential.parser_name = ${parserName} and older.expires_at > ${now}
      order by older.expires_at, older.id`;
  }
}

const NOTHING_FOUND: PartnerLookup = {
  credential: undefined,
  isListed: false,
  isListedAnywhere: false,
};

function toLookup(row: LookupRow): PartnerLookup {
  return {
    credential: toCredential(row),
    isListed: row.is_listed,
    isListedAnywhere: row.is_listed_anywhere,
  };
}

function toCredential(row: LookupRow): PartnerCredential | undefined {
  const { partner_id: partnerId, key_digest: keyDigest, key_sealed: keySealed } = row;
  if (partnerId === null || keyDigest === null || keySealed === null) return undefined;
  return { partnerId, keyDigest, keySealed, publicKey: row.public_key ?? undefined };
}
