/** The HTTP server for all interfaces: limits, timeouts, request ids and the log of requests. */
import swagger from "@fastify/swagger";
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
  LogController,
} from "fastify";
import { systemClock } from "../../adapters/system-clock.ts";
import type { Config } from "../../config.ts";
import type { Metrics } from "../../ports/metrics.ts";
import type { Readiness } from "../../ports/readiness.ts";
import { isClientGone, Unavailable } from "../../wire/internal-error.ts";
import { registerKnownPaths } from "../../wire/known-paths.ts";
import {
  asRequestError,
  BODY_ENCODINGS,
  MethodNotAllowed,
  methodNotAllowedText,
} from "../../wire/request-error.ts";
import { requestNote } from "../../wire/request-note.ts";
import { LazyLog } from "../log/lazy-log.ts";
import type { Logger } from "../log/logger.ts";
import { answeringInterface, answerOutcome } from "./answer-outcomes.ts";
import { readForwardedAddresses } from "./forwarded-addresses.ts";
import { gatherRequests } from "./gathered-requests.ts";
import { openApiOptions } from "./open-api/document.ts";
import { onRequestEnd } from "./request-ends.ts";
import { RequestIds } from "./request-ids.ts";
import { writeRequestLine } from "./request-line.ts";
import { logRequests, type RequestLogNeeds } from "./request-log-hook.ts";
import { readTls } from "./tls.ts";
import { traceRequests } from "./trace-requests.ts";
import { addPolicyBehindProxy, secureResponseOptions } from "./transport-security.ts";
import { unreadableRequestHandler } from "./unreadable-request.ts";

const BODY_MAX = 1024 * 1024;
const HEADERS_MAX = 16 * 1024;
export const KEEP_ALIVE_MS = 72_000;
/** How often Node looks for requests that take too long to arrive. */
const CHECK_EVERY_MS = 500;
const REQUESTS_PER_CONNECTION_MAX = 100_000;
const CONNECTIONS_MAX = 10_000;
/**
 * The readers of each interface validate requests. Schemas are only for the OpenAPI document.
 * Without these, Fastify loads its own compilers, which takes 70 ms of processor time.
 */
const WITHOUT_SCHEMAS: object = {
  buildValidator: () => () => () => true,
  buildSerializer: () => () => JSON.stringify,
};

export interface ServerNeeds {
  readonly config: Config;
  readonly log: Logger;
  readonly readiness: Readiness;
  readonly version: string;
  readonly metrics: Metrics;
  /** Only in certification. */
  readonly requestLog?: RequestLogNeeds | undefined;
}

export async function openServer(needs: ServerNeeds): Promise<FastifyInstance> {
  const server = Fastify(serverOptions(needs)) as unknown as FastifyInstance;
  server.server.maxConnections = CONNECTIONS_MAX;
  if (needs.config.trustedProxies.length > 0) readForwardedAddresses(server);
  // First, so that requests which other hooks refuse are also traced, counted and logged.
  const addLastHook = traceRequests(server);
  watchRequestEnds(server, needs);
  addHooks(server, needs);
  addPolicyBehindProxy(server, needs.config);
  gatherRequests(server);
  addLastHook();
  const { version, config } = needs;
  await server.register(swagger, openApiOptions({ version, publicUrl: config.publicUrl }));
  return server;
}

/** What Node's HTTP server enforces before Fastify sees a request. */
export function connectionLimits({ requestTimeoutMs }: Pick<Config, "requestTimeoutMs">) {
  return {
    maxHeaderSize: HEADERS_MAX,
    headersTimeout: requestTimeoutMs,
    requestTimeout: requestTimeoutMs,
    connectionsCheckingInterval: CHECK_EVERY_MS,
  };
}

