/** The parser's journal, and how a partner reads it through the management interface. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { openTestApp, type TestApp } from "../kit/app.ts";
import * as parser from "../kit/parser-interface.ts";
import { readAtTerminal } from "../kit/terminal.ts";
import { readSample } from "../kit/vectors.ts";

const SERIAL = "GEN0000001";
const CARD = "4111111111111111";

interface Row {
  readonly message_id: string;
  readonly partner_id: string | null;
  readonly client_id: string | null;
  readonly device_id: string | null;
  readonly reference: string | null;
  readonly is_success: boolean;
  readonly error_code: number | null;
  readonly is_replay: boolean;
  readonly took_ms: number;
}

const findEntry = async ({ owner }: parser.Api, messageId: string): Promise<Row | undefined> => {
  const [row] = await owner.rows<Row>`
    select * from parser_journal where message_id = ${messageId}`;
  return row;
};

test("every call is journaled with its partner, device, reference and error code", async (t) => {
  const api = await parser.openApi(t);
  const device = await parser.addDevice(api.owner, api.harbor, { serial: SERIAL });
  const off = await parser.addDevice(api.owner, api.harbor, { serial: "OFF", state: "stored" });
  const headers = parser.basic("harbor");
  const good = { ...readAtTerminal(), deviceSerial: SERIAL };
  const calls: [
    Parameters<typeof parser.call>[1],
    code: number | null,
    who: string | null,
    what?: string,
  ][] = [
    [{ body: { reference: "r" } }, 3000, null],
    [{ body: parser.transparent("nobody") }, 1003, null],
    [{ headers: parser.basic("harbor", "wrong") }, 1003, api.harbor],
    [{ headers, from: parser.STRANGER }, 3003, null],
    [{ headers, body: "{" }, 2005, api.harbor],
    [{ headers, body: { ...good, deviceSerial: "OFF" } }, 2202, api.harbor, off],
    [{ headers, body: { ...good, ksn: "x" } }, 2400, api.harbor, device],
    [{ headers, body: good }, null, api.harbor, device],
    [{ headers, method: "GET" }, 405, null],
  ];
  for (const [asked, errorCode, partnerId, deviceId = null] of calls) {
    const { messageId, success, reference = null } = await parser.call(api, asked);
    const row = (await findEntry(api, messageId)) ?? assert.fail(String(errorCode));
    assert.deepEqual(
      [row.error_code, row.is_success, row.partner_id, row.device_id, row.reference],
      [errorCode, success, partnerId, deviceId, reference],
    );
    assert.ok(row.took_ms > 0 && row.took_ms < 10_000);
  }
});

test("2201: the journal has the client of the request and the device of the payload", async (t) => {
  const api = await parser.openApi(t);
  const [mine, other] = [
    await parser.addClient(api.owner, api.harbor, "M-1"),
    await parser.addClient(api.owner, api.harbor, "M-2"),
  ];
  const theirs = await parser.addClient(api.owner, api.elsewhere, "M-3");
  for (const _ of [1, 2]) await parser.addClient(api.owner, api.harbor, "M-TWICE");
  await parser.addDevice(api.owner, api.harbor, { serial: SERIAL, clientId: mine });
  const { serial = "", devicePayload } = await readSample("vendora-enhanced-msr", "va-swipe-hex");
  const named = await parser.addDevice(api.owner, api.harbor, { serial, clientId: other });
  const good = { ...readAtTerminal(), deviceSerial: SERIAL };
  const differs = { deviceType: "vendora", devicePayload, deviceSerial: SERIAL };
  const calls: [body: object, client: string | null, device?: string][] = [
    [{ ...good, clientId: other }, other],
    [{ ...good, clientId: "M-2" }, other],
    [{ ...good, clientId: "M-TWICE" }, null],
    [{ ...good, clientId: "nobody" }, null],
    [{ ...good, clientId: theirs }, null],
    [differs, other, named],
    [{ ...differs, clientId: mine }, mine],
  ];
  for (const [body, clientId, deviceId = null] of calls) {
    const { messageId, errCode } = await parser.call(api, {
      headers: parser.basic("harbor"),
      body,
    });
    const row = await findEntry(api, messageId);
    assert.deepEqual([errCode, row?.client_id, row?.device_id], [2201, clientId, deviceId]);
  }
});

test("the journal has no payload, key or card; a card number in a reference is masked", async (t) => {
  const api = await parser.openApi(t);
  await parser.addDevice(api.owner, api.harbor, { serial: SERIAL });
  const body = { ...readAtTerminal(), deviceSerial: SERIAL, reference: `order ${CARD}` };
  const answer = await parser.call(api, { headers: parser.basic("harbor"), body });
  assert.equal(answer.reference, body.reference, "the caller's text is echoed unchanged");
  await parser.call(api, {
    body: { ...body, ...parser.transparent("harbor", CARD), deviceSerial: CARD },
  });
  await parser.call(api, {
    headers: parser.basic("harbor"),
    body: { ...body, clientId: CARD, ksn: CARD },
  });
  const [{ rows = "" } = {}] = await api.owner.rows<{ rows: string }>`
    select json_agg(journal)::text || (select json_agg(one)::text from device_counters one) as rows
    from parser_journal journal`;
  for (const secret of [CARD, "4761739001010119", body.devicePayload, "harbor-key"]) {
    assert.ok(!rows.includes(secret), secret);
  }
  assert.match(rows, /order \*+1111/);
});

test("a replay is marked in the journal", async (t) => {
  const api = await parser.openApi(t);
  await parser.addDevice(api.owner, api.harbor, { serial: SERIAL });
  const body = { ...readAtTerminal(), deviceSerial: SERIAL };
  for (const isReplay of [false, true]) {
    const { messageId } = await parser.call(api, { headers: parser.basic("harbor"), body });
    assert.equal((await findEntry(api, messageId))?.is_replay, isReplay);
  }
});

test("without the journal errors are still answered, but card data is not returned", async (t) => {
  const api = await parser.openApi(t);
  await parser.addDevice(api.owner, api.harbor, { serial: SERIAL });
  await api.owner.rows`alter table parser_journal rename to mislaid`;
  const process = await parser.openProcess(api);
  const headers = parser.basic("harbor");
  const refused = await parser.call(process, { headers, body: { deviceType: "x" } });
  assert.deepEqual([refused.status, refused.errCode], [400, 2001]);
  const body = { ...readAtTerminal(), deviceSerial: SERIAL };
  const failed = await parser.call(process, { headers, body });
  assert.deepEqual([failed.status, failed.errCode], [500, 50]);
  assert.doesNotMatch(JSON.stringify(failed), /4761739001010119/);
});

const manager = (user: string) => ({
  authorization: `Basic ${Buffer.from(`${user}:certification-partner`).toString("base64")}`,
});

async function readJournal({ server }: TestApp, user: string, path = "") {
  const url = `/api/v1/transactions${path}`;
  const reply = await server.inject({ url, headers: manager(user) });
  return { status: reply.statusCode, body: reply.json() };
}

/** One parser.call of each of three partners with an unknown device. */
async function parseAsEveryone({ server }: TestApp) {
  const ids: Record<string, string> = {};
  for (const [name, key] of [
    ["harbor", "harbor-certification-key-00000001"],
    ["harbor-retail", "harbor-retail-certification-key-01"],
    ["summit", "summit-certification-key-00000001"],
  ] as const) {
    const payload = { deviceType: "generic", devicePayload: "00", deviceSerial: "nowhere" };
    const reply = await server.inject({
      method: "POST",
      url: "/api/decrypt/parser",
      headers: parser.basic(name, key),
      payload: { ...payload, reference: `of ${name}` },
    });
    assert.equal(reply.json().errCode, 2201);
    ids[name] = reply.json().messageId;
  }
  return ids;
}

