/** Ends the server of a copy that nobody needs any more. Its files need not be whole afterwards. */
import { setTimeout as delay } from "node:timers/promises";
import { findPostmaster, isPostmasterOf } from "./postmaster-file.ts";

const PATIENCE_MS = 3_000;
const POLL_MS = 20;

/** Does nothing if no server runs there. */
export async function endScratchServer(cluster: string): Promise<void> {
  const server = await findPostmaster(cluster);
  if (server === undefined) return;
  const deadline = performance.now() + PATIENCE_MS;
  for (const signal of ["SIGQUIT", "SIGKILL"] as const) {
    send(server.pid, signal);
    while (await isPostmasterOf(cluster, server.pid)) {
      if (performance.now() > deadline) break;
      await delay(POLL_MS);
    }
  }
}

function send(pid: number, signal: "SIGQUIT" | "SIGKILL"): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has already ended.
  }
}
