/** One call to partner management: login, JSON, and errors with their fields. */
import { repeatRefused, repeatSafely } from "../call/retry.ts";
import {
  describeReply,
  describeUnreadable,
  type Reply,
  readJson,
  sendRequest,
} from "../call/send.ts";
import { type Signed, writeBasic, writeHmac } from "../call/signed-header.ts";
import { SixdoorsError } from "../errors.ts";
import type { CallOptions, Connection, ManagementLogin } from "../options.ts";

export interface ManagementCall {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  readonly path: string;
  readonly values?: unknown;
}

export type CallManagement = (call: ManagementCall, options?: CallOptions) => Promise<unknown>;

const AREA = "management";

export function openManagementCall(
  connection: Connection,
  login: ManagementLogin | undefined,
): CallManagement {
  return ({ method, path, values }, options = {}) => {
    const body = values === undefined ? "" : JSON.stringify(values);
    // Reading can be repeated. After a lost answer to a change, only the caller knows what to do.
    const repeat = method === "GET" ? repeatSafely : repeatRefused;
    return repeat({ retry: connection.retry, area: AREA, options }, async () => {
      const headers = await writeHeaders(login, { method, path, body });
      const sent = body === "" ? {} : { body };
      return readAnswer(
        await sendRequest(connection, { area: AREA, method, path, headers, ...sent }, options),
      );
    });
  };
}

async function writeHeaders(
  login: ManagementLogin | undefined,
  signed: Signed,
): Promise<Record<string, string>> {
  const authorization = await writeAuthorization(login, signed);
  if (signed.body === "") return { authorization };
  return { authorization, "content-type": "application/json" };
}

async function writeAuthorization(
  login: ManagementLogin | undefined,
  signed: Signed,
): Promise<string> {
  if (login === undefined) throw describeMissing();
  if ("apiSecret" in login) return writeHmac(login.userName, login.apiSecret, signed);
  return writeBasic(login.userName, login.password);
}

function describeMissing(): SixdoorsError {
  const message = "Give createClient a management login: { userName, password }.";
  return new SixdoorsError(message, { code: "not_configured", area: AREA });
}

interface Refusal {
  readonly errorCode: number;
  readonly message: string;
  readonly errors?: readonly Readonly<Record<string, { readonly message: string }>>[];
}

function readAnswer(reply: Reply): unknown {
  const answer = readJson(reply);
  if (reply.status < 300) return answer;
  throw isRefusal(answer) ? describeRefusal(answer, reply) : describeUnreadable(reply);
}

function isRefusal(answer: unknown): answer is Refusal {
  return typeof answer === "object" && answer !== null && "errorCode" in answer;
}

function describeRefusal({ errorCode, message, errors }: Refusal, reply: Reply): SixdoorsError {
  const isTemporary = reply.status === 429 || reply.status >= 500;
  const facts = { ...describeReply(reply), fields: readFields(errors), isTemporary };
  const names = Object.keys(facts.fields ?? {}).join(", ");
  const text = names === "" ? message : `${message} Check: ${names}.`;
  return new SixdoorsError(text, { code: `${errorCode}`, ...facts });
}

function readFields(errors: Refusal["errors"]): Record<string, string[]> | undefined {
  if (errors === undefined) return undefined;
  const fields: Record<string, string[]> = {};
  for (const [name, { message }] of errors.flatMap((one) => Object.entries(one))) {
    fields[name] = [...(fields[name] ?? []), message];
  }
  return fields;
}
