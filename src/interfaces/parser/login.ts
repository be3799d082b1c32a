/** Who is calling: a partner, by any of the five methods (B, authentication). */
import type { FastifyRequest } from "fastify";
import { plainAddress } from "../../core/access/network.ts";
import type { RateLimit } from "../../core/access/rate-limit.ts";
import {
  authenticatePartner,
  type PartnerAuthentication,
} from "../../core/management/logins/authenticate-partner.ts";
import {
  authenticateSigned,
  type SignedAuthenticationNeeds,
} from "../../core/management/logins/authenticate-signed.ts";
import type { LoginReason } from "../../values/login-reason.ts";
import { setActor } from "../../wire/actor.ts";
import { LoginFailed } from "../../wire/error-detail.ts";
import { RequestError, TooOften } from "../../wire/request-error.ts";
import { recallPartner, rememberPartner } from "./connection.ts";
import { notesOf } from "./notes.ts";
import { namesOtherRealm, type Proof, readProof } from "./proof.ts";

export interface LoginNeeds extends SignedAuthenticationNeeds {
  readonly partnerLimit: RateLimit;
  /** Whether callers learn why their login failed: in certification only. */
  readonly explainsLogins: boolean;
}

type NotAccepted = Exclude<PartnerAuthentication, { readonly kind: "accepted" }>;

/** The id of the partner that is calling: at once where its connection has proven it before. */
export function logIn(needs: LoginNeeds, request: FastifyRequest): string | Promise<string> {
  const known = recallPartner(needs.partnerChecker, request);
  if (known?.isListed) return letIn(needs, request, known.partnerId);
  return prove(needs, request).then((partnerId) => letIn(needs, request, partnerId));
}

function letIn(needs: LoginNeeds, request: FastifyRequest, partnerId: string): string {
  notesOf(request).partnerId = partnerId;
  setActor(request, `partner ${partnerId}`);
  const { partnerLimit } = needs;
  if (!partnerLimit.admitRequest(partnerId))
    throw new TooOften("rate", partnerLimit.waitMs(partnerId));
  return partnerId;
}

async function prove(needs: LoginNeeds, request: FastifyRequest): Promise<string> {
  const proof = readProof(request);
  const address = plainAddress(request.ip);
  const outcome = await authenticate(needs, address, proof);
  if (outcome.kind !== "accepted") {
    const { partnerId, isStale } = outcome;
    Object.assign(notesOf(request), { partnerId, isStale: isStale === true });
    throw loginError(needs, request, outcome);
  }
  if (address !== undefined && proof !== undefined && "key" in proof) {
    rememberPartner(needs.partnerChecker, request, { ...proof, address });
  }
  return outcome.partnerId;
}

function loginError(
  { explainsLogins }: LoginNeeds,
  request: FastifyRequest,
  outcome: NotAccepted,
): RequestError {
  const field = "authentication";
  switch (outcome.kind) {
    case "refused":
      return new LoginFailed(field, explainsLogins ? reasonOf(request, outcome.reason) : undefined);
    case "locked":
      return new TooOften(field, outcome.forMs);
    case "address_not_listed":
      return new RequestError("forbidden", field);
  }
}

function reasonOf(request: FastifyRequest, reason: LoginReason): LoginReason {
  return reason === "unreadable" && namesOtherRealm(request) ? "wrong_realm" : reason;
}

function authenticate(needs: LoginNeeds, address: string | undefined, proof: Proof | undefined) {
  return proof !== undefined && "signature" in proof
    ? authenticateSigned(needs, address, proof)
    : authenticatePartner(needs, address, proof);
}
