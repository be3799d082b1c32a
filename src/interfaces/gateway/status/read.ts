/** What a status request asks for. */
import { readTransactionId } from "../../../values/transaction-id.ts";
import { RequestFault } from "../../../wire/fault.ts";
import type { Fields } from "../../../wire/fields.ts";

export type StatusQuestion =
  | { readonly action: "GET_TRANSACTION_ID" }
  | { readonly action: "GET_TRANSACTION_STATUS"; readonly transactionId: string };

export function readQuestion(fields: Fields): StatusQuestion {
  const action = fields.oneOf("action", ["GET_TRANSACTION_ID", "GET_TRANSACTION_STATUS"]);
  if (action === undefined) throw new RequestFault("missing", "action");
  if (action === "GET_TRANSACTION_ID") return { action };
  const transactionId = readTransactionId(fields.required("transaction_id", 12));
  if (transactionId === undefined) throw new RequestFault("invalid", "transaction_id");
  return { action, transactionId };
}
