/** Who decides card payments: the host that the settings name, the simulator, or nobody. */
import { CardSimulator } from "../../adapters/card-simulator.ts";
import type { HostTrouble } from "../../adapters/http-processor/http-processor.ts";
import {
  type CardHostSettings,
  openHttpProcessor,
  readCardHostFiles,
} from "../../adapters/http-processor/open-http-processor.ts";
import { noProcessor } from "../../adapters/no-processor.ts";
import type { Config } from "../../config.ts";
import type { Database } from "../../db/database.ts";
import type { Processor } from "../../ports/processor.ts";

export interface CardHost {
  /** The database is for the simulator, which is used if no host is connected. */
  processorFor(db: Database): Processor;
  close(): Promise<void>;
}

type OnTrouble = (trouble: HostTrouble) => void;

/** Call it once in a process: the connections to the host are shared by everything that pays. */
export function openCardHost(config: Config, onTrouble: OnTrouble): CardHost {
  const settings = cardHostSettings(config);
  if (settings === undefined) return withoutHost(config);
  const processor = openHttpProcessor({ ...settings, onTrouble });
  return { processorFor: () => processor, close: () => processor.close() };
}

/** Production never pays at a simulator, whatever an account's settings say. */
function withoutHost({ environment }: Config): CardHost {
  return {
    processorFor: (db) => (environment === "production" ? noProcessor : new CardSimulator(db)),
    close: async () => {},
  };
}

/** Fails with what is wrong with the host's files, before anything is opened. */
export function checkCardHost(config: Config): void {
  const settings = cardHostSettings(config);
  if (settings !== undefined) readCardHostFiles(settings);
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
  };
}
