/** Opens the card host from the settings, or says which setting is wrong. */
import { createSecureContext } from "node:tls";
import { StartError } from "../../ports/start-error.ts";
import type { Secret } from "../../values/secret.ts";
import { checkPrivate, readServiceKey, readSettingFile } from "../json-line/key-file.ts";
import type { ClientCertificate } from "../json-line/open-agent.ts";
import { HttpProcessor, type HttpProcessorNeeds } from "./http-processor.ts";

export interface CardHostSettings extends Pick<HttpProcessorNeeds, "limitMs" | "onTrouble"> {
  readonly environment: "certification" | "production";
  readonly url: string;
  readonly key: Secret | undefined;
  readonly keyFile: string | undefined;
  readonly certFile: string | undefined;
  readonly certKeyFile: string | undefined;
}

const PEM_BYTES_MAX = 64 * 1024;

export function openHttpProcessor(settings: CardHostSettings): HttpProcessor {
  const { url, limitMs, onTrouble } = settings;
  return new HttpProcessor({
    url: new URL(url),
    ...readCardHostFiles(settings),
    limitMs,
    ...(onTrouble && { onTrouble }),
  });
}

/** Throws a StartError if a file is wrong. Opens no connection. */
export function readCardHostFiles(settings: CardHostSettings) {
  return { key: settings.key ?? readHostKey(settings), certificate: readCertificate(settings) };
}

function readHostKey({ environment, keyFile: file }: CardHostSettings): Secret | undefined {
  if (file === undefined) return undefined;
  return readServiceKey({ setting: "CARD_HOST_KEY_FILE", file, environment });
}

function readCertificate(settings: CardHostSettings): ClientCertificate | undefined {
  const { environment, certFile, certKeyFile } = settings;
  if (certFile === undefined || certKeyFile === undefined) return undefined;
  const cert = readSettingFile("CARD_HOST_CERT_FILE", certFile, PEM_BYTES_MAX);
  const key = readSettingFile("CARD_HOST_CERT_KEY_FILE", certKeyFile, PEM_BYTES_MAX);
  checkPrivate({ setting: "CARD_HOST_CERT_KEY_FILE", file: certKeyFile, environment });
  checkPair({ cert, key });
  return { cert, key };
}

function checkPair(pair: ClientCertificate): void {
  try {
    createSecureContext(pair);
  } catch (error) {
    const { code = "no reason given" } = error as { readonly code?: string };
    const names = "CARD_HOST_CERT_FILE and CARD_HOST_CERT_KEY_FILE";
    throw new StartError(
      `${names} cannot be used together (${code}). Check that both files belong to the same certificate.`,
    );
  }
}
