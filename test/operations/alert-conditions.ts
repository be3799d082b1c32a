/** Brings about the condition of each alert in a running app, and ends it again. */
import { rm, writeFile } from "node:fs/promises";
import { BankStateStore } from "../../src/core/ach/connections/bank-state-store.ts";
import { RateAlertStore } from "../../src/core/ach/rates/rate-alert-store.ts";
import type { RateLevel } from "../../src/core/ach/return-rates.ts";
import { ACCOUNT, CARD, post } from "../kit/app.ts";
import type { Condition, MonitoredApp } from "../kit/monitored-app.ts";
import { until } from "../kit/until.ts";
import { ROW_CONDITIONS } from "./alert-rows.ts";

const SALE = { ...ACCOUNT, ...CARD, transaction_type: "SALE", transaction_amount: "25.00" };
const SLOW_MS = 1_100;

export function sendSale({ server }: MonitoredApp) {
  return post(server, "/api/qsapi/3.8", SALE);
}

function askStatus({ server }: MonitoredApp) {
  const question = { action: "GET_TRANSACTION_STATUS", transaction_id: "323000000001" };
  return post(server, "/api/tsapi/3.8", { ...ACCOUNT, ...question });
}

const FAILING_BANK: Condition = {
  alerts: ["SixdoorsBankFailing"],
  cause: async ({ database, clock }) => {
    const states = new BankStateStore(database.owner);
    await states.recordExchange("simulator", clock.wall(), "The server is away.");
    return { end: () => states.recordExchange("simulator", clock.wall(), undefined) };
  },
};

function returnRate(alert: string, level: RateLevel): Condition {
  return {
    alerts: [alert],
    cause: async ({ database, clock }) => {
      const store = new RateAlertStore(database.owner);
      const key = { scope: "account", subjectId: ACCOUNT.account_id, kind: "overall" } as const;
      const counts = { rate: 0.16, returned: 16, debits: 100 };
      await store.saveAlerts([{ ...key, level, ...counts }], clock.wall());
      return { end: () => store.removeAlerts([key]) };
    },
  };
}

/** The payments role loses a right, so sales are answered 50000. */
const FAILING_SALES: Condition = {
  alerts: ["SixdoorsAnswersFailingFast", "SixdoorsAnswersFailingSlowly"],
  cause: async (app) => {
    const { owner } = app.database;
    await owner.rows`revoke insert on open_attempts from sixdoors_payments`;
    await sendSale(app);
    return { end: () => owner.rows`grant insert on open_attempts to sixdoors_payments` };
  },
};

