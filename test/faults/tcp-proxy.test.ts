/** The proxy forwards all bytes, and cuts a connection exactly where requested. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { type TestContext, test } from "node:test";
import { atEnd } from "../kit/process.ts";
import { until } from "../kit/until.ts";
import { CUTS, type Cut, openProxy } from "./tcp-proxy.ts";

/** A server that answers every message with as many letters. */
async function openLine(t: TestContext) {
  let arrived = "";
  const server = createServer((socket) => {
    socket
      .on("error", () => {})
      .on("data", (bytes) => {
        arrived += bytes;
        socket.write("a".repeat(bytes.length));
      });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  atEnd(t, async () => void server.close());
  const { port } = server.address() as AddressInfo;
  const proxy = await openProxy(t, `postgres://someone@127.0.0.1:${port}/base`);
  let heard = "";
  const client = connect(Number(new URL(proxy.url).port), "127.0.0.1");
  client
    .on("error", () => {})
    .on("data", (bytes) => {
      heard += bytes;
    });
  const closed = once(client, "close");
  return { proxy, client, closed, arrived: () => arrived, heard: () => heard };
}

test("bytes pass in both directions, and the address keeps its user and database", async (t) => {
  const line = await openLine(t);
  assert.match(line.proxy.url, /^postgres:\/\/someone@127\.0\.0\.1:\d+\/base$/);
  line.client.write("hello");
  await until(() => line.heard() === "aaaaa");
  assert.equal(line.arrived(), "hello");
  assert.equal(line.proxy.cuts(), 0);
});

/** For a message of ten letters: how many arrive, and how many letters of its answer. */
const REACH: Record<Cut, readonly [arrived: number, heard: number]> = {
  before_sending: [0, 0],
  while_sending: [5, 0],
  after_sending: [10, 0],
  before_answer: [10, 0],
  while_answering: [10, 5],
};

for (const cut of CUTS) {
  test(`a connection that is cut ${cut}`, async (t) => {
    const line = await openLine(t);
    line.client.write("spared");
    await until(() => line.heard().length === 6);
    line.proxy.arm((bytes) => (bytes.includes("x") ? cut : undefined));
    line.client.write("x".repeat(10));
    await line.closed;
    const [arrived, heard] = REACH[cut];
    await until(() => line.arrived().length >= 6 + arrived);
    assert.deepEqual([line.arrived().length, line.heard().length], [6 + arrived, 6 + heard]);
    assert.equal(line.proxy.cuts(), 1);
  });
}
