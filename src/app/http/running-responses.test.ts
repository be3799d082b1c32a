/** Tests of running-responses.ts. */
import assert from "node:assert/strict";
import { EventEmitter, once } from "node:events";
import {
  createServer,
  get,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { type TestContext, test } from "node:test";
import { grownOld } from "../../../test/kit/young-garbage.ts";
import { RunningResponses } from "./running-responses.ts";

const SILENCE_MS = 1_000;

/** A server whose answers have begun, and the clock of its watch. */
async function openServer(t: TestContext) {
  let nowMs = 0;
  const server = createServer();
  const running = new RunningResponses(server, () => nowMs);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    /** The answer as the server writes it and as the client reads it. */
    async begin(): Promise<{ written: ServerResponse; read: IncomingMessage }> {
      const asked = get({ host: "127.0.0.1", port, agent: false });
      const [, written] = (await once(server, "request")) as [unknown, ServerResponse];
      written.write("a part");
      const [read] = (await once(asked, "response")) as [IncomingMessage];
      await once(read, "data");
      return { written, read };
    },
    lookAfter(ms: number): void {
      nowMs += ms;
      running.closeSilentConnections(SILENCE_MS);
    },
    running,
  };
}

test("a connection without progress for a long time is cut", async (t) => {
  const server = await openServer(t);
  const { written, read } = await server.begin();
  server.lookAfter(1);
  server.lookAfter(SILENCE_MS - 1);
  assert.equal(written.destroyed, false);
  const cut = once(read, "error");
  server.lookAfter(1);
  assert.equal(((await cut)[0] as NodeJS.ErrnoException).code, "ECONNRESET");
});

test("a slow answer with progress is not cut", async (t) => {
  const server = await openServer(t);
  const { written, read } = await server.begin();
  for (let part = 0; part < 3; part++) {
    written.write("another part");
    await once(read, "data");
    server.lookAfter(SILENCE_MS);
  }
  assert.equal(written.destroyed, false);
});

test("`finished` waits for all running answers and for no finished ones", async (t) => {
  const server = await openServer(t);
  const [{ written: first }, { written: second }] = [await server.begin(), await server.begin()];
  first.end();
  await once(first, "close");
  let isOver = false;
  const finished = server.running.waitUntilFinished().then(() => {
    isOver = true;
  });
  await new Promise(setImmediate);
  assert.equal(isOver, false);
  second.end();
  await finished;
});

test("a closed answer does not change the place of another one", async (t) => {
  const server = await openServer(t);
  const [first, second, third] = [
    (await server.begin()).written,
    (await server.begin()).written,
    (await server.begin()).written,
  ];
  first.end();
  await once(first, "close");
  first.emit("close");
  let isOver = false;
  const finished = server.running.waitUntilFinished().then(() => {
    isOver = true;
  });
  second.end();
  await once(second, "close");
  await new Promise(setImmediate);
  assert.equal(isOver, false);
  third.end();
  await finished;
});

test("finished answers are garbage collected while they are young", () => {
  const server = new EventEmitter();
  new RunningResponses(server as Server);
  const running: EventEmitter[] = [];
  const mb = grownOld((load) => {
    const response = Object.assign(new EventEmitter(), { load });
    server.emit("request", {}, response);
    if (running.push(response) > 16) running.shift()?.emit("close");
  });
  assert.ok(mb < 2, `${mb} MB`);
});
