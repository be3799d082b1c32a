/** `/api/decrypt/parser` through HTTP: authentication, request fields and message ids. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  DEVICE_TYPE_ALIASES,
  DEVICE_TYPES,
} from "../../src/core/management/devices/device-types.ts";
import { MessageIdStore } from "../../src/core/parser/message-id-store.ts";
import { MessageIds } from "../../src/core/parser/message-ids.ts";
import {
  addPartner,
  basic,
  call,
  callForCode,
  ELSEWHERE,
  HOME,
  openApi,
  STRANGER,
  transparent,
} from "../kit/parser-interface.ts";
import { openShared } from "../kit/shared.ts";

const PAYLOAD = { deviceType: "generic", devicePayload: "00112233" };
/** The login and the request are valid, but no device is named. */
const ACCEPTED = "400 2200";

test("3000: no credentials were sent, whatever else is wrong", async (t) => {
  const api = await openShared(t, openApi);
  const bodies = [PAYLOAD, {}, [], "{", "", "null", '"x"', { partnerId: "", partnerKey: null }];
  for (const body of [...bodies, undefined]) {
    for (const from of [HOME, STRANGER]) {
      const asked = body === undefined ? { from } : { from, body };
      assert.equal(await callForCode(api, asked), "401 3000", JSON.stringify(body));
    }
  }
  const headers = { authorization: "" };
  assert.equal(await callForCode(api, { headers, body: PAYLOAD }), "401 3000");
});

test("transparent and Basic authentication are accepted", async (t) => {
  const api = await openShared(t, openApi);
  assert.equal(
    await callForCode(api, { body: { ...PAYLOAD, ...transparent("harbor") } }),
    ACCEPTED,
  );
  assert.equal(await callForCode(api, { headers: basic("harbor"), body: PAYLOAD }), ACCEPTED);
});

test("1003: a wrong key, an unknown name, or one without the other, in the body or in Basic", async (t) => {
  const api = await openShared(t, openApi);
  const pairs = [
    transparent("harbor", "elsewhere-key"),
    transparent("nobody"),
    transparent("Harbor", "harbor-key"),
    { partnerId: "harbor" },
    { partnerKey: "harbor-key" },
    { partnerId: "harbor", partnerKey: 5 },
    { partnerId: ["harbor"], partnerKey: "harbor-key" },
    transparent("harbor\0", "harbor-key"),
    transparent("harbor", "\ud800"),
    transparent("x".repeat(2_000)),
  ];
  for (const pair of pairs) {
    assert.equal(await callForCode(api, { body: { ...PAYLOAD, ...pair } }), "401 1003");
  }
  for (const headers of [basic("harbor", "x"), basic("nobody"), basic("har\0bor")]) {
    assert.equal(await callForCode(api, { headers, body: PAYLOAD }), "401 1003");
  }
});

test("1003: a header that cannot be read is an error, even with valid credentials in the body", async (t) => {
  const api = await openShared(t, openApi);
  const body = { ...PAYLOAD, ...transparent("harbor") };
  for (const authorization of ["Basic", "Basic !", "Bearer x", 'Digest username="harbor"', "x"]) {
    assert.equal(await callForCode(api, { headers: { authorization }, body }), "401 1003");
  }
});

test("1003: a disabled partner is refused", async (t) => {
  const api = await openApi(t);
  await api.owner.rows`update partners set is_active = false where reference = 'harbor'`;
  assert.equal(await callForCode(api, { headers: basic("harbor"), body: PAYLOAD }), "401 1003");
});

test("3003: an address on no list is refused before the credentials are checked", async (t) => {
  const api = await openShared(t, openApi);
  for (const headers of [basic("harbor"), basic("nobody"), { authorization: "x" }]) {
    assert.equal(await callForCode(api, { from: STRANGER, headers, body: "{" }), "403 3003");
  }
});

test("3003: an address on another partner's list is refused after the credentials are checked", async (t) => {
  const api = await openShared(t, openApi);
  const from = ELSEWHERE;
  assert.equal(await callForCode(api, { from, headers: basic("harbor"), body: "{" }), "403 3003");
  assert.equal(await callForCode(api, { from, headers: basic("harbor", "x") }), "401 1003");
  const headers = basic("elsewhere");
  assert.equal(await callForCode(api, { from, headers, body: PAYLOAD }), ACCEPTED);
});

