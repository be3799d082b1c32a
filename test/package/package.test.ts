/** The npm package: what is in it, what it imports, and a payment from an empty folder. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, readdir, readFile, symlink } from "node:fs/promises";
import { isBuiltin } from "node:module";
import path from "node:path";
import { type TestContext, test } from "node:test";
import { openSeededDatabase } from "../kit/database.ts";
import { SALE } from "../kit/hooked-app.ts";
import { findProgram, isOtherNode, MACHINE_PATH } from "../kit/machine-node.ts";
import { installPackage, packPackage, readManifest } from "../kit/package.ts";
import { type Child, launch, makeDataDir, makeFolder, NODE, ROOT } from "../kit/process.ts";
import { tier } from "../kit/tier.ts";

const DIST = path.join(ROOT, "dist");
const BIN = "node_modules/sixdoors/bin/sixdoors.mjs";
/** npm runs, and the package starts the PostgreSQL that it brings along. */
const IS_FULL = tier(0, 1) === 1;
/** Sources, tests and tools stay in the clone. The assets of pages are delivered as they are. */
const NOT_DELIVERED =
  /^(src\/(?!interfaces\/\w+\/assets\/)|test\/|bench\/|scripts\/)|\.test\.|\.map$/;
/** The machine's own, which may be older. */
const node = findProgram("node");

test("the package in an empty folder pays, shows the console and stops", async (t) => {
  const { tarball, files } = await packPackage(t, IS_FULL);
  await checkContents(files);
  const folder = await installPackage(t, tarball, IS_FULL);
  const before = await listInstalled(folder);
  const child = await startPackage(t, folder);
  const url = await child.url();

  const body = new URLSearchParams({ ...SALE, response_format: "JSON" });
  const answer = await fetch(`${url}/api/qsapi/3.8`, { method: "POST", body });
  assert.match(await answer.text(), /"transaction_approved":true/);
  const page = await (await fetch(`${url}/console`)).text();
  const script = /src="([^"]+\.js)"/.exec(page)?.[1];
  assert.equal((await fetch(new URL(script ?? "", url))).status, 200, page);
  assert.match(await (await fetch(`${url}/pay/books`)).text(), /<form/);

  const { code, stderr } = await child.stop();
  assert.deepEqual([code, stderr], [0, ""]);
  assert.deepEqual(await listInstalled(folder), before, "node_modules was written to");
});

/** Without a command, and on the Node of this machine, as npx starts it. */
async function startPackage(t: TestContext, cwd: string): Promise<Child> {
  const database = IS_FULL ? {} : await openDatabaseSettings(t);
  const settings = { PATH: MACHINE_PATH, DATA_DIR: await makeDataDir(t), ...database };
  return launch(t, { program: node ?? NODE, args: [BIN], cwd, settings });
}

async function openDatabaseSettings(t: TestContext) {
  return { DATABASE_URL: (await openSeededDatabase(t)).url, MASTER_KEY: "7e57".repeat(16) };
}

async function listInstalled(folder: string): Promise<readonly string[]> {
  const names = await readdir(path.join(folder, "node_modules/sixdoors"), { recursive: true });
  return names.sort();
}

async function checkContents(files: readonly string[]): Promise<void> {
  assert.deepEqual(
    files.filter((file) => NOT_DELIVERED.test(file)),
    [],
  );
  const { bin, exports } = await readManifest();
  const named = [...Object.values(bin), ...Object.entries(exports).flatMap(filesOfExport)];
  const missing = named.filter((file) => !files.includes(path.posix.normalize(file)));
  assert.deepEqual(missing, []);
}

/** A module whose folder is not there yet has no files. Types are written by a real `npm pack`. */
function filesOfExport([name, target]: [string, string | Readonly<Record<string, string>>]) {
  if (typeof target === "string") return [target];
  if (!existsSync(path.join(ROOT, name, "index.ts"))) return [];
  const { types = "", ...code } = target;
  return [...Object.values(code), ...(IS_FULL ? [types] : [])];
}

test("the compiled program imports its dependencies, all of them and nothing else", async () => {
  const names = await readdir(DIST, { recursive: true });
  const files = names.filter((name) => /\.c?js$/.test(name));
  const texts = await Promise.all(files.map((name) => readFile(path.join(DIST, name), "utf8")));
  const { dependencies } = await readManifest();
  const imported = new Set(texts.flatMap(importedPackages).filter((name) => !isBuiltin(name)));
  assert.deepEqual([...imported].sort(), Object.keys(dependencies).sort());
});

function importedPackages(text: string): readonly string[] {
  const imports = text.matchAll(/(?:from |^import |import\(|require\()"([@a-z][^":]*)"/gm);
  return Array.from(imports, ([, name = ""]) => packageName(name));
}

/** `@fastify/static`, or `undici` of `undici/lib/…`. */
function packageName(name: string): string {
  const parts = name.split("/");
  return parts.slice(0, name.startsWith("@") ? 2 : 1).join("/");
}

const other = isOtherNode(node) ? {} : { skip: "the Node of this machine is the pinned one" };

test("another Node answers help alone, and says which Node is missing", other, async (t) => {
  const folder = await makeFolder(t);
  await cp(path.join(ROOT, "bin"), path.join(folder, "bin"), { recursive: true });
  await cp(path.join(ROOT, "package.json"), path.join(folder, "package.json"));
  await symlink(DIST, path.join(folder, "dist"), "junction");
  const say = (...words: readonly string[]) =>
    spawnSync(node ?? "", ["bin/sixdoors.mjs", ...words], { cwd: folder, encoding: "utf8" });
  assert.equal(say("--version").stdout, `${(await readManifest()).version}\n`);
  assert.match(say("ach", "view", "--help").stdout, /^Usage: sixdoors ach view/);
  for (const words of [[], ["audit", "show", "--actor", "--help"]]) {
    const { status, stderr } = say(...words);
    assert.equal(status, 1);
    assert.match(stderr, /^Sixdoors needs Node \d+\.\d+\.\d+, which npm did not install/);
  }
});

test("help and the version load little of the program", async () => {
  const loaded = await staticImports("main.js");
  const sizes = await Promise.all(loaded.map((name) => readFile(path.join(DIST, name))));
  const bytes = sizes.reduce((sum, { length }) => sum + length, 0);
  assert.ok(bytes < 100_000, `${bytes} bytes in ${loaded.join(", ")}`);
});

async function staticImports(name: string, known: string[] = []): Promise<readonly string[]> {
  known.push(name);
  const text = await readFile(path.join(DIST, name), "utf8");
  for (const [, next = ""] of text.matchAll(/^import .*?"\.\/([^"]+)";$/gm)) {
    if (!known.includes(next)) await staticImports(next, known);
  }
  return known;
}
