/**
 * The database hangs, dies or is stopped. Every interface reports it in time and works again
 * afterwards.
 */
import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { type TestContext, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { startEmbedded } from "../../src/adapters/embedded-postgres/embedded-postgres.ts";
import { atEnd, findPostgres, serve } from "../kit/process.ts";
import { openStartedDir } from "../kit/started-folder.ts";
import { until } from "../kit/until.ts";
import {
  type Answer,
  askAll,
  assertAll,
  Connection,
  INTERFACES,
  openConnections,
} from "./interfaces.ts";

const TIMEOUT_MS = 1_000;
const SETTINGS = { LOG_LEVEL: "silent", DATABASE_TIMEOUT_MS: String(TIMEOUT_MS) };
/** A payment runs five statements and may wait for a connection each time. */
const ANSWER_WITHIN_MS = 5 * TIMEOUT_MS + 3_500;
const CALLER_KNOWN_MS = 1_100;
const READINESS_WITHIN_MS = 2_000;
const BACK_WITHIN_MS = 5_000;

test("an embedded database", async (t) => {
  const dataDir = await openStartedDir(t);
  const { child, url } = await serve(t, { ...SETTINGS, DATA_DIR: dataDir });
  const open = openConnections(t, url);
  const watcher = new Connection(t, url);
  assertAll("well", await askAll(open));

  await t.test("a database that hangs is noticed, and used again when it continues", async (t) => {
    const server = (await findPostgres(dataDir)) ?? assert.fail();
    // The server first, so that it starts no backend after its backends were listed.
    const frozen = [freeze(t, [server])];
    frozen.push(freeze(t, await findBackends(server)));
    const asked = askAll(open);
    await until(async () => (await watcher.readiness()) === 503, READINESS_WITHIN_MS);
    // For a second, an interface may remember its caller and find an error without the database.
    assertInTime(await asked);
    // New connections are needed from here on, because the old ones are known to be dead.
    const again = await askAll(open);
    assertInTime(again);
    assertAll("tryAgain", again);
    for (const { thaw } of frozen) thaw();
    await untilWell(open, watcher);
  });

  await t.test("a database that accepts no connections keeps no request waiting", async (t) => {
    const frozen = freeze(t, [(await findPostgres(dataDir)) ?? assert.fail()]);
    const many = Array.from({ length: 8 }, () => openConnections(t, url));
    for (const answers of await Promise.all(many.map(askAll))) assertInTime(answers);
    frozen.thaw();
    await untilWell(open, watcher);
  });

  await t.test("a database that is killed under load restarts by itself", async (t) => {
    const load = startLoad(t, url);
    await until(() => load.answered() > 20);
    process.kill((await findPostgres(dataDir)) ?? assert.fail(), "SIGKILL");
    await untilWell(open, watcher);
    await load.stop();
    assert.equal(child.isOver, false, child.stderr);
    assert.equal(child.stderr, "");
  });
});

test("a server of DATABASE_URL that is stopped and started", async (t) => {
  const dataDir = await openStartedDir(t);
  const start = () => startEmbedded({ dataDir, dataDirIsDefault: false, log: () => {} });
  const first = await start();
  atEnd(t, () => first.stop());
  const { child, url } = await serve(t, {
    ...SETTINGS,
    LOG_LEVEL: "warn",
    DATABASE_URL: first.connectionString,
    // The folder with the key of the data. DATABASE_URL is set, so no server is started there.
    DATA_DIR: dataDir,
  });
  const open = openConnections(t, url);
  const watcher = new Connection(t, url);
  assertAll("well", await askAll(open));

  const startedMs = performance.now();
  await first.stop();
  await until(async () => (await watcher.readiness()) === 503, READINESS_WITHIN_MS);
  // The server may have stopped within the second for which an interface remembers its caller.
  await setTimeout(CALLER_KNOWN_MS);
  const answers = await askAll(open);
  assertInTime(answers);
  assertAll("tryAgain", answers);

  // Many more requests. None of them writes its own log line.
  const many = Array.from({ length: 8 }, () => openConnections(t, url));
  await Promise.all(many.map(askAll));
  assertFewLines(child.stdout, (performance.now() - startedMs) / 1_000);

  const second = await start();
  atEnd(t, () => second.stop());
  assert.equal(second.connectionString, first.connectionString);
  await untilWell(open, watcher);
});

function assertInTime(answers: readonly Answer[]): void {
  for (const [place, { tookMs }] of answers.entries()) {
    assert.ok(
      tookMs < ANSWER_WITHIN_MS,
      `${INTERFACES[place]?.name} took ${Math.round(tookMs)} ms`,
    );
  }
}

/** Expects the first error of each kind with its stack, then one line per second with a count. */
function assertFewLines(stdout: string, seconds: number): void {
  const lines = stdout.split("\n").filter((line) => line.startsWith("{"));
  const first = lines.map((line) => JSON.parse(line)).filter(({ err }) => err !== undefined);
  const messages = new Set(first.map(({ msg }) => msg));
  assert.ok(messages.has("request failed"), stdout);
  assert.equal(first.length, messages.size, stdout);
  const repeats = lines.length - first.length;
  assert.ok(repeats > 0 && repeats <= seconds + 2, `${repeats} lines in ${seconds} s:\n${stdout}`);
}

/** Waits until readiness and every interface are well. */
async function untilWell(open: readonly Connection[], watcher: Connection): Promise<void> {
  await until(async () => {
    if ((await watcher.readiness()) !== 200) return false;
    try {
      assertAll("well", await askAll(open));
      return true;
    } catch {
      return false;
    }
  }, BACK_WITHIN_MS);
}

function freeze(t: TestContext, pids: readonly number[]): { thaw(): void } {
  const send = (signal: NodeJS.Signals) => {
    for (const pid of pids) {
      try {
        process.kill(pid, signal);
      } catch {
        // The backend has ended already.
      }
    }
  };
  atEnd(t, async () => send("SIGCONT"));
  send("SIGSTOP");
  return { thaw: () => send("SIGCONT") };
}

async function findBackends(server: number): Promise<readonly number[]> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name)).map(Number);
  const parents = await Promise.all(
    pids.map((pid) => readFile(`/proc/${pid}/stat`, "utf8").catch(() => "")),
  );
  return pids.filter(
    (_, place) => parents[place]?.split(") ").at(-1)?.split(" ")[1] === String(server),
  );
}

/** Calls every interface continuously, whatever it answers. */
function startLoad(t: TestContext, url: string) {
  let answered = 0;
  let running = true;
  const open = openConnections(t, url);
  const loops = INTERFACES.map(async (api, place) => {
    while (running) {
      await api.ask(open[place] ?? assert.fail());
      answered++;
    }
  });
  const stop = async () => {
    running = false;
    await Promise.all(loops);
  };
  return { stop, answered: () => answered };
}
