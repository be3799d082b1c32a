/** The one place where the console calls its interface. It knows addresses and errors, no screen. */
import { keepPreviousData, QueryClient, queryOptions, useQuery } from "@tanstack/react-query";
import type { ConsoleError, ConsoleErrorCode } from "../src/interfaces/console/contract.ts";

const API = "/console/api";
const FRESH_MS = 5_000;
const TRIES_MORE = 2;

/** The interface's own codes, and "unreachable" for no answer at all. */
export type TroubleCode = ConsoleErrorCode | "unreachable";

type Trouble = Partial<Omit<ConsoleError["error"], "code">> & { readonly code: TroubleCode };

export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly code: TroubleCode;
  readonly status: number;
  readonly fields: Readonly<Record<string, string>>;
  readonly requestId: string | undefined;

  constructor(status: number, error: Trouble) {
    super(error.message ?? "The console's server did not answer as expected.");
    this.code = error.code;
    this.status = status;
    this.fields = error.fields ?? {};
    this.requestId = error.requestId;
  }
}

export type Params = Readonly<Record<string, string | number | boolean | undefined>>;
type Method = "GET" | "POST" | "PATCH" | "PUT" | "DELETE";

let csrfToken = "";
let whenSignedOut: () => void = () => {};

/** Set by the session, which alone knows them. */
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
      retry: (count, error) => count < TRIES_MORE && isWorthAnotherTry(error),
    },
  },
});

/** A reading for `useQuery`, `prefetchQuery` or `refetchInterval`: its key is its address. */
export function readingOf<Answer>(path: string, params: Params = {}) {
  return queryOptions({
    queryKey: [path, params],
    queryFn: () => api.get<Answer>(path, params),
  });
}

/** Reads an address; while the next page loads, the last one stays. */
export function useReading<Answer>(path: string, params: Params = {}) {
  return useQuery({ ...readingOf<Answer>(path, params), placeholderData: keepPreviousData });
}

/** Has everything read again whose address starts with one of these. */
export async function refresh(paths: readonly string[]): Promise<void> {
  await queryClient.invalidateQueries({
    predicate: ({ queryKey: [path] }) => paths.some((start) => String(path).startsWith(start)),
  });
}

/** `/a` and `{q: "x", page: 1, state: ""}` make `/a?q=x&page=1`: what is empty is not asked for. */
export function withParams(path: string, params: Params): string {
  const given = Object.entries(params).filter(([, value]) => value !== undefined && value !== "");
  if (given.length === 0) return path;
  return `${path}?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
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
    ...(method === "GET" ? {} : { "x-csrf-token": csrfToken }),
    ...(body === undefined ? {} : { "content-type": "application/json" }),
  };
  const payload = body === undefined ? {} : { body: JSON.stringify(body) };
  try {
    return await fetch(`${API}${path}`, { method, headers, ...payload });
  } catch {
    const message = "The server could not be reached. Check the connection, then try again.";
    throw new ApiError(0, { code: "unreachable", message });
  }
}

function readError(response: Response, text: string): ApiError {
  const requestId = response.headers.get("x-request-id") ?? undefined;
  try {
    const { error } = JSON.parse(text) as ConsoleError;
    if (typeof error.code === "string") return new ApiError(response.status, error);
  } catch {
    // Something between us and the door has answered: a proxy, most likely.
  }
  const message = `The server answered ${response.status}. Try again in a moment.`;
  return new ApiError(response.status, { code: "unavailable", message, requestId });
}

function isWorthAnotherTry(error: Error): boolean {
  return error instanceof ApiError && ["unreachable", "unavailable"].includes(error.code);
}