function serverOptions({ config, log }: ServerNeeds): FastifyServerOptions {
  const limits = connectionLimits(config);
  const tls = readTls(config);
  const policy = config.strictTransportSecurity;
  const ids = new RequestIds(() => systemClock.wall().epochMilliseconds);
  return {
    ...(tls === undefined
      ? { http: limits }
      : { https: { ...limits, ...tls, ...secureResponseOptions(policy) } }),
    schemaController: { compilersFactory: WITHOUT_SCHEMAS },
    loggerInstance: new LazyLog(() => log),
    // The hook below writes one line per request.
    logController: new LogController({ disableRequestLogging: true }),
    // Ids increase with time, which suits the index of certification's request log.
    genReqId: () => ids.next(),
    requestIdHeader: false,
    trustProxy: config.trustedProxies.length === 0 ? false : [...config.trustedProxies],
    rewriteUrl: ({ url = "/" }) => readableUrl(url),
    // A long parameter goes to its interface, which answers with an error in its own format.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: HEADERS_MAX },
    bodyLimit: BODY_MAX,
    requestTimeout: config.requestTimeoutMs,
    keepAliveTimeout: KEEP_ALIVE_MS,
    maxRequestsPerSocket: REQUESTS_PER_CONNECTION_MAX,
    clientErrorHandler: unreadableRequestHandler(policy),
    return503OnClosing: false,
    forceCloseConnections: "idle",
  } as FastifyServerOptions;
}

/**
 * Fastify's own answer to a path with an invalid percent-escape repeats the path, which may contain
 * secrets. Such a path is replaced by one that does not exist in the same interface.
 */
function readableUrl(url: string): string {
  if (!url.includes("%")) return url;
  const [path = "", ...query] = url.split("?");
  if (isDecodable(path)) return [path, ...query].join("?");
  return `${path.slice(0, path.indexOf("%"))}unreadable`;
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

function watchRequestEnds(
  server: FastifyInstance,
  { config, metrics, log, requestLog }: ServerNeeds,
): void {
  const isLogged = log.isLevelEnabled("info");
  const isCertification = config.environment === "certification";
  onRequestEnd(server, ({ request, isAborted, status, tookMs, address }) => {
    const { method, url, routeOptions } = request;
    const route = routeOptions.url ?? "none";
    const seconds = tookMs / 1_000;
    metrics.countRequest({ method, route, status, seconds });
    const interfaceName = answeringInterface(route);
    const note = requestNote(request);
    const outcome = interfaceName === undefined ? undefined : answerOutcome(note, status);
    if (interfaceName !== undefined && outcome !== undefined) {
      metrics.countAnswer({ interfaceName, outcome, seconds });
    }
    if (!isLogged) return;
    const { errorCode } = note;
    const ended = { method, url, route, status, tookMs, address, isAborted, outcome, errorCode };
    const line = writeRequestLine(ended, isCertification);
    if (line !== undefined) request.log.info(line);
  });
  if (requestLog !== undefined) logRequests(server, requestLog);
}

function isForm({ headers }: FastifyRequest): boolean {
  return headers["content-type"]?.startsWith("application/x-www-form-urlencoded") ?? false;
}

function addHooks(server: FastifyInstance, { readiness }: ServerNeeds): void {
  const refuseMethod = registerKnownPaths(server);
  server.addHook("onRequest", (request, reply, done) => {
    reply.header("x-request-id", request.id);
    if (isRefused(request, reply) && !isForm(request)) done(new Unavailable("shutting down"));
    else if (request.is404) refuseMethod(request, reply, done);
    else done();
  });
  // A form says in which format its caller reads answers, so it is refused after it was read.
  server.addHook("preValidation", (request, reply, done) => {
    if (isRefused(request, reply)) done(new Unavailable("shutting down"));
    else done();
  });
  const isRefused = ({ url }: FastifyRequest, reply: FastifyReply) => {
    if (readiness.state() !== "shutting down" || url.startsWith("/health/")) return false;
    reply.header("connection", "close");
    return true;
  };

  server.addHook("onError", (_request, reply, error, done) => {
    const isEncoding = asRequestError(error)?.kind === "unsupported_encoding";
    if (isEncoding) reply.header("accept-encoding", BODY_ENCODINGS.join(", "));
    done();
  });

  const nothingHere = (reply: FastifyReply) =>
    reply.code(404).send({ status: "not found: nothing exists at this address" });
  server.setErrorHandler((error, request, reply) => {
    if (error instanceof MethodNotAllowed) {
      return reply.code(405).send({ status: methodNotAllowedText(error) });
    }
    // Outside of the interfaces no reader exists, and a bad request is not an internal error.
    if (asRequestError(error) !== undefined) return nothingHere(reply);
    if (!isClientGone(request, error)) request.log.error({ err: error });
    return reply.code(503).send({ status: "try again" });
  });
  server.setNotFoundHandler((_request, reply) => nothingHere(reply));
}