test("/transactions: a partner reads its own calls and those of partners below it only", async (t) => {
  const app = await openTestApp(t);
  const ids = await parseAsEveryone(app);
  const views: Record<string, string[]> = {
    harbor: ["harbor", "harbor-retail"],
    "harbor-retail": ["harbor-retail"],
    summit: ["summit"],
    elsewhere: [],
  };
  for (const [user, names] of Object.entries(views)) {
    const { status, body } = await readJournal(app, user);
    assert.equal(status, 200);
    assert.deepEqual(
      body.data.map(({ messageId }: { messageId: string }) => messageId),
      names.map((name) => ids[name]),
    );
    assert.equal(body.total, names.length);
    for (const [name, messageId] of Object.entries(ids)) {
      const one = await readJournal(app, user, `/${messageId}`);
      assert.equal(one.status, names.includes(name) ? 200 : 404);
      if (one.status === 404) assert.equal(one.body.errorCode, 7404);
    }
  }
  assert.equal((await readJournal(app, "harbor", "/1")).status, 404);
});

test("/transactions: members without a value are absent", async (t) => {
  const app = await openTestApp(t);
  const { server, clock } = app;
  const body = { ...readAtTerminal(), deviceSerial: SERIAL, reference: "call-1" };
  const reply = await server.inject({
    method: "POST",
    url: "/api/decrypt/parser",
    headers: parser.basic("harbor", "harbor-certification-key-00000001"),
    payload: body,
  });
  const { messageId } = reply.json();
  const { body: shown } = await readJournal(app, "harbor", `/${messageId}`);
  const { partner, client, device, duration, ...rest } = shown;
  assert.deepEqual(rest, {
    messageId,
    time: clock.wall().toString({ smallestUnit: "millisecond" }),
    reference: "call-1",
    success: true,
    replay: false,
  });
  assert.equal(partner.name, "Harbor Payments");
  assert.equal(client.name, "Quayside Stores");
  assert.deepEqual(Object.keys(device), ["id", "serialNumber"]);
  assert.equal(device.serialNumber, SERIAL);
  assert.ok(duration > 0);
  const failed = await parseAsEveryone(app);
  const { body: refusal } = await readJournal(app, "harbor", `/${failed["harbor"]}`);
  assert.deepEqual([refusal.success, refusal.errCode], [false, 2201]);
  assert.ok(!("client" in refusal) && !("device" in refusal));
});

test("/transactions: take, skip, partner and client filter the list; an invalid value is 409", async (t) => {
  const app = await openTestApp(t);
  const ids = await parseAsEveryone(app);
  const all = (await readJournal(app, "harbor")).body.data;
  const second = await readJournal(app, "harbor", "?take=1&skip=1");
  assert.deepEqual([second.body.total, second.body.data], [2, all.slice(1)]);
  const retail = all[1].partner.id;
  const below = await readJournal(app, "harbor", `?partner=${retail}`);
  assert.deepEqual(below.body, { total: 1, data: all.slice(1) });
  const above = await readJournal(app, "harbor-retail", `?partner=${all[0].partner.id}`);
  assert.deepEqual(above.body, { total: 0, data: [] });
  assert.equal((await readJournal(app, "harbor", "?client=1")).body.total, 0);
  for (const query of ["?take=0", "?take=501", "?skip=-1", "?take=x", "?take=1&take=2"]) {
    assert.equal((await readJournal(app, "harbor", query)).status, 409, query);
  }
  const unknown = await app.server.inject({ url: `/api/v1/transactions/${ids["harbor"]}` });
  assert.equal(unknown.statusCode, 401);
});
