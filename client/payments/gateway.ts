/** The calls to payments and status: the account's login, a form, and an answer in JSON. */
import {
  describeReply,
  describeUnreadable,
  type Reply,
  readJson,
  sendRequest,
} from "../call/send.ts";
import { type Area, type ErrorCode, SixdoorsError } from "../errors.ts";
import type { AccountLogin, CallOptions, Connection } from "../options.ts";
import type { Fields } from "../wire/form.ts";

export interface Gateway {
  readonly connection: Connection;
  readonly login: () => Fields;
}

export interface GatewayRequest {
  readonly area: Area;
  readonly path: string;
  readonly fields: Fields;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The error fields that every answer has. */
interface AnswerFields {
  readonly error_code: number;
  readonly error_message: string | null;
}

export interface GatewayAnswer<Answer> {
  readonly answer: Answer;
  readonly reply: Reply;
  /** Whether this is the stored answer of an earlier, identical request. */
  readonly isReplayed: boolean;
}

/** The outcome is unknown, or nothing was started. */
export const TEMPORARY = 50000;

export function openGateway(connection: Connection, account: AccountLogin | undefined): Gateway {
  const login = () => {
    if (account !== undefined) return { account_id: account.id, api_accesskey: account.accessKey };
    throw new SixdoorsError("Give createClient an account: { id, accessKey }.", {
      code: "not_configured",
      area: "payments",
    });
  };
  return { connection, login };
}

export async function postForm<Answer>(
  { connection, login }: Gateway,
  { area, path, fields, headers = {} }: GatewayRequest,
  options: CallOptions,
): Promise<GatewayAnswer<Answer>> {
  const body = new URLSearchParams({ ...login(), response_format: "JSON", ...fields });
  const reply = await sendRequest(
    connection,
    { area, method: "POST", path, headers, body },
    options,
  );
  if (reply.status !== 200) throw describeUnreadable(reply);
  const answer = readJson(reply);
  if (!hasErrorFields(answer)) throw describeUnreadable(reply);
  const isReplayed = reply.headers.get("idempotent-replayed") === "true";
  return { answer: answer as Answer, reply, isReplayed };
}

function hasErrorFields(answer: unknown): answer is AnswerFields {
  if (typeof answer !== "object" || answer === null) return false;
  return typeof (answer as { error_code?: unknown }).error_code === "number";
}

interface ErrorAnswer extends Partial<AnswerFields> {
  readonly first_transaction_id?: string;
}

/** The error that an answer with an error code stands for. */
export function describeAnswer(
  { error_code, error_message, first_transaction_id }: ErrorAnswer,
  reply: Reply,
): SixdoorsError {
  return new SixdoorsError(error_message ?? "The request was refused.", {
    code: `${error_code ?? 0}` satisfies ErrorCode,
    ...describeReply(reply),
    firstTransactionId: first_transaction_id,
    isTemporary: error_code === TEMPORARY,
  });
}
