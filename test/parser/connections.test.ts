/** The parser remembers the login of a connection for its next requests while it stays valid. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { type TestContext, test } from "node:test";
import { basic, openApi, PATH } from "../kit/parser-interface.ts";

const PAYLOAD = JSON.stringify({ deviceType: "generic", devicePayload: "00112233" });
/** The login and the request are valid, but no device is named. */
const ACCEPTED = "400 2200";
const REFUSED = "401 1003";

interface Answer {
  readonly errCode: number;
}

/** Opens the interface and a connection that stays open. */
async function openConnection(t: TestContext) {
  const api = await openApi(t);
  await api.server.listen({ host: "127.0.0.1", port: 0 });
  const { port } = api.server.server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  t.after(() => agent.destroy());
  const ports = new Set<number | undefined>();
  const ask = async (headers: Record<string, string>) => {
    const sent = request({ port, path: PATH, method: "POST", agent, headers: typed(headers) });
    sent.end(PAYLOAD);
    const [answer] = (await once(sent, "response")) as [IncomingMessage];
    ports.add(answer.socket.localPort);
    const { errCode } = (await json(answer)) as Answer;
    return `${answer.statusCode} ${errCode}`;
  };
  const look = () => api.access.watch.checkForChanges();
  await look();
  return { ...api, ask, look, ports };
}

function typed(headers: Record<string, string>) {
  return { "content-type": "application/json", ...headers };
}

test("the same header on the same connection is not looked up again", async (t) => {
  const { ask, look, owner, ports } = await openConnection(t);
  assert.equal(await ask(basic("harbor")), ACCEPTED);
  await owner.rows`alter table partner_credentials rename to mislaid`;
  await look();
  assert.equal(await ask(basic("harbor")), ACCEPTED);
  await owner.rows`alter table mislaid rename to partner_credentials`;
  assert.equal(ports.size, 1);
});

test("another header on a known connection is checked in full", async (t) => {
  const { ask, ports } = await openConnection(t);
  assert.equal(await ask(basic("harbor")), ACCEPTED);
  assert.equal(await ask(basic("harbor", "harbor-kez")), REFUSED);
  assert.equal(await ask(basic("elsewhere")), "403 3003");
  assert.equal(await ask({}), "401 3000");
  assert.equal(await ask(basic("harbor")), ACCEPTED);
  assert.equal(ports.size, 1);
});

test("a connection is no longer accepted once its partner is disabled", async (t) => {
  const { ask, look, owner, ports } = await openConnection(t);
  assert.equal(await ask(basic("harbor")), ACCEPTED);
  await owner.rows`update partners set is_active = false where name = 'harbor'`;
  await look();
  assert.equal(await ask(basic("harbor")), REFUSED);
  assert.equal(ports.size, 1);
});

test("a connection is no longer accepted once its address is removed from the allow-list", async (t) => {
  const { ask, look, owner } = await openConnection(t);
  assert.equal(await ask(basic("harbor")), ACCEPTED);
  await owner.rows`
    update partner_credentials set allow_list = '{192.0.2.0/24}' where parser_name = 'harbor'`;
  await look();
  assert.equal(await ask(basic("harbor")), "403 3003");
});
