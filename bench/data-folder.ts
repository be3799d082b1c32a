/** Temporary folders that an embedded PostgreSQL may live in; at the end both are gone. */
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { findPostmaster } from "../src/adapters/embedded-postgres/postmaster-file.ts";
import type { Cleaning } from "./cleaning.ts";

export async function makeDataDir(cleaning: Cleaning): Promise<string> {
  let folder: string | undefined;
  cleaning.add(() => folder && removeFolder(folder));
  folder = await mkdtemp(path.join(tmpdir(), "sixdoors-bench-"));
  // PostgreSQL runs under an account of its own where we are root.
  await chmod(folder, 0o755);
  return path.join(folder, "data");
}

async function removeFolder(folder: string): Promise<void> {
  // Whoever started it has stopped it, unless it was killed.
  const left = await findPostmaster(path.join(folder, "data", "postgres"));
  if (left !== undefined) process.kill(left.pid, "SIGQUIT");
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}
