/** The doctor's checks of banks over SFTP: their server, and files that are not confirmed. */
import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { test } from "node:test";
import { forceCutOff } from "../../src/core/ach/files/cut-off.ts";
import { turnSafeModeOn } from "../../src/core/safe-mode/change-safe-mode.ts";
import { addEntry } from "../kit/ach.ts";
import { openBank } from "../kit/bank-sftp.ts";
import { SOFTWARE_ONLY } from "../kit/custody.ts";
import { examine, saidBy } from "../kit/doctor.ts";
import { WITHOUT_OPENSSH } from "../kit/openssh.ts";
import { makeFolder } from "../kit/process.ts";

const area = "banks";
const skip = WITHOUT_OPENSSH || SOFTWARE_ONLY;

test("a server that accepts the login is ok, and without the master key nothing is created", {
  skip,
}, async (t) => {
  const { ach } = await openBank(t);
  const { url } = ach.database;
  const dataDir = await makeFolder(t);
  const fine = await examine({ area, url, dataDir });
  assert.match(saidBy(fine, "first-bank"), /^ok: .* accepts the login, and its folders are there/);
  const keyless = await examine({ area, url, dataDir, settings: { MASTER_KEY: "" } });
  assert.match(saidBy(keyless, "first-bank"), /^failing: .*[Mm]aster key/);
  assert.deepEqual(await readdir(dataDir), []);
});

test("a file that is not confirmed fails, with what to do", { skip }, async (t) => {
  const { ach, connection } = await openBank(t);
  await addEntry(ach);
  const { files } = await forceCutOff(ach.needs, connection);
  await ach.database.owner.rows`update ach_files set unconfirmed_since = '2026-11-16T10:00:00Z'`;
  const findings = await examine({ area, url: ach.database.url });
  const [name] = files;
  assert.match(
    saidBy(findings, "first-bank"),
    new RegExp(`^failing: It is not certain that the bank has ${name} \\(since 2026-11-16T10:00`),
  );
  const advice = findings.map((one) => ("advice" in one ? one.advice : "")).join(" ");
  assert.ok(advice.includes(`ach confirm ${name}`) && advice.includes(`ach resend ${name}`));
});

test("in safe mode the doctor does not log in to a bank", { skip }, async (t) => {
  const { ach } = await openBank(t);
  const { url, owner } = ach.database;
  await turnSafeModeOn(owner, { kind: "command_line", name: "ann" }, "restored");
  const findings = await examine({ area, url });
  assert.match(saidBy(findings, "first-bank"), /^skipped: Not checked, because safe mode is on/);
});