test("allow-lists have IPv4, IPv6 and mapped addresses; an empty list admits nobody", async (t) => {
  const api = await openShared(t, openApi);
  await addPartner(api, { name: "closed", allowList: [] });
  const asked = { headers: basic("harbor"), body: PAYLOAD };
  const admitted = ["127.255.0.1", "2001:db8:1:2::3", "::ffff:127.0.0.1", "::FFFF:7f00:1"];
  for (const from of [...admitted, "0:0:0:0:0:ffff:127.0.0.1"]) {
    assert.equal(await callForCode(api, { ...asked, from }), ACCEPTED, from);
  }
  for (const from of ["128.0.0.1", "2001:db8:2::1", "::1", "::ffff:128.0.0.1", "::127.0.0.1"]) {
    assert.equal(await callForCode(api, { ...asked, from }), "403 3003", from);
  }
  assert.equal(await callForCode(api, { headers: basic("closed"), body: PAYLOAD }), "403 3003");
});

test("a forwarded value that is not an address is on no allow-list", async (t) => {
  const api = await openShared(t, openApi);
  const from = "10.0.0.1";
  const codeFor = (client: string) =>
    callForCode(api, {
      from,
      headers: { ...basic("harbor"), "x-forwarded-for": client },
      body: PAYLOAD,
    });
  assert.equal(await codeFor("127.0.0.1"), ACCEPTED);
  for (const client of ["unknown", "127.0.0.1/8", "127.1", "127.0.0.1'"]) {
    assert.equal(await codeFor(client), "403 3003", client);
  }
});

test("2005: the body is not a JSON object, or a member is not a string", async (t) => {
  const api = await openShared(t, openApi);
  const headers = basic("harbor");
  const bodies = ["{", "", "[]", "null", "5", Buffer.of(0x7b, 0xff, 0x7d)];
  for (const body of bodies) assert.equal(await callForCode(api, { headers, body }), "400 2005");
  assert.equal(await callForCode(api, { headers }), "400 2005");
  const typed = { ...headers, "content-type": "text/plain" };
  assert.equal(
    await callForCode(api, { headers: typed, body: JSON.stringify(PAYLOAD) }),
    "400 2005",
  );
  const members = ["partnerKey", "deviceType", "devicePayload", "ksn", "reference", "clientId"];
  for (const member of [...members, "partnerId", "deviceSerial"]) {
    for (const value of [5, true, {}, ["x"]]) {
      const body = { ...PAYLOAD, [member]: value };
      assert.equal(await callForCode(api, { headers, body }), "400 2005", member);
    }
  }
  assert.equal(
    await callForCode(api, { headers, body: { ...PAYLOAD, clientId: "\0" } }),
    "400 2005",
  );
});

test("null means that a member is absent, and unknown members are ignored", async (t) => {
  const api = await openShared(t, openApi);
  const body = { ...PAYLOAD, ksn: null, partnerKey: null, reference: null, color: 5 };
  assert.equal(await callForCode(api, { headers: basic("harbor"), body }), ACCEPTED);
});

test("2000 to 2004: each rule for the fields has its code", async (t) => {
  const api = await openShared(t, openApi);
  const rules: [code: string, change: object][] = [
    ["400 2000", { deviceType: undefined }],
    ["400 2000", { deviceType: "" }],
    ["400 2001", { deviceType: "Generic" }],
    ["400 2001", { deviceType: "toString" }],
    ["400 2002", { devicePayload: undefined }],
    ["400 2002", { devicePayload: "" }],
    ["400 2003", { devicePayload: "0".repeat(65_537) }],
    ["400 2003", { devicePayload: "é".repeat(32_769) }],
    ["400 2003", { devicePayload: "\ud800" }],
    [ACCEPTED, { devicePayload: "\u0002".repeat(65_536) }],
    [ACCEPTED, { devicePayload: "[STX]\0[ETX]" }],
    ["400 2004", { reference: "r".repeat(51) }],
    [ACCEPTED, { reference: "😀".repeat(50) }],
  ];
  for (const [code, change] of rules) {
    const body = { ...PAYLOAD, ...change };
    assert.equal(await callForCode(api, { headers: basic("harbor"), body }), code);
  }
});

