/** Reads the credentials of a request: a key that was sent, or a signature made with a key. */
import type { FastifyRequest } from "fastify";
import {
  REALM,
  type Signature,
  type SignedRequest,
} from "../../core/access/signatures/signed-request.ts";
import type { PartnerProof } from "../../core/management/logins/authenticate-partner.ts";
import type { SignedProof } from "../../core/management/logins/authenticate-signed.ts";
import { Secret } from "../../values/secret.ts";
import {
  authorizationScheme,
  readAuthorizationParameters,
  readBasicCredentials,
} from "../../wire/http-authentication.ts";
import { isStorable } from "../../wire/reader/plain-text.ts";
import { RequestError } from "../../wire/request-error.ts";
import { findMembers, sentBytes } from "./body.ts";

export type Proof = PartnerProof | SignedProof;

const LENGTH_MAX = 1_024;
const COUNT = /^[0-9a-f]{8}$/i;

/** A header wins over the body. Returns undefined for credentials that cannot be valid. */
export function readProof(request: FastifyRequest): Proof | undefined {
  const header = request.headers.authorization;
  return header === undefined || header === "" ? readMembers(request) : readHeader(request, header);
}

function readMembers(request: FastifyRequest): PartnerProof | undefined {
  const { partnerId, partnerKey } = findMembers(request) ?? {};
  if (isNothing(partnerId) && isNothing(partnerKey)) {
    throw new RequestError("missing", "authentication");
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

function readHeader(request: FastifyRequest, header: string): Proof | undefined {
  if (authorizationScheme(header) === "basic") {
    const basic = readBasicCredentials(header);
    return basic && { name: basic.name, key: basic.secret };
  }
  const signature = readSignature(header);
  return signature && { signature, request: signedRequest(request) };
}

function readSignature(header: string): Signature | undefined {
  const { scheme, values } = readAuthorizationParameters(header) ?? {};
  const text = (name: string) => values?.get(name) ?? "";
  const common = { name: text("username"), nonce: text("nonce"), response: text("response") };
  if (!Object.values(common).every(isProofText)) return undefined;
  if (scheme === "digest") return readDigest(common, text);
  if (scheme !== "hmac" && scheme !== "rsa") return undefined;
  const timestamp = text("timestamp");
  return timestamp === "" ? undefined : { kind: scheme, timestamp, ...common };
}

/** Whether a Digest header has a realm other than ours. */
export function namesOtherRealm({ headers }: FastifyRequest): boolean {
  const { scheme, values } = readAuthorizationParameters(headers.authorization) ?? {};
  return scheme === "digest" && (values?.get("realm") ?? REALM) !== REALM;
}

type Common = Pick<Signature, "name" | "nonce" | "response">;

/** A header with a quality of protection answers a challenge (RFC 7616, 3.4). */
function readDigest(common: Common, text: (name: string) => string): Signature | undefined {
  const uri = text("uri");
  if (uri === "" || (text("realm") || REALM) !== REALM) return undefined;
  const algorithm = ALGORITHMS.get(text("algorithm").toLowerCase());
  if (text("qop") === "") {
    return algorithm === "md5" ? { kind: "own digest", uri, ...common } : undefined;
  }
  const [count, clientNonce] = [text("nc"), text("cnonce")];
  const isWhole = text("qop") === "auth" && COUNT.test(count) && clientNonce !== "";
  if (!isWhole || algorithm === undefined) return undefined;
  return { kind: "challenged digest", uri, algorithm, count, clientNonce, ...common };
}

const ALGORITHMS: ReadonlyMap<string, "md5" | "sha256"> = new Map([
  ["", "md5"],
  ["md5", "md5"],
  ["sha-256", "sha256"],
]);

function signedRequest(request: FastifyRequest): SignedRequest {
  const { method, originalUrl: target } = request;
  const [path = target] = target.split("?");
  return { method, paths: path === target ? [target] : [target, path], body: sentBytes(request) };
}
