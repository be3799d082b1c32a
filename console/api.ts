/** The one place where the console calls its API. It knows addresses and errors, but no screens. */
import { keepPreviousData, QueryClient, queryOptions, useQuery } from "@tanstack/react-query";
import type { ConsoleError, ConsoleErrorCode } from "../src/interfaces/console/contract.ts";
import { IDLE_HEADER, secondsSinceUse } from "./idle.ts";

const API = "/console/api";
const FRESH_MS = 5_000;
const TRIES_MORE = 2;

/** The API's own error codes, plus "unreachable" for a request without a response. */
export type ApiErrorCode = ConsoleErrorCode | "unreachable";

type ErrorBody = Partial<Omit<ConsoleError["error"], "code">> & { readonly code: ApiErrorCode };

export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly code: ApiErrorCode;
  readonly status: number;
  readonly fields: Readonly<Record<string, string>>;
  /** Only if the payment was refused as a duplicate of this one. */
  readonly firstTransactionId: string | undefined;
  readonly requestId: string | undefined;

  constructor(status: number, error: ErrorBody) {
    super(error.message ?? "The server returned an unexpected response.");
    this.code = error.code;
    this.status = status;
    this.fields = error.fields ?? {};
    this.firstTransactionId = error.firstTransactionId;
    this.requestId = error.requestId;
  }
}

export type Params = Readonly<Record<string, string | number | boolean | undefined>>;
type Method = "GET" | "POST" | "PATCH" | "PUT" | "DELETE";

let csrfToken = "";
let whenSignedOut: () => void = () => {};

/** Both are set by the session module. */
export function setCsrfToken(token: string): void {
  csrfToken = token;
}

export function onSignedOut(act: () => void): void {
  whenSignedOut = act;
}

/** Paths are below /console/api: `api.get<Session>("/session")`. */
export const api = {
  get: <Answer>(path: string, params: Params = {}) => call<Answer>("GET", withParams(path, params)),
  post: <Answer = void>(path: string, body?: unknown) => call<Answer>("POST", path, body),
  put: <Answer = void>(path: string, body?: unknown) => call<Answer>("PUT", path, body),
  patch: <Answer = void>(path: string, body?: unknown) => call<Answer>("PATCH", path, body),
  delete: <Answer = void>(path: string, body?: unknown) => call<Answer>("DELETE", path, body),
};

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      retry: (count, error) => count < TRIES_MORE && shouldRetry(error),
    },
  },
});

/** Options for `useQuery`, `prefetchQuery` or `refetchInterval`. The query key is the address. */
export function readingOptions<Answer>(path: string, params: Params = {}) {
  return queryOptions({
    queryKey: [path, params],
    queryFn: () => api.get<Answer>(path, params),
  });
}

/** Reads an address. The previous page stays visible while the next one loads. */
export function useReading<Answer>(path: string, params: Params = {}) {
  return useQuery({ ...readingOptions<Answer>(path, params), placeholderData: keepPreviousData });
}

/** Reloads every query whose address starts with one of these prefixes. */
export async function refresh(paths: readonly string[]): Promise<void> {
  await queryClient.invalidateQueries({
    predicate: ({ queryKey: [path] }) => paths.some((start) => String(path).startsWith(start)),
  });
}

/**
 * Turns `/a` and `{q: "x", page: 1, state: ""}` into `/a?q=x&page=1`. Empty values are left out.
 */
export function withParams(path: string, params: Params): string {
  const given = Object.entries(params).filter(([, value]) => value !== undefined && value !== "");
  if (given.length === 0) return path;
  return `${path}?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}

/** The address of a file that the browser saves itself. */
export function downloadAddress(path: string, params: Params): string {
  return withParams(`${API}${path}`, params);
}

async function call<Answer>(method: Method, path: string, body?: unknown): Promise<Answer> {
  const response = await send(method, path, body);
  const text = await response.text();
  if (response.ok) return (text === "" ? undefined : JSON.parse(text)) as Answer;
  const problem = readError(response, text);
  if (problem.code === "signed_out" && path !== "/session") whenSignedOut();
  throw problem;
}

async function send(method: Method, path: string, body: unknown): Promise<Response> {
  const headers = {
    accept: "application/json",
    [IDLE_HEADER]: String(secondsSinceUse()),
    ...(method === "GET" ? {} : { "x-csrf-token": csrfToken }),
    ...(body === undefined ? {} : { "content-type": "application/json" }),
  };
  const payload = body === undefined ? {} : { body: JSON.stringify(body) };
  try {
    return await fetch(`${API}${path}`, { method, headers, ...payload });
  } catch {
    const message = "Cannot reach the server. Check your connection and try again.";
    throw new ApiError(0, { code: "unreachable", message });
  }
}

function readError(response: Response, text: string): ApiError {
  const requestId = response.headers.get("x-request-id") ?? undefined;
  try {
    const { error } = JSON.parse(text) as ConsoleError;
    if (typeof error.code === "string") return new ApiError(response.status, error);
  } catch {
    // Something else has answered, most likely a proxy.
  }
  const message = `The server returned error ${response.status}. Try again in a moment.`;
  return new ApiError(response.status, { code: "unavailable", message, requestId });
}

function shouldRetry(error: Error): boolean {
  return error instanceof ApiError && ["unreachable", "unavailable"].includes(error.code);
}
