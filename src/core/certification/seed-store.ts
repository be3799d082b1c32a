/** The inserts of the seed. All of them run in one transaction. */
import type { Database } from "../../db/database.ts";
import type { NewSealedKey } from "../accounts/account-store.ts";
import type {
  SeedAccount,
  SeedBankConnection,
  SeedClient,
  SeedContact,
  SeedDevices,
  SeedForm,
  SeedLocation,
  SeedPartner,
  SeedPosUser,
} from "./certification-seed.ts";

interface StoredSecret {
  readonly digest: Uint8Array;
  readonly sealed: Uint8Array;
}

interface Owner {
  readonly partnerId: string;
  readonly clientId?: string;
}

type Id = { readonly id: string };

export class SeedStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** True for one caller only. Concurrent callers wait for its commit and then get false. */
  async claimSeeding(): Promise<boolean> {
    const marked = await this.#db.count`
      update installation set seeded_at = now()
      where environment = 'certification' and seeded_at is null`;
    return marked === 1;
  }

  async addOperator(userName: string, passwordHash: string): Promise<void> {
    await this.#db.rows`
      insert into operators (user_name, password_hash) values (${userName}, ${passwordHash})`;
  }

  async addBankConnection(bank: SeedBankConnection): Promise<void> {
    await this.#db.rows`
      insert into bank_connections (name, immediate_destination, immediate_destination_name,
        immediate_origin, immediate_origin_name, odfi, cut_offs, writes_offset)
      values (${bank.name}, ${bank.immediateDestination}, ${bank.immediateDestinationName},
        ${bank.immediateOrigin}, ${bank.immediateOriginName}, ${bank.odfi}, ${bank.cutOffs},
        ${bank.offset})`;
  }

  async addAccount(account: SeedAccount): Promise<void> {
    const { account_id: id, ach, verification } = account;
    await this.#db.rows`
      insert into accounts (id, name, time_zone, parent_id, is_agent, card_processor,
        ach_processor, ach_default_sec_code, allows_credit)
      values (${id}, ${account.name}, ${account.time_zone}, ${account.parent},
        ${account.agent ?? false}, ${account.agent ? null : "simulator"},
        ${ach?.processor ?? null}, ${ach?.default_sec_code ?? "WEB"}, true)`;
    if (verification === null) return;
    const days = verification.frequency_days === "every" ? null : verification.frequency_days;
    await this.#db.rows`
      insert into verification_settings (account_id, is_enabled, sec_codes, frequency_days,
        covers_recurring, covers_reissue, when_unavailable)
      values (${id}, ${verification.enabled}, ${verification.sec_codes}, ${days},
        ${verification.recurring}, ${verification.reissue}, ${verification.when_unavailable})`;
  }

  async linkAccount(id: string, partner: string): Promise<void> {
    await this.#db.rows`
      update accounts set partner_id = (select id from partners where reference = ${partner})
      where id = ${id}`;
  }

  async addAccessKey(
    accountId: string,
    { digest, sealed, startsWith, endsWith }: NewSealedKey,
  ): Promise<void> {
    await this.#db.rows`
      insert into account_keys (account_id, digest, sealed, starts_with, ends_with, key_name)
      values (${accountId}, ${digest}, ${sealed}, ${startsWith}, ${endsWith}, 'Published test key')`;
  }

  async addPosUser(user: SeedPosUser, passwordHash: string): Promise<void> {
    await this.#db.rows`
      insert into pos_users (account_id, email, role, password_hash)
      values (${user.account_id}, ${user.email}, ${user.role}, ${passwordHash})`;
  }

  async addForm(form: SeedForm): Promise<void> {
    await this.#db.rows`
      insert into payment_forms
        (account_id, name, title, methods, ach_sec_code, reportable_fields)
      values (${form.account_id}, ${form.form}, ${form.title}, ${form.methods},
        ${form.ach_sec_code}, ${form.reportable_fields})`;
  }

  async addPartner({ name, reference }: SeedPartner, above: readonly string[]): Promise<string> {
    const parent = above.at(-1) ?? null;
    return insertedId(
      await this.#db.rows<Id>`
        with next as (select nextval(pg_get_serial_sequence('partners', 'id')) as id)
        insert into partners (id, name, reference, parent_id, path) overriding system value
        select id, ${name}, ${reference}, ${parent}, ${above}::bigint[] || id from next
        returning id`,
    );
  }

  async addPartnerCredentials(
    partnerId: string,
    { reference, allowList }: SeedPartner,
    { digest, sealed }: StoredSecret,
  ): Promise<void> {
    await this.#db.rows`
      insert into partner_credentials (partner_id, parser_name, key_digest, key_sealed, allow_list)
      values (${partnerId}, ${reference}, ${digest}, ${sealed}, ${allowList}::cidr[])`;
  }

  async completePartner(id: string, locationId: string, contactId: string): Promise<void> {
    await this.#db.rows`
      update partners set location_id = ${locationId}, contact_id = ${contactId} where id = ${id}`;
  }

  /** In a partner's path, the first id is the root partner and the last one the partner itself. */
  async addClient(client: SeedClient): Promise<{ clientId: string; partnerId: string }> {
    const [row] = await this.#db.rows<{ id: string; direct_partner_id: string }>`
      insert into clients (partner_id, direct_partner_id, name, mid)
      select path[1], id, ${client.name}, ${client.mid}
      from partners where reference = ${client.partner}
      returning id, direct_partner_id`;
    if (row === undefined) throw new Error(`seed: client ${client.name} has an unknown partner`);
    return { clientId: row.id, partnerId: row.direct_partner_id };
  }

  async completeClient(id: string, locationId: string, contactId: string): Promise<void> {
    await this.#db.rows`
      update clients set location_id = ${locationId}, contact_id = ${contactId} where id = ${id}`;
  }

  async addLocation(location: SeedLocation, { partnerId, clientId }: Owner): Promise<string> {
    return insertedId(
      await this.#db.rows<Id>`
        insert into locations (partner_id, client_id, name, location_type, country_code, address1,
          city, state_province, postal_code)
        values (${partnerId}, ${clientId ?? null}, ${location.name}, ${location.locationType},
          ${location.country.code}, ${location.address1}, ${location.city},
          ${location.stateProvince}, ${location.postalCode})
        returning id`,
    );
  }

  async addContact(contact: SeedContact, { partnerId, clientId }: Owner): Promise<string> {
    return insertedId(
      await this.#db.rows<Id>`
        insert into contacts (partner_id, client_id, user_name, first_name, last_name, email,
          phone, user_role, is_active)
        values (${partnerId}, ${clientId ?? null}, ${contact.userName}, ${contact.firstName},
          ${contact.lastName}, ${contact.email}, ${contact.phone}, ${contact.userRole},
          ${contact.isActive})
        returning id`,
    );
  }

  async addContactCredentials(
    contactId: string,
    passwordHash: string,
    secretSealed: Uint8Array | null,
  ): Promise<void> {
    await this.#db.rows`
      insert into contact_credentials (contact_id, user_name, partner_id, client_id, user_role,
        is_active, password_hash, secret_sealed)
      select id, user_name, partner_id, client_id, user_role, is_active, ${passwordHash},
        ${secretSealed}
      from contacts where id = ${contactId}`;
  }

  async addDevices(devices: SeedDevices): Promise<void> {
    const [types, serials] = [Object.keys(devices.serials), Object.values(devices.serials)];
    await this.#db.rows`
      insert into devices (partner_id, client_id, location_id, serial_number, device_type_id,
        device_state_id, activation_date)
      select clients.direct_partner_id, clients.id, clients.location_id, seeded.serial, type.id,
        state.id, case when state.name = 'activated' then now() end
      from unnest(${types}::text[], ${serials}::text[]) as seeded (type, serial)
        join device_types type on type.name = seeded.type
        join device_states state on state.name = ${devices.deviceState}
        join clients on clients.name = ${devices.client}`;
  }
}

function insertedId(rows: readonly Id[]): string {
  const [row] = rows;
  if (row === undefined) throw new Error("seed: an insert returned no id");
  return row.id;
}
