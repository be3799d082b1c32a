/** Shutdown: running requests finish, no new ones begin, and no process stays behind. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { serveHere } from "../kit/command-process.ts";
import { type Child, findPostgres, launch, serve } from "../kit/process.ts";
import { openStartedDir } from "../kit/started-folder.ts";
import { until } from "../kit/until.ts";
import { askAll, assertAll, Connection, openConnections } from "./interfaces.ts";

const ENDED_WITHIN_MS = 2_500;

test("shutdown", async (t) => {
  const dataDir = await openStartedDir(t);
  const settings = { LOG_LEVEL: "warn", DATA_DIR: dataDir };
  const isPostgresGone = async () => (await findPostgres(dataDir)) === undefined;

  await t.test(
    "SIGTERM: running requests finish, and new ones are told to try again",
    async (t) => {
      const { child, url } = await serve(t, settings);
      const open = openConnections(t, url);
      assertAll("well", await askAll(open));
      const watcher = new Connection(t, url);
      assert.equal(await watcher.readiness(), 200);
      const slow = new Connection(t, url).pay("1.95");
      await untilPaying(url);

      child.kill("SIGTERM");
      await until(async () => (await watcher.readiness()) === 503, 2_000);
      assertAll("tryAgain", await askAll(open));
      await assert.rejects(new Connection(t, url).readiness(), { code: "ECONNREFUSED" });
      assert.equal((await slow)["transaction_approved"], true);
      assert.deepEqual(await readOutcome(child), [0, ""]);
      assert.ok(await isPostgresGone());
    },
  );

  await t.test("a second signal ends the process at once, and PostgreSQL soon after", async (t) => {
    const { child, url } = await serve(t, settings);
    const slow = followPayment(new Connection(t, url).pay("1.95"));
    await untilPaying(url);
    child.kill("SIGTERM");
    // Signals that arrive together count as one.
    await delay(300);
    const isCutOff = slow.isRunning();
    const second = performance.now();
    assert.equal((await child.stop("SIGINT")).code, isCutOff ? 1 : 0);
    assert.ok(performance.now() - second < ENDED_WITHIN_MS);
    assert.equal(await slow.ending, isCutOff ? "ECONNRESET" : "answered");
    await until(isPostgresGone, 5_000);
  });

  await t.test("a signal during the start ends the process in order", async (t) => {
    const child = launch(t, { settings });
    await until(async () => !(await isPostgresGone()));
    child.kill("SIGTERM");
    assert.deepEqual(await readOutcome(child), [0, ""]);
    assert.equal(child.stdout, "");
    assert.ok(await isPostgresGone());
  });

  await t.test("running requests are cut off after the time limit", async (t) => {
    const { child, url } = await serveHere(t, { ...settings, SHUTDOWN_TIMEOUT_MS: "500" });
    const slow = followPayment(new Connection(t, url).pay("1.95"));
    await untilPaying(url);
    const isCutOff = slow.isRunning();
    const asked = performance.now();
    assert.equal((await child.stop()).code, 0);
    assert.ok(performance.now() - asked < ENDED_WITHIN_MS);
    assert.equal(await slow.ending, isCutOff ? "ECONNRESET" : "answered");
    if (isCutOff) assert.match(child.stdout, /requests were still running/);
  });
});

/** Waits until a payment has begun and is not answered yet. */
function untilPaying(url: string): Promise<void> {
  return until(async () => {
    const metrics = await (await fetch(`${url}/metrics`)).text();
    return /^sixdoors_open_attempts [1-9]/m.test(metrics);
  });
}

async function readOutcome(child: Child) {
  const { code, stderr } = await child.ended;
  return [code, stderr];
}

/** A slow payment. On a stalled machine it may end before it can be cut off. */
function followPayment(payment: Promise<unknown>) {
  let isRunning = true;
  const ending = payment
    .then(
      () => "answered",
      (error: NodeJS.ErrnoException) => error.code,
    )
    .finally(() => {
      isRunning = false;
    });
  return { ending, isRunning: () => isRunning };
}
