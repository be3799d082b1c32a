/**
 * A process opens the card host once. Everything that pays shares its connections, and they are
 * closed at the end.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { openApp } from "../../src/app/app.ts";
import { openLog } from "../../src/app/log/logger.ts";
import { ACCOUNT, CARD, post } from "../kit/app.ts";
import { openCardHost, type TestCardHost } from "../kit/card-host.ts";
import { openCertification } from "../kit/certification.ts";
import { StandingClock } from "../kit/clock.ts";
import { serveHere } from "../kit/command-process.ts";
import { openTestCustody } from "../kit/custody.ts";
import { openSeededDatabase } from "../kit/database.ts";
import { testHosts } from "../kit/hosts.ts";
import { openStartedDir } from "../kit/started-folder.ts";
import { testConfig } from "../kit/test-config.ts";
import { until } from "../kit/until.ts";
import { Connection } from "../process/interfaces.ts";

const PAYMENT = "/api/qsapi/3.8";
const SALE = { ...ACCOUNT, ...CARD, transaction_type: "SALE", transaction_amount: "3.00" };

/** Consecutive requests use one connection, unless the host was opened several times. */
function connectionsUsed({ arrivals }: TestCardHost): number {
  return new Set(arrivals.map(({ remotePort }) => remotePort)).size;
}

test("the payment interface and the console's clock share the card host", async (t) => {
  const host = await openCardHost(t);
  const { server, operator } = await openCertification(t, { cardHostUrl: host.url });
  await post(server, PAYMENT, { ...SALE, transaction_type: "AUTHORIZATION" });
  await operator.post("/certification/clock/advance", { span: "8d" });
  const types = host.asked("orders").map((order) => order["transaction_type"]);
  assert.deepEqual(types, ["AUTHORIZATION", "REVERSAL"]);
  assert.equal(connectionsUsed(host), 1);
});

test("the connections end when the process closes the card host", async (t) => {
  const host = await openCardHost(t);
  const database = await openSeededDatabase(t);
  const custody = await openTestCustody(database.app);
  database.beforeDrop(async () => custody.close());
  const config = { ...testConfig(), cardHostUrl: host.url };
  const [log, clock, hosts] = [openLog(config), new StandingClock(), testHosts(config)];
  const app = await openApp({ config, databaseUrl: database.url, custody, hosts, log, clock });
  await post(app.server, PAYMENT, SALE);
  await app.close();
  assert.equal(await host.connections(), 1);
  await hosts.close();
  await until(async () => (await host.connections()) === 0);
});

test("the web and the jobs of a process share the card host", async (t) => {
  // The answer is not understood, so the job for unknown outcomes asks for the result.
  const host = await openCardHost(t, () => ({ outcome: "strange" }));
  const { child, url } = await serveHere(t, {
    LOG_LEVEL: "silent",
    DATA_DIR: await openStartedDir(t),
    CARD_HOST_URL: host.url,
    PROCESSOR_TIMEOUT_MS: "500",
  });
  await new Connection(t, url).pay("3.00");
  await until(() => host.asked("inquiries").length > 0);
  assert.equal(host.asked("orders").length, 1);
  assert.equal(connectionsUsed(host), 1);
  assert.equal((await child.stop()).code, 0);
});
