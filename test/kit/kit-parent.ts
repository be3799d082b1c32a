/** Programs that use the packaged test kit, each in a folder and a process of its own. */
import assert from "node:assert/strict";
import { cp, mkdir, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import type { TestContext } from "node:test";
import { findProgram, MACHINE_PATH } from "./machine-node.ts";
import { type Ending, launch, makeFolder, NODE, ROOT, within } from "./process.ts";
import { until } from "./until.ts";

/** The machine's own Node, which may be older than the pinned one. */
const program = findProgram("node") ?? NODE;
const EXAMPLE_MS = 120_000;

/** CommonJS, as Jest loads it. It never stops its gateway. */
const PARENT = `
const { startSixdoors } = require("sixdoors/testing");
startSixdoors().then(({ url, pid }) => {
  console.log(JSON.stringify({ url, pid }));
  setInterval(() => {}, 1_000);
});
`;

export interface KitParent {
  readonly url: string;
  readonly gatewayPid: number;
  kill(): void;
}

export async function startKitParent(t: TestContext, cache: string): Promise<KitParent> {
  const folder = await linkPackage(await makeFolder(t));
  await writeFile(path.join(folder, "parent.cjs"), PARENT);
  const child = launch(t, {
    program,
    args: ["parent.cjs"],
    cwd: folder,
    settings: kitSettings(cache),
  });
  await until(() => child.isOver || child.stdout.endsWith("\n"));
  assert.ok(!child.isOver, child.stdout + child.stderr);
  const { url, pid: gatewayPid } = JSON.parse(child.stdout);
  return { url, gatewayPid, kill: () => child.kill("SIGKILL") };
}

/** Runs the tests of an example with the package linked into it. */
export async function runLinkedExample(
  t: TestContext,
  name: string,
  { cache, node }: Pick<ExampleRun, "cache" | "node">,
): Promise<Ending> {
  return runInExample(t, await linkExample(t, name), { args: ["--test"], cache, node });
}

export async function linkExample(t: TestContext, name: string): Promise<string> {
  return linkPackage(await copyExample(t, name));
}

export async function copyExample(t: TestContext, name: string): Promise<string> {
  const folder = path.join(await makeFolder(t), name);
  await cp(path.join(ROOT, "examples", name), folder, { recursive: true });
  return folder;
}

export interface ExampleRun {
  readonly args: readonly string[];
  readonly cache: string;
  /** Default: the machine's own Node. */
  readonly node?: string | undefined;
}

export function runInExample(
  t: TestContext,
  cwd: string,
  { args, cache, node = program }: ExampleRun,
): Promise<Ending> {
  const child = launch(t, { program: node, args, cwd, settings: kitSettings(cache) });
  return within(child.ended, EXAMPLE_MS, cwd);
}

function kitSettings(cache: string) {
  return { SIXDOORS_TEST_CACHE: cache, PATH: MACHINE_PATH };
}

async function linkPackage(folder: string): Promise<string> {
  await mkdir(path.join(folder, "node_modules"));
  await symlink(ROOT, path.join(folder, "node_modules", "sixdoors"), "junction");
  return folder;
}
