/** Reads the client certificate with which we log in to another service. */
import { createSecureContext } from "node:tls";
import { StartError } from "../../ports/start-error.ts";
import { checkPrivate, readSettingFile } from "./key-file.ts";
import type { ClientCertificate } from "./open-agent.ts";

export interface CertificateFiles {
  readonly environment: "certification" | "production";
  readonly certFile?: string | undefined;
  readonly certKeyFile?: string | undefined;
  /** What error texts call the two files. */
  readonly names: { readonly cert: string; readonly certKey: string };
}

const PEM_BYTES_MAX = 64 * 1024;

/** Undefined: there is none. Throws a StartError if the files are not a pair. */
export function readClientCertificate(files: CertificateFiles): ClientCertificate | undefined {
  const { environment, certFile, certKeyFile, names } = files;
  if (certFile === undefined || certKeyFile === undefined) return undefined;
  const cert = readSettingFile(names.cert, certFile, PEM_BYTES_MAX);
  const key = readSettingFile(names.certKey, certKeyFile, PEM_BYTES_MAX);
  checkPrivate({ setting: names.certKey, file: certKeyFile, environment });
  checkPair({ cert, key }, names);
  return { cert, key };
}

function checkPair(pair: ClientCertificate, names: CertificateFiles["names"]): void {
  try {
    createSecureContext(pair);
  } catch (error) {
    const { code = "no reason given" } = error as { readonly code?: string };
    throw new StartError(
      `${names.cert} and ${names.certKey} cannot be used together (${code}). Check that both files belong to the same certificate.`,
    );
  }
}
