/**
 * A data folder after its first start. The suite creates one. A test that is not about the first
 * start uses a copy of it with its own port.
 */
import { execFile } from "node:child_process";
import { mkdir, rename, stat } from "node:fs/promises";
import path from "node:path";
import type { TestContext } from "node:test";
import { promisify } from "node:util";
import { makeDataDir, serve } from "./process.ts";
import { until } from "./until.ts";

/** Where the suite keeps it. test/kit/global-setup.ts creates and removes the folder. */
const PLACE = process.env["TEST_FOLDER"] ?? "";
const copy = promisify(execFile);

export async function openStartedDir(t: TestContext): Promise<string> {
  const [original, dataDir] = [path.join(PLACE, "started"), await makeDataDir(t)];
  if (await isFirst()) await make(t, original);
  // Test files run in parallel, so another one may be creating it.
  await until(() => isThere(original));
  await copy("cp", ["-a", original, dataDir]);
  return dataDir;
}

/** Only one of the processes that try to create this folder succeeds. */
async function isFirst(): Promise<boolean> {
  if (PLACE === "") throw new Error("TEST_FOLDER names no folder: run `npm test`.");
  return mkdir(path.join(PLACE, "making")).then(
    () => true,
    () => false,
  );
}

async function make(t: TestContext, original: string): Promise<void> {
  const draft = path.join(PLACE, "draft");
  const { child } = await serve(t, { DATA_DIR: draft, LOG_LEVEL: "silent" });
  await child.stop();
  await rename(draft, original);
}

async function isThere(folder: string): Promise<boolean> {
  return stat(folder).then(
    () => true,
    () => false,
  );
}
