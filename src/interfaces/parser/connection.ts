/**
 * Remembers the partner that a connection's last request authenticated. A partner's server keeps its
 * connections open and sends the same header with every call, so comparing the header is enough.
 */
import type { Socket } from "node:net";
import type { FastifyRequest } from "fastify";
import type { CredentialChecker } from "../../core/access/credential-checker.ts";
import type { Pass } from "../../core/access/memory/credential-memory.ts";
import type {
  KnownPartner,
  PartnerProof,
} from "../../core/management/logins/authenticate-partner.ts";
import { Secret } from "../../values/secret.ts";

interface Proven {
  readonly header: Secret;
  /** Behind a proxy, one connection may have several callers. */
  readonly ip: string;
  readonly pass: Pass<KnownPartner>;
}

/** Kept on the socket, so it ends with the connection. */
const PROVEN = Symbol("proven");
type Known = Socket & { [PROVEN]?: Proven };

type PartnerChecker = CredentialChecker<KnownPartner>;

/** Returns the partner that sent the same header from the same address, if it is still valid. */
export function recallPartner(
  checker: PartnerChecker,
  request: FastifyRequest,
): KnownPartner | undefined {
  const { [PROVEN]: proven } = request.raw.socket as Known;
  if (proven === undefined || proven.ip !== request.ip) return undefined;
  // A different header is checked in full, so a guess on a shared connection counts as a failure.
  if (!proven.header.isText(request.headers.authorization)) return undefined;
  return checker.admits(proven.pass) ? proven.pass.caller : undefined;
}

/** For keys in a header only. A signature is valid once. */
export function rememberPartner(
  checker: PartnerChecker,
  request: FastifyRequest,
  { name, key, address }: PartnerProof & { readonly address: string },
): void {
  const { authorization: header = "" } = request.headers;
  const pass = header === "" ? undefined : checker.passFor({ name, secret: key, address });
  if (pass === undefined) return;
  const socket = request.raw.socket as Known;
  socket[PROVEN] = { header: new Secret(header), ip: request.ip, pass };
}
