/** Reads what a payment by token takes from the transaction that made the token. */
import type { Database } from "../../db/database.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { Statement } from "../../db/statements/statement.ts";
import { withoutIndex } from "../../db/unindexed-sql.ts";
import type { SecCode } from "../../values/bank.ts";
import type { PaymentDetails } from "./payment-details.ts";
import type { TenderType, TransactionState, TransactionType } from "./transaction.ts";
import { HOLDER_VALUES, selectJson } from "./transaction-columns-sql.ts";

export interface TokenOwner {
  /** A refund or reversal has no card of its own; its original has. */
  readonly originalId: string | null;
  readonly transactionType: TransactionType;
  readonly state: TransactionState;
  /** The SEC code in the request of an ACH entry, if it had one. */
  readonly secCode: SecCode | null;
  readonly checkNumber: string | null;
  /** The stored bank account whose prenote comes before the entries. */
  readonly prenoteId: string | null;
  /** Of the latest return of an ACH entry. */
  readonly returnCode: string | null;
  /** Names and address. */
  readonly details: PaymentDetails;
}

export interface PaidTender {
  readonly tenderType: TenderType | null;
  readonly last4: string | null;
}

const FIND_TOKEN_OWNER = new Statement(sql`
  select state, original_id as "originalId", transaction_type as "transactionType",
    sec_code_sent as "secCode", check_number as "checkNumber", prenote_id as "prenoteId",
    return_code as "returnCode",
    ${selectJson(HOLDER_VALUES)} as details
  from transactions where account_id = $1::bigint and id = $2::bigint`);

const ACCOUNT_ID = withoutIndex(sql`account_id`);

const FIND_OPEN_PAYMENT = new Statement(findOpenPayment(sql`true`));
/** For a Citus cluster, where the tables are fixed to an account. */
const FIND_OPEN_PAYMENT_ON_CLUSTER = new Statement(findOpenPayment(sql`account_id = $1::bigint`));

/** Captures of the transaction do not count. */
function findOpenPayment(isOwn: Sql): Sql {
  return sql`
    select from open_attempts where ${ACCOUNT_ID} = $1::bigint
      and transaction_id = $2::bigint and original_id is distinct from $2::bigint and ${isOwn}`;
}

export class OriginalStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Undefined: it was purged, or is still being paid. The token may still be valid. */
  async findTokenOwner(accountId: string, tokenId: string): Promise<TokenOwner | undefined> {
    const [row] = await this.#db.run<TokenOwner>(FIND_TOKEN_OWNER, [accountId, tokenId]);
    return row;
  }

  async findPaidTender(accountId: string, id: string): Promise<PaidTender | undefined> {
    const [row] = await this.#db.rows<PaidTender>`
      select tender_type as "tenderType", last4
      from transactions where account_id = ${accountId} and id = ${id}`;
    return row;
  }

  /** Whether the payment that makes this transaction is still open. */
  async isBeingPaid(accountId: string, id: string): Promise<boolean> {
    const isSharded = await this.#db.isSharded();
    const statement = isSharded ? FIND_OPEN_PAYMENT_ON_CLUSTER : FIND_OPEN_PAYMENT;
    return (await this.#db.run(statement, [accountId, id])).length > 0;
  }
}
