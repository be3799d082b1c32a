/** Finds console users. A disabled user is not found. */
import type { DatabasePool } from "../../db/database-pool.ts";
import type { OperatorRole } from "../access/operator-role.ts";
import { effectiveRole, ownerKind } from "../management/users/user-roles.ts";
import { PosUserStore } from "../pos/users/pos-user-store.ts";
import type { Person, PersonKey } from "./person.ts";

/** A person and the digest of their current password's hash, of an empty text without a password. */
export interface KnownPerson {
  readonly person: Person;
  readonly passwordDigest: Uint8Array;
}

interface DigestRow {
  readonly digest: Uint8Array;
}

interface OperatorRow extends DigestRow {
  readonly email: string | null;
  readonly role: OperatorRole;
  readonly user_name: string;
  readonly must_change_password: boolean;
}

interface ContactRow extends DigestRow {
  readonly user_name: string;
  readonly user_role: string;
  readonly partner_id: string;
  readonly partner_name: string;
  readonly client_id: string | null;
  readonly client_name: string | null;
}

export class PersonStore {
  readonly #app: DatabasePool;
  readonly #posUsers: PosUserStore;

  constructor(app: DatabasePool) {
    this.#app = app;
    this.#posUsers = new PosUserStore(app);
  }

  async findPerson({ kind, id, tenantId = "" }: PersonKey): Promise<KnownPerson | undefined> {
    if (kind === "operator") return this.#findOperator(id);
    return kind === "contact" ? this.#findContact(tenantId, id) : this.#findPosUser(tenantId, id);
  }

  async findOperatorId(userName: string): Promise<string | undefined> {
    const [row] = await this.#app.rows<{ id: string }>`
      select id from operators where user_name = ${userName} and is_active`;
    return row?.id;
  }

  async #findOperator(id: string): Promise<KnownPerson | undefined> {
    const [row] = await this.#app.rows<OperatorRow>`
      select user_name, email, role, must_change_password,
        sha256(convert_to(password_hash, 'UTF8')) as digest
      from operators where id = ${id} and is_active`;
    if (row === undefined) return undefined;
    const { user_name: userName, role, must_change_password: mustChangePassword, digest } = row;
    const email = row.email ?? undefined;
    return {
      person: { kind: "operator", id, userName, email, role, mustChangePassword },
      passwordDigest: digest,
    };
  }

  async #findContact(partnerId: string, id: string): Promise<KnownPerson | undefined> {
    const [row] = await this.#app.within(
      { partnerId },
      (db) => db.rows<ContactRow>`
        select login.user_name, login.user_role, partner.id as partner_id,
          partner.name as partner_name, client.id as client_id, client.name as client_name,
          sha256(convert_to(coalesce(login.password_hash, ''), 'UTF8')) as digest
        from contact_credentials login
        join partners partner on partner.id = login.partner_id
        left join clients client on client.id = login.client_id
        where login.contact_id = ${id} and login.partner_id = ${partnerId}
          and login.is_active
          and is_partner_active(login.partner_id, login.client_id)`,
    );
    return row && toContact(id, row);
  }

  async #findPosUser(accountId: string, id: string): Promise<KnownPerson | undefined> {
    const caller = await this.#posUsers.findActive(accountId, id);
    const [row] = await this.#app.within(
      { accountId },
      (db) => db.rows<DigestRow>`
        select sha256(convert_to(coalesce(password_hash, ''), 'UTF8')) as digest from pos_users
        where account_id = ${accountId} and id = ${id}`,
    );
    if (caller === undefined || row === undefined) return undefined;
    return { person: { kind: "pos_user", id, ...caller }, passwordDigest: row.digest };
  }
}

function toContact(id: string, row: ContactRow): KnownPerson {
  const { client_id, client_name } = row;
  const owner = ownerKind({ client: client_id });
  return {
    person: {
      kind: "contact",
      id,
      userName: row.user_name,
      userRole: effectiveRole(row.user_role, owner) ?? row.user_role,
      partner: { id: row.partner_id, name: row.partner_name },
      client: client_id === null ? undefined : { id: client_id, name: client_name ?? "" },
    },
    passwordDigest: row.digest,
  };
}
