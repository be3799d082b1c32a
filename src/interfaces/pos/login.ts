/** Identifies the caller by the session token in the query string. */
import type { FastifyRequest } from "fastify";
import type { PosServices } from "../../core/pos/pos.ts";
import type { PosCaller, PosRole } from "../../core/pos/users/pos-user.ts";
import { findSessionCaller } from "../../core/pos/users/session.ts";
import { traceStep } from "../../values/telemetry/tracing.ts";
import { readUuid } from "../../values/text/uuid.ts";
import { setActor } from "../../wire/actor.ts";
import { RequestError, TooOften } from "../../wire/request-error.ts";
import { noteRequest } from "../../wire/request-note.ts";

const LOGIN = { kind: "login" } as const;
const CALLERS = new WeakMap<FastifyRequest, PosCaller>();

/** A route hook. It runs before the body is read, so that only known callers can upload photos. */
export function authenticate(pos: PosServices, allowed: readonly PosRole[]) {
  return async (request: FastifyRequest): Promise<void> => {
    const caller = await traceStep(LOGIN, () =>
      findSessionCaller(pos, sessionToken(request), { recordsUse: !isHead(request) }),
    );
    if (caller === undefined) throw new RequestError("unauthenticated", "token");
    setActor(request, `user ${caller.user.id} of account ${caller.account.id}`);
    noteRequest(request, { accountId: caller.account.id });
    if (!pos.accountLimit.admitRequest(caller.account.id)) throw tooMany(pos, caller.account.id);
    if (!allowed.includes(caller.user.role)) throw new RequestError("forbidden", "role");
    const from = { address: request.ip, interfaceName: "/api/json", requestId: request.id };
    CALLERS.set(request, { ...caller, from });
  };
}

/** HEAD must not change anything, not even what GET changes, such as the last use of a session. */
export function isHead({ method }: FastifyRequest): boolean {
  return method === "HEAD";
}

/** The caller of a route with the authenticate hook. */
export function requestCaller(request: FastifyRequest): PosCaller {
  const caller = CALLERS.get(request);
  if (caller === undefined) throw new RequestError("unauthenticated", "token");
  return caller;
}

export function sessionToken(request: FastifyRequest): string {
  const { token } = request.query as { token?: unknown };
  if (typeof token === "string" && readUuid(token) === token) return token;
  throw new RequestError("unauthenticated", "token");
}

function tooMany({ accountLimit }: PosServices, accountId: string): RequestError {
  return new TooOften("rate", accountLimit.waitMs(accountId));
}
