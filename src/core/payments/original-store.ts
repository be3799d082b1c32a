/** Reads what a payment by token takes from the transaction that made the token. */
import type { Database } from "../../db/database.ts";
import { pinToAccount } from "../../db/sharding/account-groups.ts";
import { sql } from "../../db/sql.ts";
import { withoutIndex } from "../../db/unindexed-sql.ts";
import type { SecCode } from "../../values/bank.ts";
import type { PaymentDetails } from "./payment-details.ts";
import type { TenderType, TransactionState } from "./transaction.ts";
import { HOLDER_VALUES, selectJson } from "./transaction-columns-sql.ts";

export interface TokenOwner {
  /** A refund or reversal has no card of its own; its original has. */
  readonly originalId: string | null;
  readonly state: TransactionState;
  /** The SEC code in the request of an ACH entry, if it had one. */
  readonly secCode: SecCode | null;
  readonly checkNumber: string | null;
  /** Names and address. */
  readonly details: PaymentDetails;
}

export interface PaidTender {
  readonly tenderType: TenderType | null;
  readonly last4: string | null;
}

const HOLDER = selectJson(HOLDER_VALUES);

const ACCOUNT_ID = withoutIndex(sql`account_id`);

export class OriginalStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Undefined: it was purged, or is still being paid. The token may still be valid. */
  async findTokenOwner(accountId: string, tokenId: string): Promise<TokenOwner | undefined> {
    const [row] = await this.#db.rows<TokenOwner>`
      select state, original_id as "originalId", sec_code_sent as "secCode",
        check_number as "checkNumber",
        ${HOLDER} as details
      from transactions where account_id = ${accountId} and id = ${tokenId}`;
    return row;
  }

  async findPaidTender(accountId: string, id: string): Promise<PaidTender | undefined> {
    const [row] = await this.#db.rows<PaidTender>`
      select tender_type as "tenderType", last4
      from transactions where account_id = ${accountId} and id = ${id}`;
    return row;
  }

  /** Whether the payment that makes this transaction is still open. Captures do not count. */
  async isBeingPaid(accountId: string, id: string): Promise<boolean> {
    const group = (await this.#db.isSharded()) ? { accountId } : {};
    const open = await this.#db.rows`
      select from open_attempts where ${ACCOUNT_ID} = ${accountId}
        and transaction_id = ${id} and original_id is distinct from ${id}
        and ${pinToAccount(sql`account_id`, group)}`;
    return open.length > 0;
  }
}
