/** Who is calling: a management user by name and password, one of a partner's own people. */
import type { FastifyRequest } from "fastify";
import type { RateLimit } from "../../core/access/rate-limit.ts";
import {
  authenticateUser,
  type UserAuthenticationNeeds,
} from "../../core/estate/authenticate-user.ts";
import { asPartnerRole, type PartnerRole } from "../../core/estate/user-roles.ts";
import { setActor } from "../../wire/actor.ts";
import { RequestFault } from "../../wire/fault.ts";
import { readBasic } from "../../wire/http-authentication.ts";

export interface LoginNeeds extends UserAuthenticationNeeds {
  readonly partnerLimit: RateLimit;
}

export interface ManagementCaller {
  readonly contactId: string;
  readonly partnerId: string;
  readonly role: PartnerRole;
}

/**
 * An unknown user, a wrong password, a user or partner switched off and a user who is locked out
 * are told apart by nobody.
 */
export async function logIn(needs: LoginNeeds, request: FastifyRequest): Promise<ManagementCaller> {
  const basic = readBasic(request.headers.authorization);
  if (basic === undefined) throw refused();
  const proof = { userName: basic.name, password: basic.secret, address: request.ip };
  const admission = await authenticateUser(needs, proof);
  if (admission.kind === "busy") throw new RequestFault("too_many_requests", "authorization");
  if (admission.kind !== "admitted") throw refused();
  const { contactId, partnerId, userRole } = admission.caller;
  setActor(request, `contact ${contactId} of partner ${partnerId}`);
  const role = asPartnerRole(userRole);
  if (role === undefined) throw new RequestFault("forbidden", "userRole");
  if (!needs.partnerLimit.take(partnerId)) throw new RequestFault("too_many_requests", "rate");
  return { contactId, partnerId, role };
}

function refused(): RequestFault {
  return new RequestFault("unauthenticated", "authorization");
}
