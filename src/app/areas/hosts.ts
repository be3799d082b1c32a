/**
 * The outside systems that payments call: the card host and the verification provider. They are
 * opened once per process, passed to everything that pays, and closed when the process ends.
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
  /** Aborts running calls. Their results are unknown, and reconciliation asks for them later. */
  close(): Promise<void>;
}

export function openHosts(config: Config, log: Pick<Logger, "warn">): Hosts {
  const cardHost = openCardHost(config, (trouble) =>
    log.warn(trouble, "the card host did not answer"),
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
