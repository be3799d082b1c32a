/** For commands: joins the server of a data folder, and leaves it when the command ends. */
import { StartError } from "../../ports/start-error.ts";
import { lockOutGuests, takeGuestLock } from "./folder-lock-store.ts";
import { stopPostmaster } from "./postmaster.ts";
import { type ReachedServer, reachServer } from "./reach-server.ts";
import type { ServerFiles } from "./server-files.ts";

const CLOSING_PATIENCE_MS = 20_000;
const CLOSING_PAUSE_MS = 20;

export async function joinServer(site: ServerFiles): Promise<ReachedServer> {
  const { signal } = new AbortController();
  for (;;) {
    const visit = await reachServer(site, { signal });
    if (await waitForGuestLock(site, visit)) {
      const { port } = visit.postmaster;
      if (visit.isOurs) await site.folder.writeNote({ port, startedFor: "command" });
      return visit;
    }
  }
}

/** Returns false if the server was being stopped and has ended now. */
async function waitForGuestLock(site: ServerFiles, { session }: ReachedServer): Promise<boolean> {
  const started = performance.now();
  try {
    while (!(await takeGuestLock(session))) {
      if (performance.now() - started > CLOSING_PATIENCE_MS) throw beingStopped(site);
      if (await session.endsWithin(CLOSING_PAUSE_MS)) return false;
    }
    return true;
  } catch (error) {
    if (!(error instanceof StartError) && (await session.isBroken())) return false;
    await session.close();
    throw error;
  }
}

function beingStopped(site: ServerFiles): StartError {
  return new StartError(
    `PostgreSQL in ${site.folder.cluster} is being stopped by another process. Try again.`,
  );
}

/** The last command stops a server that a command started. */
export async function leaveServer(
  site: ServerFiles,
  { session, postmaster }: ReachedServer,
): Promise<void> {
  try {
    const note = await site.folder.readNote();
    const isPassing = note?.startedFor === "command";
    if (isPassing && (await lockOutGuests(session))) await stopPostmaster(site, postmaster.pid);
  } catch (error) {
    // The owner has stopped the server, so there is nothing to do.
    if (!(await session.isBroken())) throw error;
  } finally {
    await session.close();
  }
}
