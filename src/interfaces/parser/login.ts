/** Who is calling: a partner, by any of the five methods (B, authentication). */
import type { FastifyRequest } from "fastify";
import { plainAddress } from "../../core/access/network.ts";
import type { RateLimit } from "../../core/access/rate-limit.ts";
import {
  authenticatePartner,
  type PartnerAuthentication,
} from "../../core/estate/authenticate-partner.ts";
import {
  authenticateSigned,
  type SignedAuthenticationNeeds,
} from "../../core/estate/authenticate-signed.ts";
import { setActor } from "../../wire/actor.ts";
import { type FaultKind, RequestFault } from "../../wire/fault.ts";
import { notesOf } from "./notes.ts";
import { readProof } from "./proof.ts";

export interface LoginNeeds extends SignedAuthenticationNeeds {
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
  const address = plainAddress(request.ip);
  const outcome = await (proof !== undefined && "signature" in proof
    ? authenticateSigned(needs, address, proof)
    : authenticatePartner(needs, address, proof));
  const notes = notesOf(request);
  notes.partnerId = outcome.partnerId;
  if (outcome.kind !== "accepted") {
    notes.isStale = outcome.isStale === true;
    throw new RequestFault(FAULT_OF[outcome.kind], "authentication");
  }
  setActor(request, `partner ${outcome.partnerId}`);
  if (!needs.partnerLimit.take(outcome.partnerId)) {
    throw new RequestFault("too_many_requests", "rate");
  }
  return outcome.partnerId;
}
