/** Who is calling: a partner, by an Authorization header or by name and key in the body. */
import type { FastifyRequest } from "fastify";
import { plainAddress } from "../../core/access/network.ts";
import type { RateLimit } from "../../core/access/rate-limit.ts";
import {
  authenticatePartner,
  type PartnerAuthentication,
  type PartnerAuthenticationNeeds,
  type PartnerProof,
} from "../../core/estate/authenticate-partner.ts";
import { Secret } from "../../values/secret.ts";
import { setActor } from "../../wire/actor.ts";
import { type FaultKind, RequestFault } from "../../wire/fault.ts";
import { readBasic } from "../../wire/http-authentication.ts";
import { bodyOf } from "./body.ts";
import { isStorable } from "./read.ts";

const LENGTH_MAX = 1_024;

export interface LoginNeeds extends PartnerAuthenticationNeeds {
  readonly partnerLimit: RateLimit;
}

const FAULT_OF: Record<Exclude<PartnerAuthentication["kind"], "accepted">, FaultKind> = {
  refused: "unauthenticated",
  locked: "too_many_requests",
  address_not_listed: "forbidden",
};

/** The id of the partner that is calling. */
export async function logIn(needs: LoginNeeds, request: FastifyRequest): Promise<string> {
  const proof = readProof(request);
  const outcome = await authenticatePartner(needs, plainAddress(request.ip), proof);
  if (outcome.kind !== "accepted") {
    throw new RequestFault(FAULT_OF[outcome.kind], "authentication");
  }
  setActor(request, `partner ${outcome.partnerId}`);
  if (!needs.partnerLimit.take(outcome.partnerId)) {
    throw new RequestFault("too_many_requests", "rate");
  }
  return outcome.partnerId;
}

/** A header wins over the body. Undefined: something was sent, and it is nobody's. */
function readProof(request: FastifyRequest): PartnerProof | undefined {
  const header = request.headers.authorization;
  if (header !== undefined && header !== "") {
    const basic = readBasic(header);
    return basic && { name: basic.name, key: basic.secret };
  }
  const { partnerId, partnerKey } = bodyOf(request) ?? {};
  if (isNothing(partnerId) && isNothing(partnerKey)) {
    throw new RequestFault("missing", "authentication");
  }
  if (!isProofText(partnerId) || !isProofText(partnerKey)) return undefined;
  return { name: partnerId, key: new Secret(partnerKey) };
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null || value === "";
}

function isProofText(value: unknown): value is string {
  return (
    typeof value === "string" && value !== "" && value.length <= LENGTH_MAX && isStorable(value)
  );
}