test("device types are those of the database, by their own and their vendors' names", async (t) => {
  const api = await openShared(t, openApi);
  const rows = await api.owner.rows<{ name: string }>`select name from device_types order by id`;
  assert.deepEqual(
    [...DEVICE_TYPES],
    rows.map(({ name }) => name),
  );
  for (const deviceType of [...DEVICE_TYPES, ...DEVICE_TYPE_ALIASES.keys()]) {
    const body = { ...PAYLOAD, deviceType, deviceSerial: "nowhere" };
    const code = await callForCode(api, { headers: basic("harbor"), body });
    assert.equal(code, "400 2201", deviceType);
  }
});

test("a valid reference is echoed in every answer", async (t) => {
  const api = await openShared(t, openApi);
  const echo = async (reference: unknown, sent: object, headers = {}) =>
    (await call(api, { headers, body: { ...sent, reference } })).reference;
  for (const reference of ["call-1", "😀".repeat(50), "tab\there"]) {
    assert.equal(await echo(reference, {}), reference);
    assert.equal(await echo(reference, transparent("nobody")), reference);
    assert.equal(await echo(reference, {}, basic("harbor")), reference);
    assert.equal(await echo(reference, PAYLOAD, basic("harbor")), reference);
  }
  for (const reference of [5, null, undefined, "", "\0"]) {
    assert.equal(await echo(reference, PAYLOAD, basic("harbor")), undefined);
  }
});

test("a message id is 1, the second in UTC and ten digits, unique across processes", async (t) => {
  const api = await openShared(t, openApi);
  const { messageId } = await call(api, {});
  assert.match(messageId, /^120261115235958\d{10}$/);
  const blocks = new MessageIdStore(api.app);
  const processes = await Promise.all(
    [1, 2, 3].map(() => MessageIds.open({ blocks, clock: api.clock })),
  );
  const given = processes.flatMap((ids) => Array.from({ length: 1_500 }, () => ids.next()));
  const all = [...(await Promise.all(given)), messageId];
  assert.equal(new Set(all).size, 4_501);
});

test("the sequence wraps around and stays at ten digits", async (t) => {
  const api = await openApi(t);
  await api.owner.rows`select setval('parser_message_ids', 9999999000)`;
  const blocks = new MessageIdStore(api.app);
  assert.equal(await blocks.takeBlock(), 0);
});

test("the path works with and without a trailing slash; others are 404, GET is 405", async (t) => {
  const api = await openShared(t, openApi);
  const headers = basic("harbor");
  for (const path of ["", "/", "?x=1"]) {
    assert.equal(await callForCode(api, { path, headers, body: PAYLOAD }), ACCEPTED);
  }
  for (const type of ["application/json", "none"]) {
    const sent = { headers: { ...headers, "content-type": type }, body: "{" };
    assert.equal(await callForCode(api, { path: "/nothing", ...sent }), "404 404");
  }
  assert.equal(await callForCode(api, { method: "GET", headers }), "405 405");
});

test("a body that is too long is refused without being read", async (t) => {
  const api = await openShared(t, openApi);
  const body = { ...PAYLOAD, devicePayload: "0".repeat(600_000) };
  assert.equal(await callForCode(api, { headers: basic("harbor"), body }), "413 2003");
});

test("50: an internal error is 500, is logged once and has a message id", async (t) => {
  const api = await openApi(t);
  await api.owner.rows`alter table partner_credentials rename to mislaid`;
  const answer = await call(api, { headers: basic("harbor"), body: { reference: "call-1" } });
  assert.deepEqual([answer.status, answer.errCode, answer.reference], [500, 50, "call-1"]);
  assert.equal(api.log.length, 1);
  assert.doesNotMatch(JSON.stringify(api.log), /harbor-key/);
});

test("the route has a summary, a tag, security, a request and answers in the OpenAPI document", async (t) => {
  const { routes } = await openShared(t, openApi);
  assert.ok(routes.length > 0);
  for (const { url, schema } of routes) {
    const { summary, tags, security, body, response } = schema as Record<string, unknown>;
    assert.ok(summary && tags && security && body && response, url);
  }
});
