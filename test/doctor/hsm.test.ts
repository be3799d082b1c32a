/** The doctor's checks of an HSM: it works, it has the device keys, and its PIN is sent once. */
import assert from "node:assert/strict";
import { readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { type TestContext, test } from "node:test";
import { JoinedRootKeys } from "../../src/adapters/key-custody/hsm/joined-root-keys.ts";
import { moveMasterKeyToHsm } from "../../src/adapters/key-custody/hsm/replace-hsm-key.ts";
import { MASTER_KEY, openCustody, SOFTWARE_ONLY, softwareKey } from "../kit/custody.ts";
import { openSeededDatabase } from "../kit/database.ts";
import { examine, saidBy } from "../kit/doctor.ts";
import { hsmEnvironment, openHsmTestRoot } from "../kit/hsm.ts";
import { makeFolder, run } from "../kit/process.ts";
import { NO_HSM } from "../kit/soft-hsm.ts";

const area = "keys";
const skip = NO_HSM || SOFTWARE_ONLY;

/** An installation whose keys are all in SoftHSM. */
async function openMoved(t: TestContext) {
  const database = await openSeededDatabase(t);
  const [software, hsm] = [await softwareKey(MASTER_KEY).openRoot(), await openHsmTestRoot()];
  const root = { ...hsm, keys: new JoinedRootKeys(hsm.keys, software.keys) };
  await moveMasterKeyToHsm(database.owner, { from: root.keys, hsm: hsm.keys });
  const { moved } = await (await openCustody(t, database, { root })).moveBaseKeys();
  assert.ok(moved > 0);
  const settings = { ...hsmEnvironment(hsm.label), MASTER_KEY: "" };
  const dataDir = await makeFolder(t);
  return { ...database, settings, dataDir, hsm };
}

test("an HSM that works and has the device keys is ok", { skip }, async (t) => {
  const { url, settings, dataDir } = await openMoved(t);
  const findings = await examine({ area, url, settings, dataDir });
  assert.match(saidBy(findings, "HSM"), /^ok: The HSM encrypts with the master key/);
  assert.match(saidBy(findings, "data keys"), /^ok: The master key opens all [1-9]/);
  assert.match(
    saidBy(findings, "device keys"),
    /^ok: [1-9]\d* device keys have their check values/,
  );
});

test("a device key in the HSM that differs from its check value, or is gone, is found by its name", {
  skip,
}, async (t) => {
  const { url, owner, settings, dataDir, hsm } = await openMoved(t);
  const [first, second] = await owner.rows<{ id: string; name: string }>`
    select id, name from base_keys where retired_at is null order by id limit 2`;
  await owner.rows`update base_keys set check_value = '000000' where id = ${first?.id}`;
  const [gone] = await owner.rows<{ id: string; name: string; kind: "aes-128" }>`
    select id, name, kind from base_keys where id = ${second?.id}`;
  assert.ok(gone);
  // The label of the setting is another one, so the HSM does not find this key under it.
  const renamed = { ...settings, HSM_BASE_KEY_LABEL: `${hsm.label} other` };
  const lost = saidBy(await examine({ area, url, settings: renamed, dataDir }), "device keys");
  assert.match(lost, new RegExp(`^failing: Device key ${gone.name} cannot be opened`, "m"));
  const said = saidBy(await examine({ area, url, settings, dataDir }), "device keys");
  assert.match(said, new RegExp(`^failing: Device key ${first?.name} differs`, "m"));
  assert.doesNotMatch(said, new RegExp(`Device key ${gone.name} `));
});

test("a wrong PIN is sent once by all runs, and a start ends with an exit code of its own", {
  skip,
}, async (t) => {
  const { url, settings, dataDir } = await openMoved(t);
  const pinFile = path.join(dataDir, "pin");
  await writeFile(pinFile, "wrong-pin-4711\n", { mode: 0o600 });
  const own = { ...settings, DATABASE_URL: url, DATA_DIR: dataDir, HSM_PIN_FILE: pinFile };
  const first = await run(t, ["doctor", "--only", "keys"], own);
  assert.equal(first.code, 2, first.stderr);
  assert.match(first.stdout, /The HSM refuses the PIN in HSM_PIN_FILE .*CKR_PIN_INCORRECT/s);
  assert.deepEqual((await readdir(dataDir)).sort(), ["hsm-pin-refused", "pin"]);
  const second = await run(t, ["doctor", "--only", "keys"], own);
  assert.match(second.stdout, /The HSM refuses the PIN .*refused before/s);
  const start = await run(t, ["ach", "banks"], own);
  assert.equal(start.code, 78, start.stderr);
  assert.match(start.stderr, /refused before.*not tried again until the file changes/);
  assert.doesNotMatch(first.stdout + second.stdout + start.stderr, /wrong-pin/);
});
