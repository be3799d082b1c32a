/** Identifies the calling partner by any of the five methods (contract B, authentication). */
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
import { traceStep } from "../../values/telemetry/tracing.ts";
import { setActor } from "../../wire/actor.ts";
import { LoginFailed } from "../../wire/error-detail.ts";
import { RequestError, TooOften } from "../../wire/request-error.ts";
import { noteRequest } from "../../wire/request-note.ts";
import { recallPartner, rememberPartner } from "./connection.ts";
import { callNotes } from "./notes.ts";
import { namesOtherRealm, type Proof, readProof } from "./proof.ts";

export interface LoginNeeds extends SignedAuthenticationNeeds {
  readonly partnerLimit: RateLimit;
  /** Whether callers are told why their login failed. In certification only. */
  readonly explainsLogins: boolean;
}

type NotAccepted = Exclude<PartnerAuthentication, { readonly kind: "accepted" }>;

/** Returns the partner's id, without a promise if its connection has authenticated before. */
export function logIn(needs: LoginNeeds, request: FastifyRequest): string | Promise<string> {
  const known = recallPartner(needs.partnerChecker, request);
  if (known?.isListed) return admitPartner(needs, request, known.partnerId);
  return traceStep(LOGIN, () => authenticateCaller(needs, request)).then((partnerId) =>
    admitPartner(needs, request, partnerId),
  );
}

const LOGIN = { kind: "login" } as const;

function admitPartner(needs: LoginNeeds, request: FastifyRequest, partnerId: string): string {
  callNotes(request).partnerId = partnerId;
  setActor(request, `partner ${partnerId}`);
  noteRequest(request, { partnerId });
  const { partnerLimit } = needs;
  if (!partnerLimit.admitRequest(partnerId))
    throw new TooOften("rate", partnerLimit.waitMs(partnerId));
  return partnerId;
}

async function authenticateCaller(needs: LoginNeeds, request: FastifyRequest): Promise<string> {
  const proof = readProof(request);
  const address = plainAddress(request.ip);
  const outcome = await authenticate(needs, address, proof);
  if (outcome.kind !== "accepted") {
    const { partnerId, isStale } = outcome;
    Object.assign(callNotes(request), { partnerId, isStale: isStale === true });
    noteRequest(request, { partnerId });
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
      return new LoginFailed(
        field,
        explainsLogins ? loginReason(request, outcome.reason) : undefined,
      );
    case "locked":
      return new TooOften(field, outcome.forMs);
    case "address_not_listed":
      return new RequestError("forbidden", field);
  }
}

function loginReason(request: FastifyRequest, reason: LoginReason): LoginReason {
  return reason === "unreadable" && namesOtherRealm(request) ? "wrong_realm" : reason;
}

function authenticate(needs: LoginNeeds, address: string | undefined, proof: Proof | undefined) {
  return proof !== undefined && "signature" in proof
    ? authenticateSigned(needs, address, proof)
    : authenticatePartner(needs, address, proof);
}
