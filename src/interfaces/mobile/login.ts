/** Who is calling: every call but the login carries its token in the query string. */
import type { FastifyRequest } from "fastify";
import { recognise } from "../../core/till/people/session.ts";
import type { TillCaller, TillRole } from "../../core/till/people/till-user.ts";
import type { TillDoor } from "../../core/till/till.ts";
import { setActor } from "../../wire/actor.ts";
import { RequestFault, TooOften } from "../../wire/fault.ts";

const TOKEN = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const CALLERS = new WeakMap<FastifyRequest, TillCaller>();

/** A hook of routes: it runs before the body is read, so that nobody unknown sends us photos. */
export function authenticate(till: TillDoor, allowed: readonly TillRole[]) {
  return async (request: FastifyRequest): Promise<void> => {
    const caller = await recognise(till, tokenOf(request), {
      recordsUse: !isHead(request),
    });
    if (caller === undefined) throw new RequestFault("unauthenticated", "token");
    setActor(request, `user ${caller.user.id} of account ${caller.account.id}`);
    if (!till.accountLimit.take(caller.account.id)) throw tooMany(till, caller.account.id);
    if (!allowed.includes(caller.user.role)) throw new RequestFault("forbidden", "role");
    const from = { address: request.ip, door: "/api/json", requestId: request.id };
    CALLERS.set(request, { ...caller, from });
  };
}

/** HEAD must not change anything: not even what GET changes on the way, such as a session's use. */
export function isHead({ method }: FastifyRequest): boolean {
  return method === "HEAD";
}

/** Of a route that authenticates. */
export function callerOf(request: FastifyRequest): TillCaller {
  const caller = CALLERS.get(request);
  if (caller === undefined) throw new RequestFault("unauthenticated", "token");
  return caller;
}

export function tokenOf(request: FastifyRequest): string {
  const { token } = request.query as { token?: unknown };
  if (typeof token === "string" && TOKEN.test(token)) return token;
  throw new RequestFault("unauthenticated", "token");
}

function tooMany({ accountLimit }: TillDoor, accountId: string): RequestFault {
  return new TooOften("rate", accountLimit.waitMs(accountId));
}
