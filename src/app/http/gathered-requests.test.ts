/** Tests of gathered-requests.ts. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { type AddressInfo, connect, type Socket } from "node:net";
import { type TestContext, test } from "node:test";
import Fastify from "fastify";
import { gatherRequests } from "./gathered-requests.ts";

/** A server that records the steps of each request. */
async function openServer(t: TestContext) {
  const server = Fastify();
  const steps: string[] = [];
  const note = (step: string, url: string) => steps.push(`${url.slice(1)} ${step}`);
  gatherRequests(server);
  server.addHook("preValidation", async ({ url }) => {
    note("read", url);
  });
  server.get("/*", async ({ url }) => {
    note("begun", url);
    await undefined;
    note("done", url);
    if (url === "/bad") throw new Error("on purpose");
    return url;
  });
  await server.listen({ host: "127.0.0.1", port: 0 });
  t.after(() => server.close());
  return { server, steps, port: (server.server.address() as AddressInfo).port };
}

/**
 * Sends one request on every connection first, because a new connection is read when it is
 * accepted.
 */
async function askTogether(port: number, paths: readonly string[]): Promise<string[]> {
  const sockets = paths.map(() => connect(port, "127.0.0.1").setEncoding("utf8"));
  await Promise.all(sockets.map((socket) => ask(socket, "first")));
  const answers = await Promise.all(
    sockets.map((socket, place) => ask(socket, paths[place] ?? "")),
  );
  for (const socket of sockets) socket.destroy();
  return answers;
}

async function ask(socket: Socket, path: string): Promise<string> {
  socket.write(`GET /${path} HTTP/1.1\r\nhost: it\r\n\r\n`);
  const [answer] = await once(socket, "data");
  return answer;
}

test("requests that arrive together are all read before the first one runs", async (t) => {
  const { steps, port } = await openServer(t);
  await askTogether(port, ["a", "b", "c"]);
  const together = steps.filter((step) => !step.startsWith("first"));
  assert.deepEqual(together, [
    ...["a read", "b read", "c read"],
    ...["a begun", "b begun", "c begun"],
    ...["a done", "b done", "c done"],
  ]);
});

test("a single request is answered", async (t) => {
  const { server } = await openServer(t);
  assert.equal((await server.inject("/a")).payload, "/a");
});

test("a failing request does not delay the others", async (t) => {
  const { port } = await openServer(t);
  const answers = await askTogether(port, ["a", "bad", "c"]);
  const statuses = answers.map((answer) => answer.slice(9, 12));
  assert.deepEqual(statuses, ["200", "500", "200"]);
});
