/** Verification through the payment interface, with a provider from a mapping file. */
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type TestContext, test } from "node:test";
import type { FastifyInstance } from "fastify";
import { openApp } from "../../src/app/app.ts";
import { openLog } from "../../src/app/log/logger.ts";
import { Secret } from "../../src/values/secret.ts";
import { ACCOUNT, openTestApp, post } from "../kit/app.ts";
import { testHosts } from "../kit/hosts.ts";
import { openReceiver, type Reply } from "../kit/receiver.ts";
import { testConfig } from "../kit/test-config.ts";
import { until } from "../kit/until.ts";
import { MAPPING, ROUTING_NUMBER } from "../kit/verification.ts";

const ALPINE = { account_id: "120000000003", api_accesskey: "3".repeat(32) };
const UNLIMITED = { callerPerSecond: 0, addressPerSecond: 0 };

async function writeMapping(t: TestContext, url: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "sixdoors-provider-"));
  t.after(() => rm(folder, { recursive: true }));
  const file = path.join(folder, "provider.json");
  await writeFile(file, JSON.stringify({ ...MAPPING, url }));
  return file;
}

async function openEnvironment(t: TestContext, reply: Reply) {
  const receiver = await openReceiver(t, reply);
  const verifierFile = await writeMapping(t, receiver.url);
  const settings = { verifierFile, verifierKey: new Secret("provider-key") };
  const app = await openTestApp(t, settings, UNLIMITED);
  return { receiver, settings, app };
}

type Form = Record<string, string>;

async function sell(server: FastifyInstance, account: Form, number: string, more: Form = {}) {
  const reply = await post(server, "/api/qsapi/3.8", {
    ...account,
    tender_type: "ACH",
    transaction_type: "SALE",
    transaction_amount: "10.00",
    first_name: "Ann",
    last_name: "Lee",
    bank_routing_number: ROUTING_NUMBER,
    bank_account_number: number,
    ach_sec_code: "WEB",
    response_format: "JSON",
    ...more,
  });
  const said = reply.json();
  return [
    said.authorization_message,
    said.ach_verification_passed,
    said.ach_verification_message,
    said.error_code,
  ];
}

const says =
  (body: string, status = 200): Reply =>
  (response) =>
    response.writeHead(status).end(body);

test("200 simultaneous first uses in two processes ask the provider once", async (t) => {
  const { receiver, settings, app } = await openEnvironment(t, (response, arrival) => {
    setTimeout(() => says('{"result":"accepted"}')(response, arrival), 300);
  });
  const { database, custody, clock } = app;
  const config = { ...testConfig(), ...settings };
  const log = openLog(config);
  const hosts = testHosts(config);
  const second = await openApp({
    config,
    databaseUrl: database.url,
    custody,
    hosts,
    log,
    clock,
    access: UNLIMITED,
  });
  database.beforeDrop(async () => {
    await second.close();
    await hosts.close();
  });
  const sales = Array.from({ length: 200 }, (_, index) =>
    sell(index % 2 === 0 ? app.server : second.server, ACCOUNT, "000123456789"),
  );
  const told = (await Promise.all(sales)).map((said) => said.join());
  assert.equal(told.filter((said) => said === "PENDING,true,Accepted,0").length, 1);
  assert.equal(told.filter((said) => said === "PENDING,false,Previously verified,0").length, 199);
  assert.equal(receiver.arrivals.length, 1);
});

test("a refusal is shown in plain words, and the next request asks again", async (t) => {
  const { receiver, app } = await openEnvironment(
    t,
    says('{"result":"denied","why":"Account 000123456789\\r\\nis closed"}', 422),
  );
  for (const times of [1, 2]) {
    const said = await sell(app.server, ACCOUNT, "000123456789");
    assert.deepEqual(said, ["NOT BATCHED", false, "Account **** is closed", 30002]);
    assert.equal(receiver.arrivals.length, times);
  }
});

const BAD: Record<string, Reply> = {
  "sends HTML": says("<html>accepted</html>"),
  lies: says('{"result":true,"accepted":"accepted"}'),
  "sends without end": (response) => {
    const timer = setInterval(() => response.write(Buffer.alloc(1 << 20, " ")), 1);
    response.on("close", () => clearInterval(timer));
  },
};

for (const [what, reply] of Object.entries(BAD)) {
  test(`a provider that ${what} leads to the account's own policy`, async (t) => {
    const { app } = await openEnvironment(t, reply);
    await assertPolicy(app.server);
  });
}

async function assertPolicy(server: FastifyInstance): Promise<void> {
  const unsaid = "Verification unavailable";
  const [declined, taken] = await Promise.all([
    sell(server, ACCOUNT, "000123456789"),
    sell(server, ALPINE, "000123456789"),
  ]);
  assert.deepEqual(declined, ["NOT BATCHED", false, unsaid, 30002]);
  assert.deepEqual(taken, ["PENDING", false, unsaid, 0]);
}

test("a provider that hangs or answers after eight seconds leads to the account's own policy", async (t) => {
  let lateAnswers = 0;
  const { receiver, app } = await openEnvironment(t, (response, arrival) => {
    setTimeout(() => {
      says('{"result":"accepted"}')(response, arrival);
      lateAnswers++;
    }, 8_500).unref();
  });
  const startedMs = performance.now();
  await assertPolicy(app.server);
  const tookMs = performance.now() - startedMs;
  assert.ok(tookMs > 7_500 && tookMs < 9_500, `${tookMs} ms`);
  assert.equal(receiver.arrivals.length, 4, "two tries each");
  await until(() => lateAnswers === receiver.arrivals.length);
  const rows = await app.database.owner.rows`select from verification_passes`;
  assert.equal(rows.length, 0, "a late answer does not count");
});

test("invalid requests and validate_ach_account=0 do not ask the provider", async (t) => {
  const { receiver, app } = await openEnvironment(t, says('{"result":"accepted"}'));
  const { server } = app;
  const bad = await sell(server, ACCOUNT, "000123456789", { first_name: "x".repeat(33) });
  assert.equal(bad[3], 31311);
  assert.equal(
    (await sell(server, ACCOUNT, "000123456789", { bank_routing_number: "021000022" }))[3],
    20019,
  );
  const forbidden = await sell(server, ACCOUNT, "000123456789", { validate_ach_account: "0" });
  assert.deepEqual(forbidden, ["PENDING", false, "Not required", 0]);
  assert.equal(receiver.arrivals.length, 0);
});
