/**
 * What a connection's last request proved. A partner's server keeps its connections and sends the same
 * header with every call: while nothing has changed, seeing that it is the same one is enough.
 */
import type { Socket } from "node:net";
import type { FastifyRequest } from "fastify";
import type { CredentialChecker } from "../../core/access/credential-checker.ts";
import type { Pass } from "../../core/access/credential-memory.ts";
import type {
  KnownPartner,
  PartnerProof,
} from "../../core/management/logins/authenticate-partner.ts";
import { Secret } from "../../values/secret.ts";

interface Proven {
  readonly header: Secret;
  /** Behind a proxy the callers of one connection may be many. */
  readonly ip: string;
  readonly pass: Pass<KnownPartner>;
}

/** On the socket itself: it goes with the connection. */
const PROVEN = Symbol("proven");
type Known = Socket & { [PROVEN]?: Proven };

type PartnerChecker = CredentialChecker<KnownPartner>;

/** Whoever sent this very header before, from the same place, unless anything has changed. */
export function recallPartner(
  checker: PartnerChecker,
  request: FastifyRequest,
): KnownPartner | undefined {
  const { [PROVEN]: proven } = request.raw.socket as Known;
  if (proven === undefined || proven.ip !== request.ip) return undefined;
  // Whoever shares a connection and guesses is counted as wrong each time.
  if (!proven.header.isText(request.headers.authorization)) return undefined;
  return checker.admits(proven.pass) ? proven.pass.caller : undefined;
}

/** Only a key that is sent proves anything again; a signature is good once. */
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
