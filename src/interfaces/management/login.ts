/** Logs in a partner's user, by user name and password or by an HMAC signature. */
import type { FastifyRequest } from "fastify";
import type { Admission } from "../../core/access/credential-checker.ts";
import type { RateLimit } from "../../core/access/rate-limit.ts";
import {
  authenticateUser,
  type ManagementUser,
} from "../../core/management/logins/authenticate-user.ts";
import {
  authenticateSignedUser,
  type UserSignature,
  type UserSignatureNeeds,
} from "../../core/management/logins/authenticate-user-signed.ts";
import type { ManagementCaller } from "../../core/management/scope/management-act.ts";
import {
  isPartnerUser,
  ownerKind,
  rolePermissions,
} from "../../core/management/users/user-roles.ts";
import type { LoginReason } from "../../values/login-reason.ts";
import { traceStep } from "../../values/telemetry/tracing.ts";
import { setActor } from "../../wire/actor.ts";
import { LoginFailed } from "../../wire/error-detail.ts";
import {
  authorizationScheme,
  readAuthorizationParameters,
  readBasicCredentials,
} from "../../wire/http-authentication.ts";
import { isPlainText } from "../../wire/reader/plain-text.ts";
import { A_MOMENT_MS, RequestError, TooOften } from "../../wire/request-error.ts";
import { noteRequest } from "../../wire/request-note.ts";
import { sentBytes } from "./body.ts";

export interface LoginNeeds extends UserSignatureNeeds {
  readonly partnerLimit: RateLimit;
  /** Whether answers say why a login failed. Only in certification. */
  readonly explainsLogins: boolean;
}

const LOGIN = { kind: "login" } as const;
const BASE_PATH = "/api/v1";
const LENGTH_MAX = 1_024;
const SCHEMES: ReadonlySet<string> = new Set(["basic", "hmac"]);

/**
 * The answer is the same for an unknown user, a wrong password, a disabled user, client or partner,
 * and a locked user.
 */
export async function logIn(needs: LoginNeeds, request: FastifyRequest): Promise<ManagementCaller> {
  const admission = await traceStep(LOGIN, () => admit(needs, request));
  if (admission?.kind === "busy") throw new TooOften("authorization", A_MOMENT_MS);
  if (admission?.kind !== "admitted") {
    throw new LoginFailed(
      "authorization",
      needs.explainsLogins ? refusalReason(admission) : undefined,
    );
  }
  const { contactId, userName, partnerId, clientId, userRole } = admission.caller;
  setActor(request, `contact ${contactId} of partner ${partnerId}`);
  noteRequest(request, { partnerId });
  const owner = ownerKind({ client: clientId });
  if (!isPartnerUser(userRole, owner)) throw new RequestError("forbidden", "userRole");
  const { partnerLimit } = needs;
  if (!partnerLimit.admitRequest(partnerId))
    throw new TooOften("rate", partnerLimit.waitMs(partnerId));
  return {
    actor: { kind: "partner_user", id: contactId, name: userName },
    partnerId,
    may: rolePermissions(userRole, owner),
    from: { address: request.ip, interfaceName: BASE_PATH, requestId: request.id },
  };
}

function refusalReason(
  admission: Exclude<Admission<ManagementUser>, { kind: "admitted" }> | undefined,
): LoginReason {
  if (admission === undefined) return "unreadable";
  return admission.kind === "refused" ? admission.reason : "locked";
}

/** Checked before the body is read: the request has no usable Authorization header. */
export function isAnonymous({ headers }: FastifyRequest): boolean {
  return !SCHEMES.has(authorizationScheme(headers.authorization) ?? "");
}

/** Returns undefined if the Authorization header cannot be read. */
async function admit(
  needs: LoginNeeds,
  request: FastifyRequest,
): Promise<Admission<ManagementUser> | undefined> {
  const { authorization: header } = request.headers;
  if (authorizationScheme(header) === "hmac") {
    const signature = readHmac(header, request);
    return signature && authenticateSignedUser(needs, signature);
  }
  const basic = readBasicCredentials(header);
  if (basic === undefined) return undefined;
  const { name: userName, secret: password } = basic;
  return authenticateUser(needs, { userName, password, address: request.ip });
}

function readHmac(header: string | undefined, request: FastifyRequest): UserSignature | undefined {
  const { values } = readAuthorizationParameters(header) ?? {};
  const text = (name: string) => values?.get(name) ?? "";
  const parts = {
    name: text("username"),
    nonce: text("nonce"),
    timestamp: text("timestamp"),
    response: text("response"),
  };
  if (!Object.values(parts).every(isProofText)) return undefined;
  const { method, originalUrl: target } = request;
  const [path = target] = target.split("?");
  const body = sentBytes(request);
  return {
    signature: { kind: "hmac", ...parts },
    request: { method, paths: path === target ? [target] : [target, path], body },
    address: request.ip,
  };
}

function isProofText(text: string): boolean {
  return text !== "" && text.length <= LENGTH_MAX && isPlainText(text);
}
