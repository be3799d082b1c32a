/** Classifies network errors. Their texts are not stored, because they may quote the request. */
import type { WebhookFailure } from "../../ports/webhooks.ts";
import { TargetRefused } from "./connector.ts";

const KINDS: readonly (readonly [code: RegExp, kind: WebhookFailure])[] = [
  [/^UND_ERR_(CONNECT|HEADERS|BODY)_TIMEOUT$|^ETIMEDOUT$/, "timed_out"],
  [/^(ENOTFOUND|EAI_|ENODATA|ESERVFAIL|EREFUSED|ETIMEOUT|EBADNAME)/, "not_resolved"],
  [/^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|EACCES|EINVAL)$/, "not_connected"],
  [/CERT|^ERR_(TLS|SSL)|^UNABLE_TO|^EPROTO$|^CRL_|^HOSTNAME_MISMATCH/, "not_trusted"],
  [/^HPE_|^UND_ERR_(HEADERS_OVERFLOW|RES_)/, "bad_answer"],
  [/^UND_ERR_(DESTROYED|CLOSED)$/, "stopped"],
  [/^UND_ERR_(INVALID_ARG|NOT_SUPPORTED)$/, "bad_url"],
];

export function webhookFailure(error: unknown): WebhookFailure {
  if (error instanceof TargetRefused) return "target_refused";
  const { code, name } = error as { code?: unknown; name?: unknown };
  // Errors of the HTTP parser do not always have a code.
  if (name === "HTTPParserError") return "bad_answer";
  const text = typeof code === "string" ? code : "";
  return KINDS.find(([pattern]) => pattern.test(text))?.[1] ?? "connection_lost";
}
