/** Servers that a command starts for itself, and the scratch folder of a restore drill. */
import assert from "node:assert/strict";
import { mkdir, readdir, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";
import { joinEmbedded } from "../../src/adapters/embedded-postgres/embedded-postgres.ts";
import { makeDrillFolder } from "../../src/app/backup/drill-folder.ts";
import { makeDataDir, makeFolder } from "../kit/process.ts";

const LONG_AGO = new Date("2026-01-01T00:00:00Z");

test("a drill removes the copy that a killed drill left, and not that of a running one", async (t) => {
  const scratch = await makeFolder(t);
  const killed = path.join(scratch, "sixdoors-drill-kiLL3d");
  await mkdir(path.join(killed, "data", "postgres"), { recursive: true });
  await writeFile(path.join(killed, "running"), "");
  await utimes(path.join(killed, "running"), LONG_AGO, LONG_AGO);
  const other = path.join(scratch, "sixdoors-drill-notes");
  await mkdir(other);
  await utimes(other, LONG_AGO, LONG_AGO);
  const lines: string[] = [];
  const log = (line: string) => void lines.push(line);
  const running = await makeDrillFolder(scratch, log);
  const second = await makeDrillFolder(scratch, log);
  const left = (await readdir(scratch)).toSorted();
  const named = [running, second].map(({ dataDir }) => path.basename(path.dirname(dataDir)));
  assert.deepEqual(left, [...named, "sixdoors-drill-notes"].toSorted());
  assert.equal(lines.length, 1);
  assert.match(lines[0] ?? "", /kiLL3d, a copy of the database .* was removed\.$/);
  for (const one of [running, second]) await one.remove();
  assert.deepEqual(await readdir(scratch), ["sixdoors-drill-notes"]);
});

test("a server that a process started does not keep the process running", async (t) => {
  const dataDir = path.join(await makeDataDir(t), "data");
  const children = () => process.getActiveResourcesInfo().filter((one) => one === "ProcessWrap");
  const before = children().length;
  const server = await joinEmbedded({ dataDir, dataDirIsDefault: false, log: () => {} });
  const during = children().length;
  await server.stop();
  assert.equal(during, before);
});
