/** Opens what decides card payments of accounts without a named host: the card host of the settings, the simulator, or none. */
import { CardSimulator } from "../../../adapters/card-simulator.ts";
import type {
  CardHostFailure,
  HttpProcessor,
} from "../../../adapters/http-processor/http-processor.ts";
import {
  type CardHostSettings,
  openHttpProcessor,
  readCardHostFiles,
} from "../../../adapters/http-processor/open-http-processor.ts";
import { noProcessor } from "../../../adapters/no-processor.ts";
import type { Config } from "../../../config.ts";
import type { Database } from "../../../db/database.ts";
import type { Processor } from "../../../ports/processor.ts";
import { certificateEnd } from "../../http/tls.ts";

export interface CardHost {
  /** The database is for the simulator, which is used if no host is connected. */
  processorFor(db: Database): Processor;
  /** When the client certificate in use expires. Undefined: there is none. */
  readonly certificateEnd?: Temporal.Instant | undefined;
  close(): Promise<void>;
}

type OnTrouble = (trouble: CardHostFailure) => void;

/** Call it once per process: all payments share the connections to the host. */
export function openCardHost(config: Config, onTrouble: OnTrouble): CardHost {
  const processor = openConfiguredHost(config, onTrouble);
  if (processor === undefined) return withoutHost(config);
  const certificate = readCardHostCertificate(config);
  const end = certificate && certificateEnd(certificate);
  return { processorFor: () => processor, certificateEnd: end, close: () => processor.close() };
}

/** Returns undefined if the settings name no card host. */
export function openConfiguredHost(
  config: Config,
  onTrouble: OnTrouble,
): HttpProcessor | undefined {
  const settings = cardHostSettings(config);
  return settings && openHttpProcessor({ ...settings, onTrouble });
}

/** Production never uses the simulator, whatever the settings of an account are. */
function withoutHost({ environment }: Config): CardHost {
  return {
    processorFor: (db) => (environment === "production" ? noProcessor : new CardSimulator(db)),
    close: async () => {},
  };
}

/** Throws a StartError if the key or certificate files of the card host cannot be used. */
export function checkCardHost(config: Config): void {
  const settings = cardHostSettings(config);
  if (settings !== undefined) readCardHostFiles(settings);
}

/** Returns undefined if there is none. Throws a StartError if the files cannot be used. */
export function readCardHostCertificate(config: Config) {
  const settings = cardHostSettings(config);
  return settings && readCardHostFiles(settings).certificate;
}

function cardHostSettings(config: Config): CardHostSettings | undefined {
  const { environment, cardHostUrl: url, processorTimeoutMs: limitMs } = config;
  if (url === undefined) return undefined;
  return {
    environment,
    url,
    key: config.cardHostKey,
    keyFile: config.cardHostKeyFile,
    certFile: config.cardHostCertFile,
    certKeyFile: config.cardHostCertKeyFile,
    limitMs,
    names: SETTING_NAMES,
  };
}

const SETTING_NAMES = {
  key: "CARD_HOST_KEY_FILE",
  cert: "CARD_HOST_CERT_FILE",
  certKey: "CARD_HOST_CERT_KEY_FILE",
};
