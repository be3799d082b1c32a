/**
 * An unreliable network in front of a server: requests are delayed and sometimes forwarded twice, and
 * the caller's connections are cut at any moment. Everything random comes from one seed.
 */
import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestContext } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { CUTS, openProxy } from "../faults/tcp-proxy.ts";
import { atEnd } from "../kit/process.ts";
import type { Random } from "../proof/random.ts";

export interface Faults {
  /** How many of a hundred requests are cut. */
  readonly cutPercent: number;
  readonly duplicatePercent: number;
  readonly delayMaxMs: number;
}

export interface FaultProxy {
  readonly url: string;
  counts(): { readonly cuts: number; readonly duplicates: number };
  /** Waits until every request that was accepted has been forwarded. */
  quiet(): Promise<void>;
}

/** The caller's connection goes through the cutting proxy, then to the one that delays and repeats. */
export async function openFaultProxy(
  t: TestContext,
  serverUrl: string,
  { random, faults }: { readonly random: Random; readonly faults: Faults },
): Promise<FaultProxy> {
  const happens = (percent: number) => random.fraction() * 100 < percent;
  const running = new Set<Promise<void>>();
  let duplicates = 0;
  const target = new URL(serverUrl);
  const server = createServer(async (incoming, outgoing) => {
    const body = await readBody(incoming);
    if (body === undefined) return;
    const wait = () => pause(random.whole(0, faults.delayMaxMs));
    const forward = async (answer: ServerResponse | undefined) => {
      await wait();
      await sendOn(target, incoming, body, answer);
    };
    if (happens(faults.duplicatePercent)) {
      duplicates += 1;
      track(running, forward(undefined));
    }
    track(running, forward(outgoing));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  atEnd(t, async () => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const proxy = await openProxy(t, `http://127.0.0.1:${port}`);
  proxy.arm(() => (happens(faults.cutPercent) ? random.of(CUTS) : undefined));
  return {
    url: proxy.url,
    counts: () => ({ cuts: proxy.cuts(), duplicates }),
    quiet: async () => {
      while (running.size > 0) await Promise.all(running);
    },
  };
}

/** Returns nothing if the request was cut before its end. */
async function readBody(incoming: IncomingMessage): Promise<Buffer | undefined> {
  const parts: Buffer[] = [];
  try {
    for await (const part of incoming) parts.push(part);
  } catch {
    return undefined;
  }
  return incoming.complete ? Buffer.concat(parts) : undefined;
}

function track(running: Set<Promise<void>>, work: Promise<void>): void {
  running.add(work);
  void work.finally(() => running.delete(work));
}

/** A request is forwarded even if its caller has disconnected in the meantime. */
async function sendOn(
  target: URL,
  { method, url, headers }: IncomingMessage,
  body: Buffer,
  answer: ServerResponse | undefined,
): Promise<void> {
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  const { hostname, port } = target;
  const onward = request({ hostname, port, method, path: url, headers }, (reply) => {
    const parts: Buffer[] = [];
    reply.on("data", (part: Buffer) => parts.push(part));
    reply.on("close", () => {
      answer?.writeHead(reply.statusCode ?? 502, reply.headers).end(Buffer.concat(parts));
      resolve();
    });
  });
  onward.on("error", () => {
    answer?.destroy();
    resolve();
  });
  onward.end(body);
  await ended;
}
