/** What a status request asks for: the action first, then lengths and presence, then forms. */
import { readTransactionId } from "../../../values/transaction-id.ts";
import type { Fields } from "../../../wire/fields.ts";
import { RequestError } from "../../../wire/request-error.ts";
import { type ResponseFormat, readFormat } from "../record.ts";

export type StatusQuestion =
  | { readonly action: "GET_TRANSACTION_ID"; readonly format: ResponseFormat }
  | {
      readonly action: "GET_TRANSACTION_STATUS";
      readonly format: ResponseFormat;
      readonly transactionId: string;
    };

const ACTIONS = ["GET_TRANSACTION_ID", "GET_TRANSACTION_STATUS"] as const;

export function readQuestion(fields: Fields): StatusQuestion {
  const action = readAction(fields);
  const format = readFormat(fields);
  const transactionId = readId(fields);
  if (action === "GET_TRANSACTION_ID") return { action, format };
  if (transactionId === undefined) throw new RequestError("missing", "transaction_id");
  return { action, format, transactionId };
}

function readAction(fields: Fields): StatusQuestion["action"] {
  const text = fields.lenient("action", Number.POSITIVE_INFINITY);
  const action = ACTIONS.find((name) => name === text);
  if (action === undefined) throw new RequestError("invalid", "action");
  return action;
}

function readId(fields: Fields): string | undefined {
  const text = fields.optional("transaction_id", 12);
  if (text === undefined) return undefined;
  const id = readTransactionId(text);
  if (id === undefined) throw new RequestError("invalid", "transaction_id");
  return id;
}
