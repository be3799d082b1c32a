/** The status API: reserves transaction ids and tells what happened to a payment. */
import { repeatSafely } from "../call/retry.ts";
import { SixdoorsError } from "../errors.ts";
import type { CallOptions } from "../options.ts";
import type { Fields } from "../wire/form.ts";
import { openRenaming, renameFromWire } from "../wire/names.ts";
import type { FormBody, JsonAnswer } from "../wire/wire-types.ts";
import { describeAnswer, type Gateway, postForm } from "./gateway.ts";

const STATUS_PATH = "/api/tsapi/3.8";
type StatusForm = FormBody<typeof STATUS_PATH>;
type StatusAnswer = JsonAnswer<typeof STATUS_PATH, "post">;

const NAMES = {
  id: "transaction_id",
  timestamp: "transaction_timestamp",
  message: "authorization_message",
  amount: "transaction_amount",
  cashier: "cashier",
} as const satisfies Readonly<Record<string, keyof StatusAnswer>>;

export interface StatusRecord {
  readonly id: string;
  /** YYYY-MM-DD HH:MM:SS in the account's time zone. */
  readonly timestamp: string;
  readonly message: string;
  readonly amount: string;
  readonly cashier: string | null;
}

export type FoundTransaction = StatusRecord & { readonly outcome: "approved" | "declined" };

/**
 * `pending`: ask again in a few seconds. `not_sent`: final, nothing was charged; pay with a new id.
 * `not_found`: nothing was started; the id can still be used.
 */
export type TransactionStatus =
  | FoundTransaction
  | (StatusRecord & { readonly outcome: "pending" | "not_sent" })
  | { readonly outcome: "not_found"; readonly id: string };

export interface Status {
  /** What happened to a transaction. A declined payment is not an error. */
  get(id: string, options?: CallOptions): Promise<TransactionStatus>;
}

const RENAMING = openRenaming(NAMES, ["transaction_amount"]);
const UNSETTLED: Readonly<Record<string, "pending" | "not_sent">> = {
  "IN PROGRESS": "pending",
  "NOT SENT": "not_sent",
};

export function openStatus(gateway: Gateway): Status {
  return { get: (id, options = {}) => readStatus(gateway, id, options) };
}

/** An id for one payment, valid for 30 days. */
export async function reserveTransactionId(
  gateway: Gateway,
  options: CallOptions,
): Promise<string> {
  const { transaction_id } = await askStatus(gateway, { action: "GET_TRANSACTION_ID" }, options);
  if (transaction_id !== undefined && /^\d{12}$/.test(transaction_id)) return transaction_id;
  throw new SixdoorsError("The answer has no transaction id.", {
    code: "unreadable_answer",
    area: "status",
    isTemporary: true,
  });
}

export async function readStatus(
  gateway: Gateway,
  id: string,
  options: CallOptions,
): Promise<TransactionStatus> {
  const fields = { action: "GET_TRANSACTION_STATUS", transaction_id: id } as const;
  const answer = await askStatus(gateway, fields, options);
  if (answer.found !== true) return { outcome: "not_found", id };
  const { error, error_code, error_message, error_msg, ...found } = answer;
  const { isApproved, ...record } = renameStatus(found);
  return {
    ...record,
    outcome: UNSETTLED[record.message] ?? (isApproved ? "approved" : "declined"),
  };
}

type Found = Omit<StatusAnswer, "error" | "error_code" | "error_message" | "error_msg">;

function renameStatus({ found, transaction_approved, ...fields }: Found) {
  const record = renameFromWire(fields, RENAMING) as StatusRecord;
  return { ...record, message: record.message ?? "", isApproved: transaction_approved === true };
}

type Question = Fields & Pick<StatusForm, "action">;

async function askStatus(
  gateway: Gateway,
  fields: Question,
  options: CallOptions,
): Promise<StatusAnswer> {
  const { retry } = gateway.connection;
  return repeatSafely({ retry, area: "status", options }, async () => {
    const request = { area: "status", path: STATUS_PATH, fields } as const;
    const { answer, reply } = await postForm<StatusAnswer>(gateway, request, options);
    if (answer.error_code !== 0) throw describeAnswer(answer, reply);
    return answer;
  });
}
