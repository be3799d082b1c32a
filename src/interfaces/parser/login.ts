/** Who is calling: a partner, by an Authorization header or by name and key in the body. */
import { isIP } from "node:net";
import type { FastifyRequest } from "fastify";
import {
  authenticatePartner,
  type PartnerAuthenticationNeeds,
  type PartnerProof,
} from "../../core/estate/authenticate-partner.ts";
import { Secret } from "../../values/secret.ts";
import { RequestFault } from "../../wire/fault.ts";
import { readBasic } from "../../wire/http-authentication.ts";
import { bodyOf } from "./body.ts";
import { isStorable } from "./read.ts";

const LENGTH_MAX = 1_024;

/** The id of the partner that is calling. */
export async function logIn(
  needs: PartnerAuthenticationNeeds,
  request: FastifyRequest,
): Promise<string> {
  const proof = readProof(request);
  const outcome = await authenticatePartner(needs, clientAddress(request.ip), proof);
  if (outcome.kind === "accepted") return outcome.partnerId;
  const isKnownPlace = outcome.kind === "refused";
  throw new RequestFault(isKnownPlace ? "unauthenticated" : "forbidden", "authentication");
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

const MAPPED = /^\[::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/;

/**
 * The address as allow-lists have it: an IPv4 address that came mapped into IPv6 is an IPv4
 * address. A trusted proxy may hand on anything; what is no address is on no list.
 */
export function clientAddress(text: string): string | undefined {
  const address = text.replace(/%.*$/, "");
  if (isIP(address) !== 6) return isIP(address) === 4 ? address : undefined;
  const match = MAPPED.exec(new URL(`http://[${address}]`).hostname);
  if (match === null) return address;
  const [high = 0, low = 0] = match.slice(1).map((part) => Number.parseInt(part, 16));
  return [high >> 8, high & 0xff, low >> 8, low & 0xff].join(".");
}
