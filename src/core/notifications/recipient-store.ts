/**
 * Finds the people who can get notifications, of all tenants, with their choices. Left out: disabled
 * people, people of disabled accounts and partners, people without an address, and people who have not
 * chosen a password yet. Works as the owner of the tables.
 */
import type { Database } from "../../db/database.ts";
import { sql } from "../../db/sql.ts";
import type { OperatorRole } from "../access/operator-role.ts";
import type { PosRole } from "../pos/users/pos-user.ts";
import type { Choices } from "./notification-kinds.ts";

interface AnyRecipient {
  readonly id: string;
  readonly email: string;
  readonly choices: Choices;
}

export interface MerchantRecipient extends AnyRecipient {
  readonly kind: "pos_user";
  readonly role: PosRole;
  readonly account: {
    readonly id: string;
    readonly name: string;
    readonly timeZone: string;
    readonly currency: string;
    /** False: it has no webhooks and no key that expires, so there is nothing to look for. */
    readonly hasSettingsToWatch: boolean;
  };
}

export interface ManagementRecipient extends AnyRecipient {
  readonly kind: "contact";
  readonly userRole: string;
  readonly partner: {
    readonly id: string;
    readonly name: string;
    readonly hasOlderKeys: boolean;
  };
  /** Null for a partner's own users. */
  readonly client: { readonly id: string; readonly name: string } | null;
}

export interface OperatorRecipient extends AnyRecipient {
  readonly kind: "operator";
  readonly role: OperatorRole;
}

export type Recipient = MerchantRecipient | ManagementRecipient | OperatorRecipient;

/** A problem that is still open must be looked at, so that it can end. */
const HAS_SETTINGS_TO_WATCH = sql`(
  exists (select from webhook_endpoints where account_id = account.id)
  or exists (select from further_webhook_endpoints where account_id = account.id)
  or exists (select from account_keys where account_id = account.id and expires_at is not null)
  or exists (
    select from notification_problems where name = 'webhooks of account ' || account.id))`;

export class RecipientStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** The users of the next accounts after this id, in the order of the accounts. */
  async listMerchantRecipients(
    after: string,
    accountsMax: number,
  ): Promise<readonly MerchantRecipient[]> {
    return this.#db.rows<MerchantRecipient>`
      select 'pos_user' as kind, person.id, person.email, person.role,
        ${choicesSql("pos_user")} as choices,
        json_build_object('id', account.id::text, 'name', account.name,
          'timeZone', account.time_zone, 'currency', account.currency,
          'hasSettingsToWatch', ${HAS_SETTINGS_TO_WATCH}) as account
      from (
        select id, name, time_zone, currency from accounts
        where is_active and id > ${after}::bigint
          and exists (
            select from pos_users
            where account_id = accounts.id and is_active and password_hash is not null)
        order by id limit ${accountsMax}) as account
      join pos_users person on person.account_id = account.id
      where person.is_active and person.password_hash is not null
      order by account.id, person.id`;
  }

  async listManagementRecipients(): Promise<readonly ManagementRecipient[]> {
    return this.#db.rows<ManagementRecipient>`
      select 'contact' as kind, person.id, person.email, login.user_role as "userRole",
        ${choicesSql("contact")} as choices,
        json_build_object('id', partner.id::text, 'name', partner.name, 'hasOlderKeys',
          exists (select from partner_old_keys where partner_id = partner.id)) as partner,
        case when client.id is not null
          then json_build_object('id', client.id::text, 'name', client.name) end as client
      from contact_credentials login
        join contacts person on person.id = login.contact_id
        join partners partner on partner.id = login.partner_id
        left join clients client on client.id = login.client_id
      where login.is_active and login.password_hash is not null
        and is_partner_active(login.partner_id, login.client_id)
      order by login.partner_id, login.client_id, person.id`;
  }

  async listOperatorRecipients(): Promise<readonly OperatorRecipient[]> {
    return this.#db.rows<OperatorRecipient>`
      select 'operator' as kind, person.id, person.email, person.role,
        ${choicesSql("operator")} as choices
      from operators person
      where person.is_active and person.email is not null and not person.must_change_password
      order by person.id`;
  }
}

function choicesSql(kind: Recipient["kind"]) {
  return sql`(select coalesce(json_object_agg(choice.kind, choice.is_on), '{}')
    from notification_choices choice
    where choice.person_kind = ${kind} and choice.person_id = person.id)`;
}
