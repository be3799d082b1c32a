/** Writes the caller's partner, the partners below it, and their parser credentials. */
import type { Database } from "../../../db/database.ts";
import { fieldError } from "../scope/field-errors.ts";
import type { PartnerValues } from "./partner-values.ts";

/** The field errors of names that are taken. */
export const PARTNER_CONSTRAINTS = {
  partners_reference_unique: fieldError("reference", "taken"),
  partner_credentials_parser_name_unique: fieldError("partnerId", "taken"),
};

type PartnerRow = Omit<PartnerValues, "partnerId">;

/** An undefined value stays unchanged. */
export interface ParserLogin {
  readonly parserName?: string | undefined;
  readonly keyDigest?: Uint8Array | undefined;
  readonly keySealed?: Uint8Array | undefined;
  /** Null removes it. */
  readonly publicKey?: string | null | undefined;
  readonly allowList?: readonly string[] | undefined;
}

export class PartnerRowStore {
  readonly #db: Database;
  readonly #callerId: string;

  constructor({ db, callerId }: { readonly db: Database; readonly callerId: string }) {
    this.#db = db;
    this.#callerId = callerId;
  }

  async nextId(): Promise<string> {
    const [row] = await this.#db.rows<{ id: string }>`
      select nextval(pg_get_serial_sequence('partners', 'id')) as id`;
    if (row === undefined) throw new Error("the sequence returned no id");
    return row.id;
  }

  /** Below a parent that the caller can see. Without a parent the caller is the new partner. */
  async insertPartner(id: string, parentId: string | null, values: PartnerRow): Promise<void> {
    const added = await this.#db.count`
      insert into partners (id, name, reference, parent_id, path, billing_id, verification_phrase,
        client_can_order_equipment, is_active)
      overriding system value
      select ${id}::bigint, ${values.name}, ${values.reference}, ${parentId}::bigint,
        coalesce(parent.path, '{}') || ${id}::bigint, ${values.billingId},
        ${values.verificationPhrase}, ${values.clientCanOrderEquipment}, ${values.isActive}
      from (select) one
      left join partners parent
        on parent.id = ${parentId}::bigint and parent.path @> array[${this.#callerId}::bigint]
      where ${parentId}::bigint is null or parent.id is not null`;
    if (added !== 1) throw new Error("the parent of the new partner was not found");
  }

  async linkPartner(id: string, locationId: string, contactId: string): Promise<void> {
    await this.#db.rows`
      update partners set location_id = ${locationId}, contact_id = ${contactId}
      where id = ${id} and path @> array[${this.#callerId}::bigint]`;
  }

  /** Increments the version. */
  async updatePartner(
    id: string,
    values: PartnerRow & {
      readonly locationId: string | null;
      readonly contactId: string | null;
    },
  ): Promise<void> {
    await this.#db.rows`
      update partners set name = ${values.name}, reference = ${values.reference},
        billing_id = ${values.billingId}, verification_phrase = ${values.verificationPhrase},
        client_can_order_equipment = ${values.clientCanOrderEquipment},
        is_active = ${values.isActive}, location_id = ${values.locationId},
        contact_id = ${values.contactId}, version = version + 1, modified_at = now()
      where id = ${id} and path @> array[${this.#callerId}::bigint]`;
  }

  /** A partner without a parser name gets its reference. */
  async setParserLogin(id: string, login: ParserLogin): Promise<void> {
    const { parserName, keyDigest, keySealed, publicKey, allowList } = login;
    await this.#db.rows`
      insert into partner_credentials as known
        (partner_id, parser_name, key_digest, key_sealed, public_key, allow_list)
      select id, coalesce(${parserName ?? null}::text, reference), ${keyDigest ?? null}::bytea,
        ${keySealed ?? null}::bytea, ${publicKey ?? null}::text,
        array(
          select network(range::inet)
          from unnest(${allowList ?? []}::text[]) with ordinality as listed (range, place)
          order by place)
      from partners where id = ${id} and path @> array[${this.#callerId}::bigint]
      on conflict (partner_id) do update set
        parser_name = coalesce(${parserName ?? null}::text, known.parser_name),
        key_digest = coalesce(excluded.key_digest, known.key_digest),
        key_sealed = coalesce(excluded.key_sealed, known.key_sealed),
        public_key = case when ${publicKey !== undefined} then excluded.public_key
          else known.public_key end,
        allow_list = case when ${allowList !== undefined} then excluded.allow_list
          else known.allow_list end`;
  }
}

/** For operators. It searches all tenants, so it runs as the owner of the tables. */
export async function findPartnerByReference(
  db: Database,
  reference: string,
): Promise<{ readonly id: string; readonly name: string } | undefined> {
  const [row] = await db.rows<{ id: string; name: string }>`
    select id, name from partners where reference = ${reference}`;
  return row;
}
