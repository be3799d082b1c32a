/** Writes the fields of a status answer. */
import type { TransactionStatus } from "../../../core/payments/transaction.ts";
import { localTime } from "../../../values/local-time.ts";
import { centsToNumber } from "../../../values/money.ts";
import { type GatewayRecord, NO_ERROR } from "../record.ts";

export function writeIssuedId(id: string): GatewayRecord {
  return { transaction_id: id, ...NO_ERROR };
}

export const STATUS_NOT_FOUND: GatewayRecord = { found: false, ...NO_ERROR };

export function writeFound(status: TransactionStatus, timeZone: string): GatewayRecord {
  return {
    transaction_id: status.id,
    transaction_timestamp: localTime(status.authorizedAt, timeZone),
    authorization_message: status.message,
    transaction_amount: centsToNumber(status.amount),
    cashier: status.cashier ?? null,
    transaction_approved: status.isApproved,
    found: true,
    error: false,
    error_code: 0,
    error_message: null,
    error_msg: null,
  };
}
