/** Temporary data folders for an embedded PostgreSQL. Server and folder are removed at the end. */
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { findPostmaster } from "../src/adapters/embedded-postgres/postmaster-file.ts";
import type { Cleaning } from "./cleaning.ts";

export async function makeDataDir(cleaning: Cleaning): Promise<string> {
  let folder: string | undefined;
  cleaning.add(() => folder && removeFolder(folder));
  folder = await mkdtemp(path.join(tmpdir(), "sixdoors-bench-"));
  // As root, PostgreSQL runs under another user.
  await chmod(folder, 0o755);
  return path.join(folder, "data");
}

async function removeFolder(folder: string): Promise<void> {
  // The process that started it has stopped it, unless that process was killed.
  const left = await findPostmaster(path.join(folder, "data", "postgres"));
  if (left !== undefined) process.kill(left.pid, "SIGQUIT");
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}
