/** Opens a card host from its settings, or says which setting is wrong. */
import type { Secret } from "../../values/secret.ts";
import { readClientCertificate } from "../https-client/client-certificate.ts";
import { readServiceKey } from "../https-client/key-file.ts";
import { HttpProcessor, type HttpProcessorNeeds } from "./http-processor.ts";

export interface CardHostSettings extends Pick<HttpProcessorNeeds, "limitMs" | "onTrouble"> {
  readonly environment: "certification" | "production";
  readonly url: string;
  readonly key?: Secret | undefined;
  readonly keyFile: string | undefined;
  readonly certFile: string | undefined;
  readonly certKeyFile: string | undefined;
  /** What error texts call the files. */
  readonly names: { readonly key: string; readonly cert: string; readonly certKey: string };
}

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
  return {
    key: settings.key ?? readHostKey(settings),
    certificate: readClientCertificate(settings),
  };
}

function readHostKey({ environment, keyFile, names }: CardHostSettings): Secret | undefined {
  if (keyFile === undefined) return undefined;
  return readServiceKey({ setting: names.key, file: keyFile, environment });
}
