/** An installation with an HSM as an operator runs it: create, serve, move, rotate; and what it logs. */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { runHere, serveHere } from "../kit/command-process.ts";
import { SOFTWARE_ONLY } from "../kit/custody.ts";
import { openDatabase, openSeededDatabase } from "../kit/database.ts";
import { hsmEnvironment, pinFile } from "../kit/hsm.ts";
import { NO_HSM } from "../kit/soft-hsm.ts";
import { readAtTerminal } from "../kit/terminal.ts";

const skip = NO_HSM || SOFTWARE_ONLY;
const MASTER_KEY = "7e57".repeat(16);
const PARTNER = Buffer.from("harbor:harbor-certification-key-00000001").toString("base64");

/** Reads the KSN of one swipe of the seeded device. */
async function parse(url: string, counter: number): Promise<{ success: boolean }> {
  const swipe = { ...readAtTerminal({ counter }), deviceSerial: "GEN0000001" };
  const answer = await fetch(`${url}/api/decrypt/parser`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Basic ${PARTNER}` },
    body: JSON.stringify(swipe),
  });
  return (await answer.json()) as { success: boolean };
}

async function runJson(words: readonly string[], settings: Record<string, string>) {
  const { code, stdout, stderr } = await runHere([...words, "--json"], settings);
  assert.deepEqual([code, stderr], [0, ""], stdout);
  return JSON.parse(stdout);
}

test("an installation moves into the HSM, is served and rotated there, and logs no PIN or key", {
  skip,
}, async (t) => {
  const { url: DATABASE_URL, owner } = await openSeededDatabase(t);
  const hsm = hsmEnvironment(randomUUID().slice(0, 13));
  const both = { DATABASE_URL, MASTER_KEY, ...hsm };
  const early = await runHere(["keys", "rotate", "master"], both);
  assert.match(
    early.stderr,
    /^The master key is not in the HSM yet\. Move it with: keys move\.\n$/,
  );

  const moved = await runJson(["keys", "move"], both);
  assert.ok(moved.dataKeys >= 2 && moved.baseKeys >= 1, JSON.stringify(moved));
  const again = await runHere(["keys", "move"], { DATABASE_URL, ...hsm });
  assert.equal(again.code, 0, again.stderr);
  assert.match(again.stdout, /^0 base keys were moved/);
  const rotated = await runJson(["keys", "rotate", "master"], { DATABASE_URL, ...hsm });
  assert.equal(rotated.oldKeyId, moved.newKeyId);
  const acts = await owner.rows<{ action: string }>`
    select action from audit_entries where action in ('key.move', 'key.rotate') order by id`;
  assert.deepEqual(
    acts.map(({ action }) => action),
    ["key.move", "key.move", "key.move", "key.rotate"],
  );

  const checked = await runHere(["doctor", "--only", "keys"], { DATABASE_URL, ...hsm });
  assert.match(checked.stdout, /ok +HSM +The HSM encrypts with the master key\./);
  assert.match(checked.stdout, /ok +device keys/);
  assert.equal(checked.code, 0, checked.stdout);

  const settings = { DATABASE_URL, ...hsm, LOG_LEVEL: "trace", METRICS_FROM: "127.0.0.0/8" };
  const { child, url } = await serveHere(t, settings);
  for (const counter of [1, 2, 3]) assert.equal((await parse(url, counter)).success, true);
  const ready = (await (await fetch(`${url}/health/ready`)).json()) as { checks: object[] };
  assert.deepEqual(
    ready.checks.filter((check) => JSON.stringify(check).includes("HSM")),
    [{ name: "HSM", level: "ok" }],
  );
  const metrics = await (await fetch(`${url}/metrics`)).text();
  assert.match(metrics, /^sixdoors_hsm_calls [1-9]\d*$/m);
  assert.match(metrics, /^sixdoors_hsm_failures 0$/m);
  const { stdout, stderr } = await child.stop();
  const pin = (await readFile(pinFile(), "utf8")).trim();
  for (const secret of [pin, MASTER_KEY]) assert.ok(!`${stdout}${stderr}`.includes(secret));

  const old = await runHere(["keys", "list"], { DATABASE_URL, MASTER_KEY });
  assert.match(old.stderr, /^The master key is not the one of this database/);
});

test("a move that stops after the master key has named and recorded the key that backups need", {
  skip,
}, async (t) => {
  const { url: DATABASE_URL, owner } = await openSeededDatabase(t);
  const hsm = hsmEnvironment(randomUUID().slice(0, 13));
  const both = { DATABASE_URL, MASTER_KEY, ...hsm };
  const [key] = await owner.rows<{ id: string; check_value: string }>`
    select id, check_value from base_keys order by id desc limit 1`;
  await owner.rows`update base_keys set check_value = '000000' where id = ${key?.id}`;
  const cut = await runHere(["keys", "move"], both);
  assert.equal(cut.code, 1, cut.stdout);
  const [, oldKey] = /made before this need master key ([0-9a-f]{12}):/.exec(cut.stdout) ?? [];
  assert.ok(oldKey, cut.stdout);
  const acts = await owner.rows<{ before: { readonly masterKeyId: string } }>`
    select before from audit_entries where action = 'key.move'`;
  assert.deepEqual(
    acts.map(({ before }) => before.masterKeyId),
    [oldKey],
  );
  await owner.rows`update base_keys set check_value = ${key?.check_value} where id = ${key?.id}`;
  const rest = await runJson(["keys", "move"], both);
  assert.ok(rest.baseKeys >= 1 && rest.dataKeys === 0, JSON.stringify(rest));
});

test("a new production installation starts with the master key that create-master made", {
  skip,
}, async (t) => {
  const { url: DATABASE_URL } = await openDatabase(t);
  const hsm = hsmEnvironment(randomUUID().slice(0, 13));
  const settings = {
    ENVIRONMENT: "production",
    TRUSTED_PROXIES: "127.0.0.1",
    DATABASE_URL,
    ...hsm,
  };
  const missing = await runHere(["keys", "list"], settings);
  assert.equal(missing.code, 1);
  assert.match(
    missing.stderr,
    /^The HSM has no master key .* Create one with: sixdoors keys create-master\.\n$/,
  );
  const made = await runJson(["keys", "create-master"], settings);
  assert.deepEqual([made.created, made.masterKey.length], [true, 12]);
  const again = await runJson(["keys", "create-master"], settings);
  assert.deepEqual(again, { masterKey: made.masterKey, created: false });
  const { code, stdout } = await runHere(["keys", "list"], settings);
  assert.deepEqual([code, stdout], [0, "There are no base keys.\n"]);
});

test("commands about an HSM say when there is none, and a wrong PIN is one sentence", {
  skip,
}, async (t) => {
  const { url: DATABASE_URL } = await openDatabase(t);
  const none = await runHere(["keys", "move"], { DATABASE_URL, MASTER_KEY });
  assert.match(none.stderr, /^There is no HSM to move keys to: set HSM_MODULE/);
  const hsm = { ...hsmEnvironment("none"), HSM_TOKEN: "elsewhere" };
  const wrong = await runHere(["keys", "list"], { DATABASE_URL, MASTER_KEY, ...hsm });
  assert.match(wrong.stderr, /^The HSM has no token elsewhere \(HSM_TOKEN\)\. It has: .*\.\n$/);
});
