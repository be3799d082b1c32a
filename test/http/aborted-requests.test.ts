/** A request whose client disconnects has a log line at every interface. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { type AddressInfo, connect, type Server } from "node:net";
import { type TestContext, test } from "node:test";
import { openTestApp } from "../kit/app.ts";
import { until } from "../kit/until.ts";

const [JSON_TYPE, FORM] = ["application/json", "application/x-www-form-urlencoded"];
const ADDRESSES = {
  "/api/v1/clients": JSON_TYPE,
  "/api/decrypt/parser": JSON_TYPE,
  "/api/json/account/login/": FORM,
  "/api/qsapi/3.8": FORM,
  "/api/tsapi/3.8": FORM,
  "/api/rsapi/3.8": FORM,
  "/pay/demo": FORM,
  "/console/api/session": JSON_TYPE,
};

interface Line {
  readonly route?: string;
  readonly status?: number;
  readonly aborted?: boolean;
  readonly from?: string;
}

async function openListening(t: TestContext) {
  const lines: Line[] = [];
  const write = (line: string) => void lines.push(JSON.parse(line));
  const app = await openTestApp(t, { logLevel: "info" }, { destination: { write } });
  await app.server.listen({ host: "127.0.0.1", port: 0 });
  const { port } = app.server.server.address() as AddressInfo;
  return { ...app, lines, port };
}

/** Sends a head and a part of its body, and disconnects. */
async function abortRequest(server: Server, address: string, type: string): Promise<void> {
  const { port } = server.address() as AddressInfo;
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  const head = [
    `POST ${address} HTTP/1.1`,
    "host: 127.0.0.1",
    `content-type: ${type}`,
    "content-length: 99",
    `authorization: Basic ${Buffer.from("harbor:certification-partner").toString("base64")}`,
  ];
  const begun = once(server, "request");
  socket.write(`${head.join("\r\n")}\r\n\r\n{`);
  await begun;
  socket.destroy();
}

test("a request that its client aborts has one log line, marked as aborted", async (t) => {
  const { lines, server } = await openListening(t);
  for (const [address, type] of Object.entries(ADDRESSES)) {
    await t.test(address, async () => {
      const before = lines.length;
      await abortRequest(server.server, address, type);
      await until(() => lines.length > before, 2_000);
      await new Promise((resolve) => setTimeout(resolve, 50));
      const told = lines.slice(before);
      assert.equal(told.length, 1, JSON.stringify(told));
      const { status, aborted, from } = told[0] ?? assert.fail();
      assert.deepEqual([status, aborted, from], [499, true, "127.0.0.1"]);
    });
  }
  const figures = await server.inject("/metrics");
  assert.match(figures.body, /status="499"/);
});

test("an answered request is not marked as aborted, also if its connection closes later", async (t) => {
  const { lines, port } = await openListening(t);
  const answer = await fetch(`http://127.0.0.1:${port}/version`, {
    headers: { connection: "close" },
  });
  await answer.text();
  await until(() => lines.some(({ route }) => route === "/version"));
  await new Promise((resolve) => setTimeout(resolve, 50));
  const told = lines.filter(({ route }) => route === "/version");
  assert.deepEqual(
    told.map(({ status, aborted }) => [status, aborted]),
    [[200, undefined]],
  );
});
