/** Who is calling: every call but the login carries its token in the query string. */
import type { FastifyRequest } from "fastify";
import { recognise } from "../../core/till/session.ts";
import type { Till } from "../../core/till/till.ts";
import type { TillCaller, TillRole } from "../../core/till/till-user.ts";
import { setActor } from "../../wire/actor.ts";
import { RequestFault } from "../../wire/fault.ts";

const TOKEN = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export async function callerOf(till: Till, request: FastifyRequest): Promise<TillCaller> {
  const caller = await recognise(till, tokenOf(request));
  if (caller === undefined) throw new RequestFault("unauthenticated", "token");
  setActor(request, `user ${caller.user.id} of account ${caller.account.id}`);
  if (!till.accountLimit.take(caller.account.id)) throw tooMany();
  return caller;
}

export function tokenOf(request: FastifyRequest): string {
  const { token } = request.query as { token?: unknown };
  if (typeof token === "string" && TOKEN.test(token)) return token;
  throw new RequestFault("unauthenticated", "token");
}

function tooMany(): RequestFault {
  return new RequestFault("too_many_requests", "rate");
}

export function requireRole({ user }: TillCaller, allowed: readonly TillRole[]): void {
  if (!allowed.includes(user.role)) throw new RequestFault("forbidden", "role");
}
