/** Logs in to the mail server without sending anything, for `doctor`. */
import { createTransport } from "nodemailer";
import type { Secret } from "../../values/secret.ts";

export type SmtpCheck =
  | { readonly kind: "accepted"; readonly isEncrypted: boolean }
  /** `why` is a code of SMTP or of the connection. The server's own text may repeat the login. */
  | { readonly kind: "refused"; readonly step: "login" | "connection"; readonly why: string };

interface SmtpFailure {
  readonly code?: string;
  readonly responseCode?: number;
}

/** Connects, says EHLO, starts TLS if it is offered, and logs in if the URL has a login. */
export async function checkSmtp(url: Secret, limitMs: number): Promise<SmtpCheck> {
  const encrypted = await tryLogin(url, limitMs, true);
  if (encrypted === undefined) return { kind: "accepted", isEncrypted: true };
  if (!refusesTls(encrypted)) return toRefusal(encrypted);
  const plain = await tryLogin(url, limitMs, false);
  return plain === undefined ? { kind: "accepted", isEncrypted: false } : toRefusal(plain);
}

/** Returns undefined if the server accepts us. */
async function tryLogin(
  url: Secret,
  limitMs: number,
  requireTLS: boolean,
): Promise<SmtpFailure | undefined> {
  const transport = createTransport({
    url: url.reveal(),
    requireTLS,
    connectionTimeout: limitMs,
    greetingTimeout: limitMs,
    dnsTimeout: limitMs,
    socketTimeout: limitMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    await transport.verify();
    return undefined;
  } catch (error) {
    return error as SmtpFailure;
  } finally {
    transport.close();
  }
}

/** The server answered STARTTLS with an error, so it has none. A wrong certificate has no answer. */
function refusesTls({ code, responseCode = 0 }: SmtpFailure): boolean {
  return code === "ETLS" && responseCode >= 400;
}

function toRefusal({ code = "no reason given", responseCode = 0 }: SmtpFailure): SmtpCheck {
  const step = code === "EAUTH" ? "login" : "connection";
  return { kind: "refused", step, why: responseCode > 0 ? `${code} ${responseCode}` : code };
}
