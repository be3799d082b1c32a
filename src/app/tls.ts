/** The certificate that we serve with, and its key. */
import { readFileSync } from "node:fs";
import { createSecureContext } from "node:tls";
import type { Config } from "../config.ts";
import { StartFault } from "../ports/start-fault.ts";

/** Undefined: TLS ends before us. Fails where the files cannot be used. */
export function readTls({ tlsCertFile, tlsKeyFile }: Pick<Config, "tlsCertFile" | "tlsKeyFile">) {
  if (tlsCertFile === undefined || tlsKeyFile === undefined) return undefined;
  try {
    const pair = { cert: readFileSync(tlsCertFile), key: readFileSync(tlsKeyFile) };
    createSecureContext(pair);
    return pair;
  } catch (error) {
    const { message } = error as Error;
    throw new StartFault(`TLS_CERT_FILE and TLS_KEY_FILE cannot be used: ${message}.`);
  }
}
