/** The folders of data and programs if root starts a server that must not run as root. */
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type TestContext, test } from "node:test";
import { chooseDataPlace, createDataFolder } from "./data-place.ts";
import { installedPrograms, programsFor } from "./programs.ts";
import { isRoot, systemUser } from "./server-account.ts";

const asRoot = isRoot() ? {} : { skip: "only root chooses an account for the server" };

test("a configured DATA_DIR that cannot be entered is refused by name", asRoot, async (t) => {
  const { closed, dataDir } = await closedClone(t);
  await assert.rejects(chooseDataPlace({ dataDir, dataDirIsDefault: false }), {
    name: "StartError",
    message: new RegExp(`"postgres", which is not allowed to enter ${closed}. Allow it`),
  });
});

test("the default DATA_DIR moves to another folder, always the same one", asRoot, async (t) => {
  const { base, closed, dataDir } = await closedClone(t);
  const options = { dataDir, dataDirIsDefault: true, spareBase: path.join(base, "spare") };
  const place = await chooseDataPlace(options);
  assert.match(path.relative(options.spareBase, place.dataDir), /^my clone-[0-9a-f]{8}$/);
  assert.deepEqual(await chooseDataPlace(options), place);

  const sister = path.join(closed, "sister/my clone/.data");
  assert.notEqual((await chooseDataPlace({ ...options, dataDir: sister })).dataDir, place.dataDir);
});

test("data is found in its folder, also after its permissions were opened", asRoot, async (t) => {
  const { base, closed, dataDir } = await closedClone(t);
  const options = { dataDir, dataDirIsDefault: true, spareBase: path.join(base, "spare") };
  const place = await chooseDataPlace(options);
  await mkdir(path.join(place.dataDir, "postgres"), { recursive: true });
  await chmod(closed, 0o755);
  assert.equal((await chooseDataPlace(options)).dataDir, place.dataDir);
});

test(
  "data in a folder that was closed later is not replaced by an empty one",
  asRoot,
  async (t) => {
    const { dataDir } = await closedClone(t);
    await mkdir(path.join(dataDir, "postgres"), { recursive: true });
    await assert.rejects(
      chooseDataPlace({ dataDir, dataDirIsDefault: true }),
      /not allowed to enter/,
    );
  },
);

test("DATA_DIR belongs to root, and the server may only pass through it", asRoot, async (t) => {
  const base = await openBase(t);
  const umask = process.umask(0o077);
  t.after(() => process.umask(umask));
  for (const name of ["new", "made"]) {
    const dataDir = path.join(base, name, "data");
    if (name === "made") await mkdir(dataDir, { recursive: true });
    if (name === "made") await chmod(path.dirname(dataDir), 0o711);
    await createDataFolder(await chooseDataPlace({ dataDir, dataDirIsDefault: false }));
    const { mode, uid } = await stat(dataDir);
    assert.deepEqual([mode & 0o777, uid], [0o710, 0]);
    assert.deepEqual(await canEnter(dataDir), true);
  }
});

test("git ignores a data folder that was made, and a folder that was there stays as it is", async (t) => {
  const base = await openBase(t);
  const dataDir = path.join(base, "project/.data");
  await createDataFolder({ dataDir, account: undefined });
  await createDataFolder({ dataDir: base, account: undefined });
  assert.equal(await readFile(path.join(dataDir, ".gitignore"), "utf8"), "*\n");
  assert.deepEqual(await readdir(base), ["project"]);
});

test("programs that the server's user cannot reach are copied once", asRoot, async (t) => {
  const base = await openBase(t);
  const installed = await installedPrograms();
  const closed = path.join(base, "closed");
  await mkdir(closed);
  const native = path.resolve(installed.postgres, "../..");
  // Links to the files: a copy of the copy would take a second.
  const copied = spawnSync("cp", ["-al", native, closed]);
  if (copied.status !== 0) execFileSync("cp", ["-a", native, closed]);
  await chmod(closed, 0o700);
  const hidden = { ...installed, postgres: path.join(closed, "native/bin/postgres") };
  const account = await systemUser("postgres");
  const copy = await programsFor(account, base, hidden);
  assert.equal(path.dirname(copy.postgres), path.join(base, `postgresql-${installed.version}/bin`));
  const { uid, gid } = account;
  const said = execFileSync(copy.postgres, ["--version"], { uid, gid, cwd: "/", encoding: "utf8" });
  assert.match(said, /PostgreSQL/);

  await writeFile(path.join(base, `postgresql-${installed.version}`, "mark"), "");
  await programsFor(account, base, hidden);
  assert.ok((await readdir(path.resolve(copy.postgres, "../.."))).includes("mark"));
  assert.deepEqual(await programsFor(account, base), installed);
});

async function openBase(t: TestContext): Promise<string> {
  const base = await mkdtemp(path.join(tmpdir(), "sixdoors-"));
  await chmod(base, 0o755);
  t.after(() => rm(base, { recursive: true, force: true }));
  return base;
}

/** A clone below a folder that only root may enter. */
async function closedClone(t: TestContext) {
  const base = await openBase(t);
  const closed = path.join(base, "closed");
  const clone = path.join(closed, "my clone");
  await mkdir(clone, { recursive: true });
  await chmod(closed, 0o700);
  return { base, closed, dataDir: path.join(clone, ".data") };
}

async function canEnter(folder: string): Promise<boolean> {
  const { uid, gid } = await systemUser("postgres");
  execFileSync("/bin/sh", ["-c", 'cd "$1"', "sh", folder], { uid, gid, cwd: "/" });
  return true;
}
