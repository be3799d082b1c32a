/** Reads the TLS certificate of the server and its private key. */
import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { createSecureContext } from "node:tls";
import type { Config } from "../../config.ts";
import { type CheckFinding, foundFailing, foundOk, foundWarning } from "../../ports/finding.ts";
import { StartError } from "../../ports/start-error.ts";

export type TlsSettings = Pick<Config, "tlsCertFile" | "tlsKeyFile">;

export interface TlsFiles {
  readonly cert: Buffer;
  readonly key: Buffer;
}

/** Returns undefined if TLS is not configured. Throws a StartError if the files cannot be used. */
export function readTls({ tlsCertFile, tlsKeyFile }: TlsSettings): TlsFiles | undefined {
  if (tlsCertFile === undefined || tlsKeyFile === undefined) return undefined;
  try {
    const files = { cert: readFileSync(tlsCertFile), key: readFileSync(tlsKeyFile) };
    createSecureContext(files);
    return files;
  } catch (error) {
    const { message } = error as Error;
    throw new StartError(
      `The certificate in TLS_CERT_FILE and the key in TLS_KEY_FILE cannot be loaded: ${message}. Check that both files exist, are in PEM format and belong together.`,
    );
  }
}

/** When a certificate expires. It is the first one in its file. */
export function certificateEnd({ cert }: { readonly cert: Buffer | string }): Temporal.Instant {
  const { validToDate } = new X509Certificate(cert);
  return Temporal.Instant.fromEpochMilliseconds(validToDate.getTime());
}

/** Empty without TLS, and while the files cannot be read, which the doctor explains. */
export function servedCertificateEnds(settings: TlsSettings): readonly Temporal.Instant[] {
  try {
    const files = readTls(settings);
    return files === undefined ? [] : [certificateEnd(files)];
  } catch {
    return [];
  }
}

/** Renewal tools replace a certificate weeks before it expires. */
const SOON_DAYS = 14;

export interface CertificateUse {
  /** Such as "The TLS certificate". */
  readonly what: string;
  readonly setting: string;
}

/** An expired certificate is refused by most clients. */
export function judgeCertificate(
  end: Temporal.Instant,
  now: Temporal.Instant,
  { what, setting }: CertificateUse,
): CheckFinding {
  const days = now.until(end).total("hours") / 24;
  const renew = `Renew ${setting}.`;
  if (days <= 0) return foundFailing(`${what} expired on ${end}, so it is refused.`, renew);
  if (days <= SOON_DAYS) return foundWarning(`${what} expires on ${end}.`, renew);
  return foundOk(`${what} is valid for ${Math.floor(days)} more days, until ${end}.`);
}
