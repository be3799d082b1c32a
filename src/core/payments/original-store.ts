/** What a payment by token takes from the transaction that made the token. */
import type { Database } from "../../db/database.ts";
import type { SecCode } from "../../values/bank.ts";
import type { TenderType, TransactionState } from "./transaction.ts";

export interface TokenOwner {
  /** A refund or reversal has no card of its own: its original has. */
  readonly originalId: string | null;
  readonly state: TransactionState;
  /** What an ACH entry was sent with, if with any. */
  readonly secCode: SecCode | null;
  readonly checkNumber: string | null;
  readonly columns: Readonly<Record<string, string>>;
}

export interface PaidTender {
  readonly tenderType: TenderType | null;
  readonly last4: string | null;
}

export class OriginalStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Undefined: it is older than we keep, or under way. The token may be good all the same. */
  async findOwner(accountId: string, tokenId: string): Promise<TokenOwner | undefined> {
    const [row] = await this.#db.rows<TokenOwner>`
      select state, original_id as "originalId", sec_code_sent as "secCode",
        check_number as "checkNumber",
        json_strip_nulls(json_build_object('first_name', first_name, 'last_name', last_name, 'company', company, 'street_address1', street_address1,
        'street_address2', street_address2, 'city', city, 'state_province', state_province,
        'zip', zip, 'country', country, 'phone', phone, 'email', email)) as columns
      from transactions where account_id = ${accountId} and id = ${tokenId}`;
    return row;
  }

  /** What a transaction of the account was paid with. */
  async findTender(accountId: string, id: string): Promise<PaidTender | undefined> {
    const [row] = await this.#db.rows<PaidTender>`
      select tender_type as "tenderType", last4
      from transactions where account_id = ${accountId} and id = ${id}`;
    return row;
  }

  async isUnderWay(accountId: string, id: string): Promise<boolean> {
    const open = await this.#db.rows`
      select from open_attempts where account_id + 0 = ${accountId} and transaction_id = ${id}
        and original_id is distinct from ${id}`;
    return open.length > 0;
  }
}
