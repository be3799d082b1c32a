/** Starts an HTTP server of the bench as a process and waits until it is ready. */
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import manifest from "../package.json" with { type: "json" };
import { Child, type ChildOptions } from "./child.ts";
import type { Cleaning } from "./cleaning.ts";

const ROOT = path.resolve(import.meta.dirname, "..");
const ASK_EVERY_MS = 5;
const PATIENCE_MS = 60_000;

export interface HttpProcess {
  readonly url: string;
  /** From the start of the process to the first "ready". */
  readonly readyMs: number;
  stop(): Promise<void>;
}

type Settings = Readonly<Record<string, string>>;

/** The Node flags of `npm start`, for the product and the peer. */
const START_FLAGS = listFlags(manifest.scripts.start);

function listFlags(command: string): string[] {
  return command.split(" ").filter((word) => word.startsWith("--"));
}

/** The peer does not log requests either. */
const QUIET: Settings = { LOG_LEVEL: "warn" };

/** Starts the product like `npm start`. */
export function startServe(
  cleaning: Cleaning,
  settings: Settings,
  flags: readonly string[] = [],
): Promise<HttpProcess> {
  const file = path.join(ROOT, "src/main.ts");
  return start(cleaning, { file, args: ["serve"], flags, settings: { ...QUIET, ...settings } });
}

/** The load comes from one address, and the peers do not log requests in their database. */
const UNLIMITED: Settings = {
  RATE_PER_CALLER: "0",
  RATE_PER_ADDRESS: "0",
  KEEP_REQUEST_LOG_DAYS: "0",
};

/** Starts the product without rate limits. `flags` are further flags of Node. */
export function startProduct(
  cleaning: Cleaning,
  settings: Settings,
  flags: readonly string[] = [],
): Promise<HttpProcess> {
  return startServe(cleaning, { ...UNLIMITED, ...settings }, flags);
}

export function startPeer(cleaning: Cleaning, settings: Settings): Promise<HttpProcess> {
  return start(cleaning, { file: path.join(ROOT, "bench/peers/server.ts"), settings });
}

async function start(cleaning: Cleaning, options: ChildOptions): Promise<HttpProcess> {
  const port = await freePort();
  const started = performance.now();
  const settings = { ...options.settings, PORT: String(port) };
  const flags = [...START_FLAGS, ...(options.flags ?? [])];
  const child = new Child(cleaning, { ...options, flags, settings });
  const url = `http://127.0.0.1:${port}`;
  await untilReady(child, url);
  return { url, readyMs: performance.now() - started, stop: () => child.stop() };
}

async function untilReady(child: Child, url: string): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  while (!(await isReady(url))) {
    if (child.isOver) throw child.error();
    if (performance.now() > deadline) throw new Error(`not ready after ${PATIENCE_MS} ms`);
    await pause(ASK_EVERY_MS);
  }
}

async function isReady(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/health/ready`);
    await response.text();
    return response.status === 200;
  } catch {
    return false;
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
