/** Reads a status request: the action first, then lengths and presence, then formats. */
import Type from "typebox";
import { readTransactionId } from "../../../values/transaction-id.ts";
import type { Form } from "../../../wire/form.ts";
import { PLAIN } from "../../../wire/reader/check.ts";
import {
  formText,
  readField,
  readFieldLeniently,
  takeFormText,
} from "../../../wire/reader/form-rules.ts";
import { INVALID } from "../../../wire/reader/problem.ts";
import { textRule } from "../../../wire/reader/rule.ts";
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

export const STATUS_RULES = {
  action: textRule(takeFormText, [PLAIN])
    .as((text) => ACTIONS.find((name) => name === text), INVALID)
    .shownAs(
      Type.Enum([...ACTIONS], {
        description: "Get an id for a new payment, or look up a transaction.",
      }),
    ),
  transaction_id: formText(12)
    .as(readTransactionId, INVALID)
    .optional()
    .describe({ pattern: "^[0-9]+$", description: "Required for GET_TRANSACTION_STATUS." }),
};

export function readQuestion(form: Form): StatusQuestion {
  // Every error of the action has the same code.
  const action = readFieldLeniently(form, "action", STATUS_RULES.action);
  if (action === undefined) throw new RequestError("invalid", "action");
  const format = readFormat(form);
  const transactionId = readField(form, "transaction_id", STATUS_RULES.transaction_id);
  if (action === "GET_TRANSACTION_ID") return { action, format };
  if (transactionId === undefined) throw new RequestError("missing", "transaction_id");
  return { action, format, transactionId };
}
