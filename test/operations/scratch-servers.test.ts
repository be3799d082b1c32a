/** Servers that a command starts for itself, and the scratch folder of a restore drill. */
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import {
  chmod,
  chown,
  mkdir,
  readdir,
  readFile,
  symlink,
  utimes,
  writeFile,
} from "node:fs/promises";
import path from "node:path";
import { type TestContext, test } from "node:test";
import { joinEmbedded } from "../../src/adapters/embedded-postgres/embedded-postgres.ts";
import { installedPrograms } from "../../src/adapters/embedded-postgres/programs.ts";
import { restoreCluster } from "../../src/adapters/embedded-postgres/restore-cluster.ts";
import { makeDrillFolder } from "../../src/app/backup/drill-folder.ts";
import { makeDataDir, makeFolder } from "../kit/process.ts";
import { openStartedDir } from "../kit/started-folder.ts";
import { until } from "../kit/until.ts";

const LONG_AGO = new Date("2026-01-01T00:00:00Z");

test("a drill removes the copy that a killed drill left, and not that of a running one", async (t) => {
  const scratch = await makeFolder(t);
  const killed = path.join(scratch, "sixdoors-drill-kiLL3d");
  await mkdir(path.join(killed, "data", "postgres"), { recursive: true, mode: 0o711 });
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

/** A data folder with a program that a drill would take for its PostgreSQL. */
async function runPretendedServer(t: TestContext) {
  const cluster = path.join(await makeFolder(t), "postgres");
  await mkdir(cluster);
  const server = spawn("sleep", ["600"], { cwd: cluster, stdio: "ignore" });
  t.after(() => server.kill("SIGKILL"));
  const lines = [server.pid, cluster, 1, 1, "", "", "", "ready", ""];
  await writeFile(path.join(cluster, "postmaster.pid"), lines.join("\n"));
  return { dataDir: path.dirname(cluster), cluster, server };
}

test("a link in a folder that looks like that of a drill does not lead it to another server", async (t) => {
  const { dataDir, cluster, server } = await runPretendedServer(t);
  const scratch = await makeFolder(t);
  const [first, second, third] = ["aaaaaa", "bbbbbb", "cccccc"].map((end) =>
    path.join(scratch, `sixdoors-drill-${end}`),
  ) as [string, string, string];
  await mkdir(first, { mode: 0o711 });
  await symlink(dataDir, path.join(first, "data"));
  await mkdir(path.join(second, "data"), { recursive: true, mode: 0o711 });
  await symlink(cluster, path.join(second, "data", "postgres"));
  await symlink(path.dirname(dataDir), third);
  for (const place of [first, second]) await utimes(place, LONG_AGO, LONG_AGO);
  const drill = await makeDrillFolder(scratch, () => {});
  await drill.remove();
  assert.deepEqual([server.exitCode, server.signalCode], [null, null]);
  assert.deepEqual((await readdir(cluster)).toSorted(), ["postmaster.pid"]);
});

test("a folder of another user, or one that others can write to, is not taken for that of a drill", async (t) => {
  const scratch = await makeFolder(t);
  const open = path.join(scratch, "sixdoors-drill-aaaaaa");
  await mkdir(open);
  await chmod(open, 0o777);
  const foreign = path.join(scratch, "sixdoors-drill-bbbbbb");
  await mkdir(foreign, { mode: 0o711 });
  // Only root can give a folder away. Otherwise this one is made like the first.
  if (process.getuid?.() === 0) await chown(foreign, 12_345, 12_345);
  else await chmod(foreign, 0o777);
  for (const place of [open, foreign]) await utimes(place, LONG_AGO, LONG_AGO);
  const drill = await makeDrillFolder(scratch, () => {});
  await drill.remove();
  const left = (await readdir(scratch)).toSorted();
  assert.deepEqual(left, [path.basename(open), path.basename(foreign)]);
});

test("a server that a process started does not keep the process running", async (t) => {
  const dataDir = path.join(await makeDataDir(t), "data");
  const hasChild = () => process.getActiveResourcesInfo().includes("ProcessWrap");
  // The children of the tests before may still end.
  await until(() => !hasChild());
  const server = await joinEmbedded({ dataDir, dataDirIsDefault: false, log: () => {} });
  const keepsRunning = hasChild();
  await server.stop();
  assert.equal(keepsRunning, false);
});

test("a database that was made during a restore keeps its files and its password", async (t) => {
  const started = await openStartedDir(t);
  const dataDir = await makeDataDir(t);
  const [cluster, password] = [path.join(dataDir, "postgres"), "postgres.password"];
  const restoring = restoreCluster({
    dataDir,
    dataDirIsDefault: false,
    postgres: (await installedPrograms()).major,
    password: path.join(started, password),
    flags: [],
    log: () => {},
    fill: async (target) => void execFileSync("cp", ["-a", path.join(started, "postgres"), target]),
    finish: async () => {
      await mkdir(cluster);
      await writeFile(path.join(dataDir, password), "of the other database");
    },
  });
  await assert.rejects(restoring, /has a database/);
  assert.equal(await readFile(path.join(dataDir, password), "utf8"), "of the other database");
  assert.deepEqual(await readdir(cluster), []);
});
