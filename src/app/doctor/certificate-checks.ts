/** Checks of certificates: our own for serving TLS, and client certificates for hosts. */
import { X509Certificate } from "node:crypto";
import { isIP } from "node:net";
import type { CardHostRecord } from "../../core/card-hosts/card-host-record.ts";
import type { DoctorCheck } from "../../core/doctor/doctor-check.ts";
import {
  type CheckFinding,
  foundNothingToCheck,
  foundOk,
  foundWarning,
} from "../../ports/finding.ts";
import { readCardHostCertificate } from "../areas/card-hosts/default-host.ts";
import { readHostCertificate } from "../areas/card-hosts/open-host.ts";
import { certificateEnd, judgeCertificate, readTls } from "../http/tls.ts";
import { listNamedHosts } from "./card-host-checks.ts";
import type { DoctorParts } from "./doctor-parts.ts";

export async function listCertificateChecks(parts: DoctorParts): Promise<readonly DoctorCheck[]> {
  const named = await listNamedHosts(parts);
  return [
    { name: "TLS_CERT_FILE", run: async () => checkOwnCertificate(parts) },
    ...(parts.config.cardHostCertFile === undefined
      ? []
      : [{ name: "CARD_HOST_CERT_FILE", run: async () => checkHostCertificate(parts) }]),
    ...named
      .filter(({ connection }) => connection.certFile !== undefined)
      .map((host) => ({ name: host.name, run: async () => checkNamedCertificate(parts, host) })),
  ];
}

/** The files must belong together, be valid, and be made for the host of PUBLIC_URL. */
function checkOwnCertificate({ config, clock }: DoctorParts): readonly CheckFinding[] {
  const files = readTls(config);
  if (files === undefined) {
    return [foundNothingToCheck("TLS_CERT_FILE is not set: Sixdoors serves no TLS itself.")];
  }
  const use = { what: "The TLS certificate", setting: "TLS_CERT_FILE" };
  const judged = judgeCertificate(certificateEnd(files), clock.wall(), use);
  return [judged, ...judgeName(new X509Certificate(files.cert), config.publicUrl)];
}

function judgeName(certificate: X509Certificate, publicUrl: string | undefined) {
  if (publicUrl === undefined) return [];
  const host = new URL(publicUrl).hostname.replace(/^\[|\]$/g, "");
  const isMadeFor = isIP(host) === 0 ? certificate.checkHost(host) : certificate.checkIP(host);
  if (isMadeFor !== undefined) return [foundOk(`The TLS certificate is made for ${host}.`)];
  return [
    foundWarning(
      `The TLS certificate is not made for ${host}, the host of PUBLIC_URL, so clients refuse it.`,
      "Get a certificate for this name, or correct PUBLIC_URL.",
    ),
  ];
}

function checkHostCertificate({ config, clock }: DoctorParts): CheckFinding {
  const files = readCardHostCertificate(config);
  if (files === undefined) return foundNothingToCheck("The card host asks for no certificate.");
  const use = { what: "The client certificate for the card host", setting: "CARD_HOST_CERT_FILE" };
  return judgeCertificate(certificateEnd(files), clock.wall(), use);
}

function checkNamedCertificate({ config, clock }: DoctorParts, host: CardHostRecord): CheckFinding {
  const files = readHostCertificate(host, config.environment);
  if (files === undefined) return foundNothingToCheck("The card host asks for no certificate.");
  const what = `The client certificate for card host ${host.name}`;
  const use = { what, setting: host.connection.certFile ?? "the certificate file" };
  return judgeCertificate(certificateEnd(files), clock.wall(), use);
}
