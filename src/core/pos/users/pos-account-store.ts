/** The part of an account that its users see and change at the point of sale. */
import type { Database } from "../../../db/database.ts";
import type { PosAccount } from "./pos-user.ts";

/** Undefined means no change; null removes the value. */
export interface PosAccountChanges {
  readonly name: string | undefined;
  readonly timeZone: string | undefined;
  readonly receiptEmail: string | null | undefined;
  readonly isTaxedBeforeDiscount: boolean | undefined;
}

export interface PosAccountRow {
  readonly account_id: string;
  readonly account_name: string;
  readonly time_zone: string;
  readonly receipt_email: string | null;
  readonly currency: string;
  readonly tax_before_discount: boolean;
}

export class PosAccountStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Returns the changed account, or undefined if it has been disabled meanwhile. */
  async updateAccount(
    accountId: string,
    { name, timeZone, receiptEmail, isTaxedBeforeDiscount }: PosAccountChanges,
  ): Promise<PosAccount | undefined> {
    const [row] = await this.#db.rows<PosAccountRow>`
      update accounts set
        name = coalesce(${name ?? null}, name),
        time_zone = coalesce(${timeZone ?? null}, time_zone),
        tax_before_discount = coalesce(${isTaxedBeforeDiscount ?? null}, tax_before_discount),
        receipt_email = case when ${receiptEmail !== undefined}::boolean
          then ${receiptEmail ?? null} else receipt_email end
      where id = ${accountId} and is_active
      returning id as account_id, name as account_name, time_zone, receipt_email, currency,
        tax_before_discount`;
    return row && toPosAccount(row);
  }

  /** Returns undefined if the account does not exist or is disabled. */
  async findAccount(accountId: string): Promise<PosAccount | undefined> {
    const [row] = await this.#db.rows<PosAccountRow>`
      select id as account_id, name as account_name, time_zone, receipt_email, currency,
        tax_before_discount
      from accounts where id = ${accountId} and is_active`;
    return row && toPosAccount(row);
  }

  /** Whether tax is calculated on the amounts before discount. */
  async isTaxedBeforeDiscount(accountId: string): Promise<boolean> {
    const [row] = await this.#db.rows<{ tax_before_discount: boolean }>`
      select tax_before_discount from accounts where id = ${accountId}`;
    return row?.tax_before_discount ?? false;
  }
}

export function toPosAccount(row: PosAccountRow): PosAccount {
  return {
    id: row.account_id,
    name: row.account_name,
    timeZone: row.time_zone,
    receiptEmail: row.receipt_email ?? undefined,
    currency: row.currency,
    isTaxedBeforeDiscount: row.tax_before_discount,
  };
}
