/** A status answer's fields. */
import type { Transaction } from "../../../core/payments/transaction.ts";
import { localTime } from "../../../values/local-time.ts";
import { Amount, type GatewayRecord, NO_ERROR } from "../record.ts";

export function writeIssuedId(id: string): GatewayRecord {
  return { transaction_id: id, ...NO_ERROR };
}

export const NOT_FOUND: GatewayRecord = { found: false, ...NO_ERROR };

export function writeFound(transaction: Transaction, timeZone: string): GatewayRecord {
  return {
    transaction_id: transaction.id,
    transaction_timestamp: localTime(transaction.authorisedAt, timeZone),
    authorization_message: transaction.message,
    transaction_amount: new Amount(transaction.amount),
    cashier: transaction.cashier ?? null,
    transaction_approved: transaction.isApproved,
    found: true,
    ...NO_ERROR,
  };
}
