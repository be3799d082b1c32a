/**
 * The systems outside that payments ask: the card host and the verification provider. Opened once in
 * a process, passed to everything that pays, and closed when the process ends.
 */
import type { Config } from "../../config.ts";
import type { Database } from "../../db/database.ts";
import type { Processor } from "../../ports/processor.ts";
import type { Verifier } from "../../ports/verifier.ts";
import type { Logger } from "../log/logger.ts";
import { openCardHost } from "./card-host.ts";
import { openProvider } from "./verification.ts";

export interface Hosts {
  /** The databases are for simulators, which are used if nothing is connected. */
  processorFor(db: Database): Processor;
  verifierFor(db: Database): Verifier;
  /** Breaks off what is still being asked: those outcomes are unknown and are asked for later. */
  close(): Promise<void>;
}

export function openHosts(config: Config, log: Pick<Logger, "warn">): Hosts {
  const cardHost = openCardHost(config, (trouble) =>
    log.warn(trouble, "the card host gave no answer"),
  );
  const provider = openProvider(config);
  return {
    processorFor: (db) => cardHost.processorFor(db),
    verifierFor: (db) => provider.verifierFor(db),
    close: async () => {
      await Promise.all([cardHost.close(), provider.close()]);
    },
  };
}
