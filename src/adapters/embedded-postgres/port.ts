/** Chooses the port of the server: the same one at every start, as long as it is free. */
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { StartError } from "../../ports/start-error.ts";

export const HOST = "127.0.0.1";

// Below the range of ports for outgoing connections, so that no outgoing connection can take the
// port while the server restarts.
const LOWEST = 20_000;
const HIGHEST = 32_000;
const TRIES = 50;

export async function choosePort(remembered: number | undefined): Promise<number> {
  if (remembered !== undefined && (await becomesFree(remembered))) return remembered;
  for (let tries = 0; tries < TRIES; tries++) {
    const port = randomInt(LOWEST, HIGHEST);
    if (await isFree(port)) return port;
  }
  throw new StartError(
    `There is no free port for PostgreSQL on ${HOST} between ${LOWEST} and ${HIGHEST}. Free one, or set DATABASE_URL to another server.`,
  );
}

// Processes of a killed server hold the port for a moment, or longer on a busy machine.
const LOOKS = 30;
const LOOK_EVERY_MS = 100;

async function becomesFree(port: number): Promise<boolean> {
  for (let looks = 1; ; looks++) {
    if (await isFree(port)) return true;
    if (looks >= LOOKS) return false;
    await pause(LOOK_EVERY_MS);
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    server.listen(port, HOST);
    await once(server, "listening");
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
}
