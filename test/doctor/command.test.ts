/** `sixdoors doctor`: exit codes for monitoring, lines for people, JSON for machines. */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";
import { examineInstallation } from "../../src/app/doctor/doctor.ts";
import { doctorCommand } from "../../src/commands/operations/doctor.ts";
import { DOCTOR_AREAS } from "../../src/core/doctor/doctor-check.ts";
import { runHere } from "../kit/command-process.ts";
import { MASTER_KEY } from "../kit/custody.ts";
import { openSeededDatabase } from "../kit/database.ts";
import { saidBy } from "../kit/doctor.ts";
import { readTable } from "../kit/pages.ts";
import { makeFolder, ROOT } from "../kit/process.ts";
import { testConfig } from "../kit/test-config.ts";

const AWAY = {
  DATABASE_URL: "postgres://someone:hidden-word@127.0.0.1:1/none",
  MASTER_KEY: MASTER_KEY.reveal(),
};

test("without a database, it says so, checks the rest, and ends with exit code 2", async (t) => {
  const DATA_DIR = await makeFolder(t);
  const { code, stdout, stderr } = await runHere(["doctor"], { ...AWAY, DATA_DIR });
  assert.deepEqual([code, stderr], [2, ""]);
  assert.match(
    stdout,
    /^database\n {2}failing {2}connection +The database server of DATABASE_URL/m,
  );
  assert.match(stdout, /^ {20,}To do: Check DATABASE_URL and the server\.$/m);
  assert.match(
    stdout,
    /^ {2}skipped {2}keys +Not checked, because the database cannot be used\.$/m,
  );
  assert.match(stdout, /^ {2}ok {7}data +.* A test file was written\.$/m);
  assert.match(stdout, /\n\d+ ok, \d+ warning, \d+ failing, \d+ skipped\.\n$/);
  assert.doesNotMatch(stdout, /hidden-word|7e577e57/);
});

test("exit code 0 is ok and 1 is a warning", async (t) => {
  const { url: DATABASE_URL } = await openSeededDatabase(t);
  const settings = { DATABASE_URL, MASTER_KEY: MASTER_KEY.reveal() };
  const keys = await runHere(["doctor", "--only", "keys, settings"], settings);
  assert.deepEqual([keys.code, keys.stderr], [0, ""], keys.stdout);
  const { code, stdout } = await runHere(["doctor", "--only", "jobs", "--json"], settings);
  assert.equal(code, 1);
  const { level, counts, findings } = JSON.parse(stdout);
  assert.equal(level, "warning");
  assert.deepEqual(counts, { ok: 0, warning: 1, failing: 0, skipped: 0 });
  assert.deepEqual(Object.keys(findings[0]), ["area", "check", "level", "found", "advice"]);
  assert.equal(findings[0].advice, "Start one with `sixdoors serve --worker`.");
});

test("wrong settings are findings with exit code 2", async () => {
  const { code, stdout, stderr } = await runHere(["doctor", "--json"], {
    ...{ PORT: "many", DATABASE_POOL: "1" },
  });
  assert.deepEqual([code, stderr], [2, ""]);
  const { findings } = JSON.parse(stdout);
  assert.deepEqual(
    findings.map(({ area, check }: { area: string; check: string }) => [area, check]),
    [
      ["settings", "PORT"],
      ["settings", "DATABASE_POOL"],
    ],
  );
});

test("an unknown area is refused, with the known ones", async () => {
  await assert.rejects(doctorCommand({ only: "weather" }, AWAY), {
    name: "StartError",
    message: `--only must be one or more of ${DOCTOR_AREAS.join(", ")}.`,
  });
});

test("a data folder without a gateway fails and is not filled", async (t) => {
  const DATA_DIR = path.join(await makeFolder(t), "data");
  const findings = (await examineInstallation(testConfig({ DATA_DIR }), ["database"])).findings;
  assert.match(saidBy(findings, "connection"), /^failing: There is no gateway in the data folder/);
  assert.equal(existsSync(DATA_DIR), false);
});

test("docs/operations.md describes every area", async () => {
  const page = await readFile(path.join(ROOT, "docs/operations.md"), "utf8");
  const areas = readTable(page, "Area").map(([cell = ""]) => cell.replaceAll("`", ""));
  assert.deepEqual(areas, [...DOCTOR_AREAS]);
});
