/** Drafts of a bank behind folders: handed over once, and removed when they are stale. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { link, readdir, readFile, rename, rm, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { type TestContext, test } from "node:test";
import { finishFiles, forceCutOff } from "../../src/core/ach/files/cut-off.ts";
import { removeStaleDrafts } from "../../src/core/ach/files/stale-drafts.ts";
import type { AchNetwork, OutgoingFile } from "../../src/ports/ach-network.ts";
import { Secret } from "../../src/values/secret.ts";
import { addEntry, BOOKS, connectFolder, openTestAch, type TestAch } from "../kit/ach.ts";
import { withSteps } from "../kit/ach-steps.ts";
import { tier } from "../kit/tier.ts";

const NAME = "first-bank-20261116-170000-1.ach";
const HEADER = `101 0610001461234567890${"x".repeat(71)}\n`;

async function openNetwork(t: TestContext) {
  const ach = await openTestAch(t);
  const { folders } = await connectFolder(ach, "first-bank");
  const network = ach.needs.networks.directory ?? assert.fail();
  return { ach, folders, network, at: ach.clock.business() };
}

function fileUnder(draft: string): OutgoingFile {
  const parts = async function* () {
    yield new Secret(HEADER);
  };
  const digest = createHash("sha256").update(HEADER).digest();
  return { connection: "first-bank", name: NAME, draft, digest, parts };
}

async function filesOfSimulator({ database }: TestAch): Promise<string[]> {
  const rows = await database.owner.rows<{ name: string }>`
    select name from simulator.ach_files order by name`;
  return rows.map(({ name }) => name);
}

test("an incomplete draft is never handed over and is removed", async (t) => {
  const { ach, folders } = await openNetwork(t);
  const { connection } = await bankOf(ach);
  await addEntry(ach);
  let isBroken = true;
  const breaking = withSteps(ach.needs, async (name) => {
    if (name === "custody open" && isBroken) throw new Error("no key");
  });
  assert.match(String((await forceCutOff(breaking, connection)).failures), /no key/);
  assert.deepEqual(await readdir(folders.preparing), []);
  assert.deepEqual(await readdir(folders.outbox), []);
  isBroken = false;
  const done = await finishFiles(breaking, connection, ach.clock.business());
  assert.deepEqual([done.files.length, done.failures], [1, []]);
});

async function bankOf(ach: TestAch) {
  return connectFolder(ach, "second-bank", { accounts: [BOOKS] });
}

/** A draft that is claimed and cannot be sent, because its outbox is missing. */
async function claimDraft(t: TestContext) {
  const ach = await openTestAch(t);
  const { connection, folders } = await connectFolder(ach, "first-bank");
  await addEntry(ach);
  await rename(folders.outbox, `${folders.outbox}-away`);
  await forceCutOff(ach.needs, connection);
  const [claimed = ""] = await readdir(folders.preparing);
  const name = claimed.slice(0, claimed.indexOf(".ach") + 4);
  return { ach, connection, folders, claimed, name };
}

test("stale drafts are removed, but never one that was claimed or can still be claimed", async (t) => {
  const { ach, connection, folders, claimed, name } = await claimDraft(t);
  const stale = [`${name}.killed-try`, `${name}.part`, "first-bank-20200101-170000-1.ach"];
  for (const file of [...stale, "notes of an operator.txt"]) {
    await writeFile(path.join(folders.preparing, file), "x");
  }
  ach.clock.advance({ minutes: 1 });
  await addEntry(ach);
  await assert.doesNotReject(forceCutOff(ach.needs, connection));
  assert.ok((await readdir(folders.preparing)).includes(claimed), "the claimed draft stays");
  await rename(`${folders.outbox}-away`, folders.outbox);
  const {
    files,
    failures: [trouble],
  } = await finishFiles(ach.needs, connection, ach.clock.business());
  assert.deepEqual([files.length, trouble], [2, undefined]);
  assert.deepEqual(await readdir(folders.preparing), ["notes of an operator.txt"]);
  assert.equal((await readdir(folders.outbox)).length, 2);
});

test("a draft that another process is about to claim is left alone", async (t) => {
  const ach = await openTestAch(t);
  const { connection, folders } = await connectFolder(ach, "first-bank");
  await addEntry(ach);
  let seen: readonly string[] = [];
  // Before the draft is claimed, its file is fixed: a second process must keep its hands off.
  const slow = withSteps(ach.needs, async (name) => {
    if (name !== "database rows" || (await readdir(folders.preparing)).length === 0) return;
    if (seen.length > 0) return;
    seen = await readdir(folders.preparing);
    await removeStaleDrafts(ach.needs, networkOf(ach), connection.name);
    assert.deepEqual(await readdir(folders.preparing), seen);
  });
  const {
    failures: [trouble],
    files,
  } = await forceCutOff(slow, connection);
  assert.deepEqual([trouble, files.length, seen.length], [undefined, 1, 1]);
});

function networkOf({ needs }: TestAch): AchNetwork {
  return needs.networks.directory ?? assert.fail();
}

test("a file that an earlier release prepared under its own name is sent once", async (t) => {
  const { ach, connection, folders, claimed, name } = await claimDraft(t);
  await rename(path.join(folders.preparing, claimed), path.join(folders.preparing, name));
  await ach.database.owner.rows`update ach_files set draft_name = name`;
  await rename(`${folders.outbox}-away`, folders.outbox);
  await finishFiles(ach.needs, connection, ach.clock.business());
  assert.deepEqual(await readdir(folders.outbox), [name]);
});

test("the simulated bank keeps no draft of a received file", async (t) => {
  const ach = await openTestAch(t);
  await addEntry(ach, { accountNumber: "5551001" });
  const network = ach.needs.networks.simulator ?? assert.fail();
  const stale = { ...fileUnder("simulator-20261116-170000-1.ach.killed"), connection: "simulator" };
  await network.prepareDraft(stale);
  await ach.advance("2026-11-16T22:30:00Z");
  assert.deepEqual(await filesOfSimulator(ach), ["simulator-20261116-170000-1.ach"]);
});

const REPLACED = tier(40, 1_500);
const LONG_AGO = new Date("2026-11-16T10:00:00Z");

/** Writes a file as soon as its name is free. */
async function putWhenFree(from: string, place: string): Promise<void> {
  for (;;) {
    try {
      return await link(from, place);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
}

test(`${REPLACED} new files under the name of one that two processes put away: none is lost`, async (t) => {
  const { network, folders, at } = await openNetwork(t);
  const [place, next] = [path.join(folders.inbox, "returns.ach"), path.join(folders.tooLarge, "x")];
  const read = async () => (await Array.fromAsync(network.listIncoming("first-bank", at)))[0];
  for (let round = 0; round < REPLACED; round++) {
    await writeFile(place, `file ${round}`);
    await utimes(place, LONG_AGO, LONG_AGO);
    await writeFile(next, "the next file");
    const [first, again] = [await read(), await read()];
    assert.ok(first && again);
    await Promise.all([
      network.acknowledge(first),
      network.acknowledge(again),
      putWhenFree(next, place),
    ]);
    const [name = "", ...others] = await readdir(folders.inbox);
    assert.deepEqual([name !== "", others], [true, []], `round ${round}`);
    assert.equal(await readFile(path.join(folders.inbox, name), "utf8"), "the next file");
    await rm(path.join(folders.inbox, name));
    await rm(next);
  }
});
