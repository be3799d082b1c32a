/**
 * Releases of the product that run side by side: this one, the previous one, and a made-up next one,
 * which has one more migration.
 */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cp, mkdir, readdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import type { TestContext } from "node:test";
import { promisify } from "node:util";
import { serveHere } from "../kit/command-process.ts";
import { type Ending, launch, makeFolder, ROOT, type Settings } from "../kit/process.ts";
import { IS_PROOF } from "../kit/tier.ts";
import { until } from "../kit/until.ts";

const run = promisify(execFile);

export interface Release {
  readonly name: string;
  /** Contains dist/main.js and migrations/. */
  readonly folder: string;
}

export const THIS_RELEASE: Release = { name: "this release", folder: ROOT };

/** Copied, because the program finds its migrations beside its real place. */
const COPIED = ["dist", "migrations", "package.json"];
const LINKED = ["node_modules", "seed", "console", "src"];

/** What a careful release adds: a column with a default, a table, an index. */
const NEXT_MIGRATION = `-- expand
alter table transactions add column next_release text not null default 'added';
alter table open_attempts add column next_release text;
create table next_release (id bigint primary key);
create index next_release_by_id on next_release (id);
`;

/** This release with one more migration, as the next release would be. */
export async function makeNextRelease(t: TestContext): Promise<Release> {
  const folder = await makeFolder(t);
  for (const name of COPIED)
    await cp(path.join(ROOT, name), path.join(folder, name), { recursive: true });
  for (const name of LINKED) await symlink(path.join(ROOT, name), path.join(folder, name));
  const number = String((await schemaNumber({ folder })) + 1).padStart(4, "0");
  await writeFile(path.join(folder, "migrations", `${number}_next_release.sql`), NEXT_MIGRATION);
  return { name: "the next release", folder };
}

/** A packed tarball, an unpacked package, or a clone in which `npm test` has built the program. */
export async function openPreviousRelease(t: TestContext, place: string): Promise<Release> {
  const name = "the previous release";
  const source = path.resolve(place);
  const folder = (await stat(source)).isDirectory() ? source : await unpack(t, source);
  await stat(path.join(folder, "dist/main.js")).catch(() =>
    assert.fail(`TEST_PREVIOUS_RELEASE: ${source} has no dist/main.js. Use a tarball of npm pack.`),
  );
  return { name, folder };
}

/** The tarball has no packages of others; it uses those of this clone. */
async function unpack(t: TestContext, tarball: string): Promise<string> {
  const base = await makeFolder(t);
  await mkdir(base, { recursive: true });
  await run("tar", ["-xzf", tarball, "-C", base]);
  const folder = path.join(base, "package");
  await symlink(path.join(ROOT, "node_modules"), path.join(folder, "node_modules"));
  return folder;
}

/** How many migrations a release has. */
export async function schemaNumber({ folder }: Pick<Release, "folder">): Promise<number> {
  const files = await readdir(path.join(folder, "migrations"));
  return files.filter((file) => file.endsWith(".sql")).length;
}

/** Releases before the rule refuse any newer schema when they start. */
export async function acceptsNewerSchema({ folder }: Release): Promise<boolean> {
  const dist = path.join(folder, "dist");
  const files = (await readdir(dist)).filter((file) => file.endsWith(".js"));
  const texts = await Promise.all(files.map((file) => readFile(path.join(dist, file), "utf8")));
  return texts.some((text) => text.includes("needs_schema"));
}

interface Stoppable {
  stop(): Promise<Ending>;
}

export interface RunningRelease {
  /** The address of its web process. */
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Starts a release. The proof runs a worker, which migrates, and a web process. The short run has one
 * process for both, which for this release is the test's own.
 */
export async function startRelease(
  t: TestContext,
  release: Release,
  settings: Settings,
): Promise<RunningRelease> {
  if (IS_PROOF) return startBoth(t, release, settings);
  const { child, url } = await startAlone(t, release, settings);
  return { url, stop: () => stopAll(release.name, child) };
}

async function startAlone(t: TestContext, release: Release, settings: Settings) {
  if (release === THIS_RELEASE) return serveHere(t, settings);
  const child = launchRelease(t, release, settings);
  return { child, url: await child.url() };
}

function launchRelease(t: TestContext, { folder }: Release, settings: Settings, ...more: string[]) {
  const args = [path.join(folder, "dist/main.js"), "serve", ...more];
  return launch(t, { args, settings, cwd: folder });
}

async function startBoth(
  t: TestContext,
  release: Release,
  settings: Settings,
): Promise<RunningRelease> {
  const worker = await startWorker(t, release, settings);
  const web = await startWeb(t, release, settings);
  return { url: web.url, stop: () => stopAll(release.name, web.child, worker.child) };
}

/** A process that only runs jobs. */
export async function startWorker(t: TestContext, release: Release, settings: Settings) {
  const child = launchRelease(t, release, settings, "--worker");
  await until(() => child.isOver || child.stdout.includes("runs jobs only"));
  assert.equal(child.isOver, false, `the worker of ${release.name} ended: ${child.stderr}`);
  return { child, url: "" };
}

/** A process that only answers requests. */
export async function startWeb(t: TestContext, release: Release, settings: Settings) {
  const child = launchRelease(t, release, settings, "--web");
  return { child, url: await child.url() };
}

export async function stopAll(name: string, ...children: readonly Stoppable[]): Promise<void> {
  for (const child of children) {
    const { code, stderr } = await child.stop();
    assert.equal(code, 0, `a process of ${name} ended with ${code}: ${stderr}`);
  }
}
