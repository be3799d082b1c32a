/**
 * Answers a wrong method on a known path with 405 and `Allow`, and OPTIONS with `Allow`, for every
 * interface. The known paths are collected while routes are registered. The error handler of the
 * interface writes the answer.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { MethodNotAllowed } from "./request-error.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The route answers paths that do not exist. */
    isCatchAll?: boolean;
    /** The path must not be revealed, so it has no 405 either. */
    isUnlisted?: boolean;
  }
}

/** The order in which `Allow` names methods. */
const ORDER = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];

interface KnownPath {
  readonly url: string;
  readonly methods: Set<string>;
  /** The length of the text before a final wildcard; undefined without one. */
  readonly wildcardAt: number | undefined;
}

export class KnownPaths {
  readonly #paths = new Map<string, KnownPath>();

  addRoute(url: string, methods: readonly string[]): void {
    const key = withoutSlash(url);
    const known = this.#paths.getOrInsertComputed(key, () => toKnownPath(key));
    for (const method of methods) known.methods.add(method);
  }

  /** Returns the methods in the order of `Allow`, or undefined if the path is not known. */
  methodsAt(path: string): readonly string[] | undefined {
    const all = [...this.#paths.values()].filter(({ url }) => toPattern(url).test(path));
    const exact = all.filter(({ wildcardAt }) => wildcardAt === undefined);
    const nearest = all.toSorted((a, b) => (b.wildcardAt ?? 0) - (a.wildcardAt ?? 0)).slice(0, 1);
    const methods = new Set(
      (exact.length > 0 ? exact : nearest).flatMap((one) => [...one.methods]),
    );
    return methods.size === 0 ? undefined : inOrder(methods);
  }
}

type Refuse = (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => void;

/** Call it before any route is added. Returns the hook for requests that match no route. */
export function registerKnownPaths(server: FastifyInstance): Refuse {
  const paths = new KnownPaths();
  const refuse: Refuse = (request, reply, done) => {
    const methods = paths.methodsAt(requestPath(request));
    const allowed = [...(methods ?? []), "OPTIONS"];
    if (methods !== undefined) reply.header("allow", allowed.join(", "));
    if (methods === undefined) done();
    else if (request.method === "OPTIONS") reply.code(204).send();
    else done(new MethodNotAllowed(allowed));
  };
  server.addHook("onRoute", (route) => {
    const { isCatchAll = false, isUnlisted = false } = route.config ?? {};
    if (isCatchAll) route.onRequest = [refuse, ...[route.onRequest ?? []].flat()];
    // A catch-all without methods hides the methods of a shorter wildcard.
    if (!isUnlisted) paths.addRoute(route.url, isCatchAll ? [] : [route.method].flat());
  });
  return refuse;
}

/** The path without its query and with decoded escapes, as the router reads it. */
function requestPath({ url }: FastifyRequest): string {
  const [path = ""] = url.split("?");
  try {
    return withoutSlash(decodeURI(path));
  } catch {
    return withoutSlash(path);
  }
}

function withoutSlash(path: string): string {
  return path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
}

function toKnownPath(url: string): KnownPath {
  const unknown = url.split("/").find((segment) => UNKNOWN_SYNTAX.test(segment));
  if (unknown !== undefined) throw new Error(`unknown syntax in a route: ${unknown}`);
  const wildcard = url.indexOf("*");
  return { url, methods: new Set(), wildcardAt: wildcard < 0 ? undefined : wildcard };
}

const UNKNOWN_SYNTAX = /^(?!\*$|:\w+$).*[:*()]/;
const patterns = new Map<string, RegExp>();

/** Made at the first request that no route answers: most programs never need most patterns. */
function toPattern(url: string): RegExp {
  return patterns.getOrInsertComputed(url, () => {
    const source = url.split("/").map(segmentSource).join("/");
    return new RegExp(`^${source}$`);
  });
}

function segmentSource(segment: string): string {
  if (segment === "*") return ".*";
  return segment.startsWith(":") ? "[^/]+" : RegExp.escape(segment);
}

function inOrder(methods: ReadonlySet<string>): readonly string[] {
  const known = ORDER.filter((method) => methods.has(method));
  return [...known, ...[...methods].filter((method) => !ORDER.includes(method))];
}
