/** The needs of an operator's screens about health, jobs, files and audit. */
import { BaseKeyStore } from "../../../adapters/key-custody/base-keys/base-key-store.ts";
import { DataKeyStore } from "../../../adapters/key-custody/data-key-store.ts";
import { LoginFailureStore } from "../../../core/access/failures/login-failure-store.ts";
import { LoginFailures } from "../../../core/access/failures/login-failures.ts";
import { PaymentTally } from "../../../core/payments/tally/tally.ts";
import { TallyStore } from "../../../core/payments/tally/tally-store.ts";
import { ReplicaStore } from "../../../core/reports/run/replica-store.ts";
import { SLOW_MS, slowStatements } from "../../../db/statements/slow-statements.ts";
import type { OperationsNeeds } from "../../../interfaces/console/operations/routes.ts";
import type { Pools } from "../../database/pools.ts";
import { openClocks } from "../../time/clock-check.ts";
import { VERSION } from "../../version.ts";
import { listOfferedKeys, trySftpServer } from "../bank-server.ts";
import type { ConsoleParts } from "./console-parts.ts";

export function operationsNeeds(parts: ConsoleParts): OperationsNeeds {
  const { pools, custody, clock, config, log, readiness, schema, examine, freeDiskBytes } = parts;
  const { certificateEnds } = parts;
  const { app, payments, replica } = pools;
  const { environment, retention, inForce: settings } = config;
  const { unspentIdsDays } = retention;
  const onFailure = (error: unknown) =>
    log.error({ err: error }, "the audit log could not be verified");
  return {
    ...{ app, payments, clock, readiness, settings, retention, examine, freeDiskBytes },
    certificateEnds,
    failures: new LoginFailures({ store: new LoginFailureStore(app), custody, clock }),
    tally: new PaymentTally({ store: new TallyStore(payments), clock, unspentIdsDays }),
    clocks: openClocks(app, config),
    keysPending: () => new BaseKeyStore(app).countPending(),
    audit: { db: app, custody, clock, onFailure },
    bankServers: {
      db: app,
      custody,
      tryServer: (server) => trySftpServer(server, clock),
      listOfferedKeys,
    },
    release: { product: VERSION, schema, environment },
    pools: () => poolLines(pools),
    replicaLagMs: replica && (() => new ReplicaStore(app, replica).lagMs()),
    masterKeys: () => new DataKeyStore(app).listMasterKeys(),
    slowStatements: { slowerThanMs: SLOW_MS, list: () => slowStatements.list() },
  };
}

function poolLines({ app, payments, reports, replica, probe }: Pools) {
  const named = { interfaces: app, payments, reports, replica, probe };
  return Object.entries(named).flatMap(([name, pool]) => {
    if (pool === undefined) return [];
    const { size, connections, idle, waiting } = pool;
    return [{ name, size, connections, idle, waiting }];
  });
}
