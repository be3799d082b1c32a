/**
 * What all console API calls share: the session cookie, the CSRF token and the permission. Every
 * route must name a permission, or it does not compile.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { ActingParty } from "../../core/accounts/act-on-account.ts";
import type { ActOrigin, Actor } from "../../core/audit/act.ts";
import { type Person, personActor } from "../../core/sessions/person.ts";
import { recognizeSession } from "../../core/sessions/recognize-session.ts";
import { csrfToken, type Sessions } from "../../core/sessions/sessions.ts";
import type { Clock } from "../../ports/clock.ts";
import { sameBytes } from "../../values/same-bytes.ts";
import { setActor } from "../../wire/actor.ts";
import type { JsonBody } from "../../wire/body.ts";
import { isPlainText } from "../../wire/reader/plain-text.ts";
import { RequestError } from "../../wire/request-error.ts";
import type { Environment, Permission } from "./contract.ts";
import { RunningExports } from "./lists/running-exports.ts";
import { mayCall, requireKnownAct } from "./operator-acts.ts";
import { consolePermissions } from "./permissions.ts";
import { Body, Query } from "./read.ts";

export const BASE_PATH = "/console";
export const COOKIE = "sixdoors_console";
const CSRF_HEADER = "x-csrf-token";
/** The seconds since the person did something in the page. */
const IDLE_HEADER = "x-idle-seconds";

export interface Call {
  readonly person: Person;
  readonly may: ReadonlySet<Permission>;
  /** For the audit log: the user and the IP address. */
  readonly actor: Actor;
  readonly from: ActOrigin & { readonly address: string };
  /** The session token, for calls about the session itself. */
  readonly token: string;
  readonly query: Query;
  readonly body: Body;
  readonly clock: Clock;
  /** A path parameter. Empty if it is not plain text. */
  param(name: string): string;
}

/** Undefined if it does not exist or the user may not see it. */
type Work = (call: Call) => Promise<unknown>;
type Delivery = (call: Call, reply: FastifyReply, request: FastifyRequest) => Promise<unknown>;
type Needed = Permission | "signed_in";

interface Guard {
  /** The method and the path, such as "POST /operator/accounts". */
  readonly route: string;
  readonly needed: Needed;
}

export interface RouteNeeds {
  readonly sessions: Sessions;
  readonly environment: Environment;
}

export class Routes {
  readonly #scope: FastifyInstance;
  readonly #needs: RouteNeeds;
  readonly runningExports = new RunningExports();

  constructor(scope: FastifyInstance, needs: RouteNeeds) {
    this.#scope = scope;
    this.#needs = needs;
  }

  get(path: string, needed: Needed, work: Work): void {
    this.#add("GET", path, { needed, work });
  }

  post(path: string, needed: Needed, work: Work): void {
    this.#add("POST", path, { needed, work });
  }

  patch(path: string, needed: Needed, work: Work): void {
    this.#add("PATCH", path, { needed, work });
  }

  delete(path: string, needed: Needed, work: Work): void {
    this.#add("DELETE", path, { needed, work });
  }

  /** For responses that are not JSON, such as a report download. The handler sends its response. */
  deliver(path: string, needed: Needed, delivery: Delivery): void {
    const guard = { route: `GET ${path}`, needed };
    this.#scope.get(path, HIDDEN, async (request, reply) =>
      delivery(await this.#callOf(request, guard), reply, request),
    );
  }

  #add(
    method: "GET" | "POST" | "PATCH" | "DELETE",
    url: string,
    { needed, work }: { readonly needed: Needed; readonly work: Work },
  ): void {
    const guard = { route: `${method} ${url}`, needed };
    requireKnownAct(guard.route, needed);
    const handler = async (request: FastifyRequest, reply: FastifyReply) => {
      const answer = await work(await this.#callOf(request, guard));
      if (answer === undefined) throw new RequestError("not_found", "path");
      return answer === null ? reply.code(204).send() : answer;
    };
    this.#scope.route({ method, url, ...HIDDEN, handler });
  }

  async #callOf(request: FastifyRequest, { route, needed }: Guard): Promise<Call> {
    const { sessions, environment } = this.#needs;
    const token = sessionToken(request);
    const session = token && (await recognizeSession(sessions, token, idleSeconds(request)));
    if (!token || !session) throw new RequestError("unauthenticated", "cookie");
    const { person } = session;
    checkCsrfToken(request, csrfToken(sessions, token));
    const may = new Set(consolePermissions(person, environment));
    setActor(request, `${person.kind} ${person.id}`);
    if (needed !== "signed_in" && !may.has(needed)) throw new RequestError("forbidden", "role");
    if (person.kind === "operator" && !mayCall(person, route, needed)) {
      throw new RequestError("forbidden", "role");
    }
    return toCall(request, { person, may, token, clock: sessions.clock });
  }
}

const HIDDEN = { schema: { hide: true } };

export function sessionToken(request: FastifyRequest): string | undefined {
  const token = request.cookies[COOKIE];
  return token !== undefined && /^[\w-]{43}$/.test(token) ? token : undefined;
}

/** A request without the header, such as a download, is an act of the person. */
export function idleSeconds({ headers }: FastifyRequest): number {
  const sent = headers[IDLE_HEADER];
  return typeof sent === "string" && /^\d{1,9}$/.test(sent) ? Number(sent) : 0;
}

/** Another site can make a browser send our cookie, but it cannot read our token. */
function checkCsrfToken(request: FastifyRequest, expected: string): void {
  if (request.method === "GET" || request.method === "HEAD") return;
  const sent = request.headers[CSRF_HEADER];
  const isOurs = typeof sent === "string" && sameBytes(Buffer.from(sent), Buffer.from(expected));
  if (!isOurs) throw new RequestError("forbidden", CSRF_HEADER);
}

/** The user and the origin of a request, for the audit log. */
export function actingParty({ actor, from }: Call): ActingParty {
  return { actor, from };
}

export function requestOrigin(request: FastifyRequest): Call["from"] {
  return { address: request.ip, interfaceName: BASE_PATH, requestId: request.id };
}

function toCall(
  request: FastifyRequest,
  who: Pick<Call, "person" | "may" | "token" | "clock">,
): Call {
  const parameters = request.params as Readonly<Record<string, string>>;
  return {
    ...who,
    actor: personActor(who.person),
    from: requestOrigin(request),
    query: new Query(request.query),
    body: new Body((request.body as JsonBody | undefined)?.value),
    param: (name) => {
      const value = parameters[name] ?? "";
      return isPlainText(value) ? value : "";
    },
  };
}
