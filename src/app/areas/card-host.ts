/** Who decides card payments: the host that the settings name, the simulator, or nobody. */
import { CardSimulator } from "../../adapters/card-simulator.ts";
import type { HostTrouble } from "../../adapters/http-processor/http-processor.ts";
import { openHttpProcessor } from "../../adapters/http-processor/open-http-processor.ts";
import { noProcessor } from "../../adapters/no-processor.ts";
import type { Config } from "../../config.ts";
import type { Database } from "../../db/database.ts";
import type { Processor } from "../../ports/processor.ts";

export type { HostTrouble };

export interface OpenCardHostNeeds {
  readonly db: Database;
  readonly config: Config;
  readonly onHostTrouble?: ((trouble: HostTrouble) => void) | undefined;
}

/** Production never pays at a simulator, whatever an account's settings say. */
export function openCardHost({ db, config, onHostTrouble }: OpenCardHostNeeds): Processor {
  const simulator = config.environment === "production" ? noProcessor : new CardSimulator(db);
  return connect(config, onHostTrouble) ?? simulator;
}

/** Fails with what is wrong with the host's files, before anything else is begun. */
export function checkCardHost(config: Config): void {
  void connect(config)?.close();
}

function connect(config: Config, onTrouble?: (trouble: HostTrouble) => void) {
  const { environment, cardHostUrl: url, processorTimeoutMs: limitMs } = config;
  if (url === undefined) return undefined;
  return openHttpProcessor({
    environment,
    url,
    key: config.cardHostKey,
    keyFile: config.cardHostKeyFile,
    certFile: config.cardHostCertFile,
    certKeyFile: config.cardHostCertKeyFile,
    limitMs,
    ...(onTrouble && { onTrouble }),
  });
}
