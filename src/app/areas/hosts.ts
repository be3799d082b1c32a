/**
 * The outside systems that payments call: card hosts and the verification provider. They are opened
 * once per process, passed to everything that pays, and closed when the process ends.
 */
import { measureProcessor } from "../../adapters/measured-processor.ts";
import { measureVerifier } from "../../adapters/measured-verifier.ts";
import type { Config } from "../../config.ts";
import { CARD_PROCESSORS } from "../../core/card-hosts/card-host-names.ts";
import type { Database } from "../../db/database.ts";
import type { Metrics } from "../../ports/metrics.ts";
import type { Processor } from "../../ports/processor.ts";
import type { Verifier } from "../../ports/verifier.ts";
import type { Logger } from "../log/logger.ts";
import { openCardHost } from "./card-hosts/default-host.ts";
import { routeToHosts } from "./card-hosts/host-router.ts";
import { type HostState, NamedHosts } from "./card-hosts/named-hosts.ts";
import { openProvider } from "./verification.ts";

export interface Hosts {
  /** The databases are for simulators, which are used if nothing is connected, and for named hosts. */
  processorFor(db: Database): Processor;
  verifierFor(db: Database): Verifier;
  /** Opens all named card hosts now and keeps the list up to date. */
  watchCardHosts(db: Database): Promise<void>;
  /** Undefined: there is no card host of this name, or it cannot be used. */
  findCardHost(name: string, db: Database): Promise<Processor | undefined>;
  cardHostStates(): readonly HostState[];
  /** When the client certificates expire with which this process logs in, by card host. */
  certificateEnds(): ReadonlyMap<string, Temporal.Instant>;
  /** Aborts running calls. Their results are unknown, and reconciliation asks for them later. */
  close(): Promise<void>;
}

export function openHosts(
  config: Config,
  log: Pick<Logger, "warn">,
  metrics: Pick<Metrics, "countCardHostCall" | "countVerification"> = NO_METRICS,
): Hosts {
  const cardHost = openCardHost(config, (trouble) =>
    log.warn(trouble, "the card host did not answer"),
  );
  const named = new NamedHosts({ config, log, metrics });
  const provider = openProvider(config);
  const [defaultName = ""] = CARD_PROCESSORS[config.environment];
  return {
    processorFor: (db) => {
      const byDefault = measureProcessor(defaultName, cardHost.processorFor(db), metrics);
      return routeToHosts({ byDefault, named, db });
    },
    verifierFor: (db) => measureVerifier(provider.verifierFor(db), metrics),
    watchCardHosts: (db) => named.watch(db),
    findCardHost: (name, db) => named.findProcessor(name, db),
    cardHostStates: () => named.states(),
    certificateEnds: () =>
      listCertificateEnds(defaultName, cardHost.certificateEnd, named.states()),
    close: async () => {
      await Promise.all([cardHost.close(), named.close(), provider.close()]);
    },
  };
}

const NO_METRICS = { countCardHostCall: () => {}, countVerification: () => {} };

function listCertificateEnds(
  defaultName: string,
  defaultEnd: Temporal.Instant | undefined,
  states: readonly HostState[],
): ReadonlyMap<string, Temporal.Instant> {
  const all = [{ name: defaultName, certificateEnd: defaultEnd }, ...states];
  return new Map(
    all.flatMap(({ name, certificateEnd: end }) => (end === undefined ? [] : [[name, end]])),
  );
}
