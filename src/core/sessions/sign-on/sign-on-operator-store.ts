/** Operators who sign in through the identity provider. */
import type { Database } from "../../../db/database.ts";
import type { OperatorRole } from "../../access/operator-role.ts";

export interface SignOnSubject {
  readonly issuer: string;
  readonly subject: string;
}

interface NewSubject extends SignOnSubject {
  /** So that the operator gets security notices and notifications. */
  readonly verifiedEmail: string | undefined;
}

export interface SignOnOperator {
  readonly id: string;
  readonly userName: string;
  readonly role: OperatorRole;
  readonly isActive: boolean;
  readonly email: string | null;
}

export class SignOnOperatorStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Locks the operator until the transaction ends. */
  async lockOperator({ issuer, subject }: SignOnSubject): Promise<SignOnOperator | undefined> {
    const [row] = await this.#db.rows<SignOnOperator>`
      select id, user_name as "userName", role, is_active as "isActive", email from operators
      where sign_on_issuer = ${issuer} and sign_on_subject = ${subject} for no key update`;
    return row;
  }

  /** An empty hash matches no password. Returns undefined if the name or the person is taken. */
  async insertOperator(
    { issuer, subject, verifiedEmail }: NewSubject,
    { userName, role }: { readonly userName: string; readonly role: OperatorRole },
  ): Promise<string | undefined> {
    const [row] = await this.#db.rows<{ id: string }>`
      insert into operators
        (user_name, role, password_hash, sign_on_issuer, sign_on_subject, email)
      values (${userName}, ${role}, '', ${issuer}, ${subject}, ${verifiedEmail ?? null})
      on conflict do nothing returning id`;
    return row?.id;
  }

  /** The names of other operators with this address, also disabled ones. */
  async listOthersWithEmail(
    email: string | undefined,
    userName: string,
  ): Promise<readonly string[]> {
    const rows = await this.#db.rows<{ userName: string }>`
      select user_name as "userName" from operators
      where lower(email) = lower(${email ?? null}) and user_name <> ${userName}
      order by lower(user_name)`;
    return rows.map((row) => row.userName);
  }

  async setRole(id: string, role: OperatorRole): Promise<void> {
    await this.#db.rows`update operators set role = ${role} where id = ${id}`;
  }
}