/** Holds a lock that every sale waits for, until the returned function is called. */
async function lockSales({ database }: MonitoredApp): Promise<() => Promise<void>> {
  const [locked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const held = database.owner.atomically(async (db) => {
    await db.rows`lock table open_attempts in access exclusive mode`;
    locked.resolve();
    await released.promise;
  });
  await Promise.race([locked.promise, held]);
  return async () => {
    released.resolve();
    await held;
  };
}

const SLOW_SALES: Condition = {
  alerts: ["SixdoorsAnswersSlow"],
  cause: async (app) => {
    const unlock = await lockSales(app);
    const startedAt = performance.now();
    const sale = sendSale(app);
    await until(() => performance.now() - startedAt > SLOW_MS);
    await unlock();
    await sale;
    return { end: async () => {} };
  },
};

async function countWaiting({ metrics }: MonitoredApp): Promise<number> {
  const text = await metrics.registry.getSingleMetricAsString("sixdoors_pool_waiting");
  return Number(/^sixdoors_pool_waiting (\S+)$/m.exec(text)?.[1]);
}

/** Sales that wait for a lock use all connections, and questions about payments wait for one. */
const NO_CONNECTIONS: Condition = {
  alerts: ["SixdoorsConnectionsExhausted"],
  cause: async (app) => {
    const unlock = await lockSales(app);
    const answers: ReturnType<typeof sendSale>[] = [];
    await until(async () => {
      answers.push(sendSale(app), askStatus(app));
      return (await countWaiting(app)) > 1;
    });
    const waiting = await countWaiting(app);
    return {
      // Other metrics are read with the same connections, so they wait, too.
      whileReading: async () => {
        await until(async () => (await countWaiting(app)) > waiting);
        await unlock();
      },
      end: () => Promise.all(answers),
    };
  },
};

const WRONG_CLOCK: Condition = {
  alerts: ["SixdoorsClockSkew"],
  cause: async ({ state }) => {
    state.aheadSeconds = -20;
    const end = async () => {
      state.aheadSeconds = 0;
    };
    return { end };
  },
};

const OLD_CERTIFICATE: Condition = {
  alerts: ["SixdoorsCertificateExpires"],
  cause: async (app) => {
    await app.serveCertificate(5);
    return { end: () => app.serveCertificate(90) };
  },
};

const OLD_CLIENT_CERTIFICATE: Condition = {
  alerts: ["SixdoorsClientCertificateExpires"],
  cause: async (app) => {
    await app.openWithCertificate(5);
    return { end: () => app.openWithCertificate(90) };
  },
};

const LOST_REPLICA: Condition = {
  alerts: ["SixdoorsReplicaUnused"],
  cause: async ({ replica }) => {
    replica.setOpen(false);
    return { end: async () => replica.setOpen(true) };
  },
};

const REFUSED_SPANS: Condition = {
  alerts: ["SixdoorsSpansDropped"],
  cause: async (app) => {
    app.state.refusesSpans = true;
    await sendSale(app);
    await app.sendSpans();
    const end = async () => {
      app.state.refusesSpans = false;
    };
    return { end };
  },
};

const LOST_ANSWERS: Condition = {
  alerts: ["SixdoorsCardHostUnknown"],
  cause: async (app) => {
    app.state.losesAnswers = true;
    await sendSale(app);
    app.state.losesAnswers = false;
    return { end: () => app.database.owner.rows`delete from open_attempts` };
  },
};

/** The simulated provider cannot be reached for accounts that end in 0009. */
const LOST_VERIFIER: Condition = {
  alerts: ["SixdoorsVerificationFailing"],
  cause: async ({ server }) => {
    await post(server, "/api/qsapi/3.8", {
      ...ACCOUNT,
      transaction_type: "SALE",
      transaction_amount: "25.00",
      tender_type: "ACH",
      bank_routing_number: "021000021",
      bank_account_number: "770012340009",
      first_name: "Ada",
      last_name: "Buyer",
    });
    return { end: async () => {} };
  },
};

const LOST_CONNECTIONS: Condition = {
  alerts: ["SixdoorsCardHostDisconnected"],
  cause: async (app) => {
    const { wire } = app.isoHost;
    const { port } = wire;
    const has = (count: number) => async () =>
      (await app.readMetrics()).includes(`sixdoors_card_host_connections{host="switch"} ${count}`);
    await wire.stop();
    await until(has(0));
    const end = async () => {
      await wire.listen(port);
      await until(has(2));
    };
    return { end };
  },
};

const REMOVED_TOKEN: Condition = {
  alerts: ["SixdoorsHsmFailing"],
  cause: async ({ hsm, hsmModule }) => {
    const removed = `${hsmModule}.removed`;
    await writeFile(removed, "");
    await hsm.call("listPairs", { label: "lost" }).catch(() => {});
    const works = () =>
      hsm.call("listPairs", { label: "master" }).then(
        () => true,
        () => false,
      );
    const end = async () => {
      await rm(removed);
      // For a moment, further calls fail without an attempt.
      await until(works);
    };
    return { end };
  },
};

export const CONDITIONS: readonly Condition[] = [
  FAILING_SALES,
  SLOW_SALES,
  NO_CONNECTIONS,
  WRONG_CLOCK,
  OLD_CERTIFICATE,
  OLD_CLIENT_CERTIFICATE,
  LOST_REPLICA,
  REFUSED_SPANS,
  LOST_ANSWERS,
  LOST_VERIFIER,
  LOST_CONNECTIONS,
  REMOVED_TOKEN,
  FAILING_BANK,
  returnRate("SixdoorsReturnRateNear", "near"),
  returnRate("SixdoorsReturnRateOver", "over"),
  ...ROW_CONDITIONS,
];
