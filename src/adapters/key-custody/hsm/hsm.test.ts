/** Tests of hsm.ts, with a scripted thread in place of an HSM. test/keys/hsm.test.ts uses SoftHSM. */
import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { type TestContext, test } from "node:test";
import { until } from "../../../../test/kit/until.ts";
import { Hsm, type HsmSettings } from "./hsm.ts";

const threadFile = path.resolve(import.meta.dirname, "../../../../test/kit/scripted-hsm-thread.ts");

async function openScripted(t: TestContext, changed: Partial<HsmSettings> = {}) {
  const folder = await mkdtemp(path.join(os.tmpdir(), "scripted hsm "));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const [module, pinFile] = [path.join(folder, "module"), path.join(folder, "pin")];
  await writeFile(module, "");
  await writeFile(pinFile, "1\n");
  const hsm = new Hsm({
    ...{ module, pinFile, threadFile, environment: "certification", slot: 1 },
    ...{ tokenLabel: undefined, sessions: 1, timeoutMs: 10_000, ...changed },
  });
  t.after(() => hsm.close());
  return {
    hsm,
    pinFile,
    module,
    play: (label: string) => hsm.call("listPairs", { label }),
    countOpenings: async () => (await readFile(module, "utf8")).split("\n").length - 1,
  };
}

test("a lost session is opened again, and its call is repeated once", async (t) => {
  const { hsm, play, countOpenings } = await openScripted(t);
  await hsm.open();
  for (const code of [
    "CKR_SESSION_HANDLE_INVALID",
    "CKR_DEVICE_REMOVED",
    "CKR_USER_NOT_LOGGED_IN",
  ]) {
    await play("ready");
    assert.deepEqual(await play(`lost ${code}`), []);
  }
  assert.equal(await countOpenings(), 4);
  assert.deepEqual(hsm.counts, { calls: 6, failures: 0, reopenings: 3 });
});

test("a refused call is repeated once in a new session", async (t) => {
  const { hsm, play, countOpenings } = await openScripted(t);
  await hsm.open();
  await play("ready");
  assert.deepEqual(await play("refused CKR_MECHANISM_INVALID"), []);
  assert.equal(await countOpenings(), 2);
  assert.deepEqual(hsm.counts, { calls: 2, failures: 0, reopenings: 1 });
});

test("a thread that ends is replaced", async (t) => {
  const { hsm, play } = await openScripted(t);
  await hsm.open();
  await assert.rejects(play("crash"), { name: "HsmError" });
  assert.deepEqual(await play("ready"), []);
});

test("a late call fails at its limit, and its thread takes calls again when it returns", async (t) => {
  const { hsm, play } = await openScripted(t, { timeoutMs: 3_000 });
  await hsm.open();
  const late = play("slow 4000");
  const waiting = play("ready");
  await assert.rejects(late, { message: /^The HSM did not answer within 3000 ms/ });
  await assert.rejects(waiting, { message: /^The HSM is busy: no session was free/ });
  await until(async () => (await play("ready").catch(() => undefined)) !== undefined);
});

test("calls use all sessions at the same time", async (t) => {
  const { hsm, play, module } = await openScripted(t, { sessions: 2 });
  await hsm.open();
  const held = play("held");
  assert.deepEqual(await play("ready"), []);
  await writeFile(`${module}.released`, "");
  assert.deepEqual(await held, []);
});

test("a refused PIN is not sent again until its file changes, by any session", async (t) => {
  const { hsm, play, module, pinFile, countOpenings } = await openScripted(t, { sessions: 3 });
  await hsm.open();
  await writeFile(`${module}.refused`, "");
  const lost = () => Promise.allSettled([1, 2, 3].map(() => play("lost CKR_DEVICE_REMOVED")));
  for (const warmUp of [1, 2, 3]) assert.deepEqual(await play("ready"), [], `${warmUp}`);
  await lost();
  await lost();
  const [, reason] = (await lost()).map((outcome) => (outcome as PromiseRejectedResult).reason);
  assert.match(String(reason), /refuses the PIN .* not tried again until the file changes/);
  assert.equal(await countOpenings(), 3 + 1, "the wrong PIN was sent once");
  await rm(`${module}.refused`);
  await assert.rejects(play("lost CKR_DEVICE_REMOVED"), /refuses the PIN/);
  await writeFile(pinFile, "22\n");
  assert.deepEqual(await play("lost CKR_DEVICE_REMOVED"), []);
});

test("a refused PIN is not sent again by another process with the same data folder", async (t) => {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), "data of hsm "));
  t.after(() => rm(dataDir, { recursive: true, force: true }));
  const first = await openScripted(t, { dataDir });
  const { module, pinFile, countOpenings } = first;
  await writeFile(`${module}.refused`, "");
  await assert.rejects(first.hsm.open(), /refuses the PIN/);
  // What a process has that starts later: the same settings, and no memory.
  const openNext = async () => {
    const next = await openScripted(t, { dataDir, module, pinFile });
    await next.hsm.open();
  };
  await assert.rejects(openNext(), /refuses the PIN .*\(refused before\)\. It is not tried again/);
  assert.equal(await countOpenings(), 1, "the wrong PIN was sent once");
  assert.doesNotMatch(await readFile(path.join(dataDir, "hsm-pin-refused"), "utf8"), /1\n/);
  await rm(`${module}.refused`);
  await writeFile(pinFile, "22\n");
  await openNext();
  await assert.rejects(readFile(path.join(dataDir, "hsm-pin-refused")), { code: "ENOENT" });
});

test("while the token is away, it is not asked for every call", async (t) => {
  const { hsm, play, module, countOpenings } = await openScripted(t);
  await hsm.open();
  await play("ready");
  await writeFile(`${module}.removed`, "");
  for (let round = 0; round < 20; round++) {
    await assert.rejects(play("lost CKR_TOKEN_NOT_PRESENT"), /It has no initialized token/);
  }
  assert.ok((await countOpenings()) < 20);
  await rm(`${module}.removed`);
  await until(async () => (await play("ready").catch(() => undefined)) !== undefined);
});
