/** Sends one request and reads its whole answer, within the time limit. */
import { type Area, SixdoorsError } from "../errors.ts";
import type { CallOptions, Connection } from "../options.ts";
import { type Deadline, startDeadline } from "./deadline.ts";

export interface Request {
  readonly area: Area;
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** The path and query below the base address. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | URLSearchParams | FormData | undefined;
  /** "omit" keeps a browser from answering a challenge itself. */
  readonly credentials?: "omit";
}

export interface Reply {
  readonly area: Area;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Sends a request and reads its answer as text. */
export function sendRequest(
  connection: Connection,
  request: Request,
  options: CallOptions,
): Promise<Reply> {
  return exchange(connection, request, options, (response) => readReply(request.area, response));
}

/** Sends a request and reads its answer in any way. */
export async function exchange<T>(
  connection: Connection,
  request: Request,
  options: CallOptions,
  read: (response: Response) => Promise<T>,
): Promise<T> {
  const deadline = startDeadline(options, connection.timeoutMs);
  try {
    return await read(await startRequest(connection, request, deadline));
  } catch (failure) {
    throw deadline.explain(failure, request.area);
  } finally {
    deadline.end();
  }
}

export async function readReply(area: Area, response: Response): Promise<Reply> {
  const text = await response.text();
  return { area, status: response.status, headers: response.headers, text };
}

/** Never follows a redirect: the request has a key or a card number in it. */
export function startRequest(
  connection: Connection,
  { area, path, ...request }: Request,
  { signal }: Deadline,
): Promise<Response> {
  const init = { ...request, signal, redirect: "error" } as RequestInit;
  return connection.fetch(`${connection.baseUrl}${path}`, init);
}

/** The answer as JSON. `undefined` is an answer without a body. */
export function readJson(reply: Reply): unknown {
  if (reply.text === "") return undefined;
  try {
    return JSON.parse(reply.text);
  } catch {
    throw describeUnreadable(reply);
  }
}

export function describeUnreadable(reply: Omit<Reply, "text">): SixdoorsError {
  const type = reply.headers.get("content-type") ?? "none";
  return new SixdoorsError(
    `The answer is not what this API sends (HTTP ${reply.status}, content type ${type}).`,
    {
      code: "unreadable_answer",
      isTemporary: isTemporaryStatus(reply.status),
      ...describeReply(reply),
    },
  );
}

/** An answer that was cut or came from a proxy can be repeated. A wrong path cannot. */
function isTemporaryStatus(status: number): boolean {
  return status < 300 || status === 408 || status === 429 || status >= 500;
}

/** What every error of an answer tells about it. */
export function describeReply({ area, status, headers }: Omit<Reply, "text">) {
  return {
    area,
    status,
    detail: headers.get("x-error-detail") ?? undefined,
    requestId: headers.get("x-request-id") ?? undefined,
    retryAfterMs: readRetryAfter(headers.get("retry-after")),
  };
}

export function readRetryAfter(value: string | null): number | undefined {
  return value !== null && /^\d{1,6}$/.test(value) ? Number(value) * 1000 : undefined;
}
