/** The parser's rules for device types, inactive clients, echoed values and content types. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { DEVICE_TYPES } from "../../src/core/management/devices/device-types.ts";
import {
  type Api,
  addClient,
  addDevice,
  basic,
  call,
  callForCode,
  openApi,
  openProcess,
  transparent,
} from "../kit/parser-interface.ts";
import { type Lifetime, openShared } from "../kit/shared.ts";
import { readAtTerminal } from "../kit/terminal.ts";
import { readSample } from "../kit/vectors.ts";

const SERIAL = "GEN0000001";
const headers = basic("harbor");
let counter = 0;
const swipe = (more: object = {}) => ({
  ...readAtTerminal({ counter: ++counter }),
  deviceSerial: SERIAL,
  ...more,
});

async function openWithClient(t: Lifetime) {
  const api = await openApi(t);
  const clientId = await addClient(api.owner, api.harbor, "quay");
  const deviceId = await addDevice(api.owner, api.harbor, { serial: SERIAL, clientId });
  return { api, clientId, deviceId };
}

test("2201: a device is parsed only as its own type", async (t) => {
  const { api } = await openShared(t, openWithClient);
  assert.equal(await callForCode(api, { headers, body: swipe() }), "200");
  for (const deviceType of DEVICE_TYPES.filter((type) => type !== "generic")) {
    const body = { deviceType, devicePayload: "00", deviceSerial: SERIAL, ksn: "00" };
    const answer = await call(api, { headers, body });
    assert.equal(`${answer.status} ${answer.errCode}`, "400 2201", deviceType);
    assert.match(answer.errMessage, /registered as generic/);
  }
  assert.equal(await callForCode(api, { headers, body: swipe() }), "200", "its own type works");
});

test("two devices with one serial number are distinguished by their types", async (t) => {
  const { api } = await openShared(t, openWithClient);
  const other = await addClient(api.owner, api.harbor, "pier");
  await addDevice(api.owner, api.harbor, { serial: SERIAL, clientId: other, type: "vendorc" });
  assert.equal(await callForCode(api, { headers, body: swipe() }), "200");
});

test("the journal has the device of a request with another type", async (t) => {
  const { api, deviceId } = await openWithClient(t);
  const body = { deviceType: "vendorc", devicePayload: "00", deviceSerial: SERIAL };
  const { messageId } = await call(api, { headers, body });
  const [entry] = await api.owner.rows<{ device_id: string; error_code: number }>`
    select device_id, error_code from parser_journal where message_id = ${messageId}`;
  assert.deepEqual(entry, { device_id: deviceId, error_code: 2201 });
});

async function setClientActive({ owner }: Api, id: string, isActive: boolean): Promise<void> {
  await owner.rows`update clients set is_active = ${isActive} where id = ${id}`;
}

test("2202: a device is parsed only while its client is active", async (t) => {
  const { api, clientId } = await openWithClient(t);
  await setClientActive(api, clientId, false);
  for (const named of [{}, { clientId: "quay" }]) {
    const answer = await call(api, { headers, body: swipe(named) });
    assert.equal(`${answer.status} ${answer.errCode}`, "400 2202");
    assert.match(answer.errMessage, /client is not active/);
  }
  await setClientActive(api, clientId, true);
  assert.equal(await callForCode(await openProcess(api), { headers, body: swipe() }), "200");
});

test("a device of a disabled client is refused within a second", async (t) => {
  const { api, clientId } = await openWithClient(t);
  assert.equal(await callForCode(api, { headers, body: swipe() }), "200");
  await setClientActive(api, clientId, false);
  const began = performance.now();
  let code = "200";
  while (code === "200") {
    assert.ok(performance.now() - began < 1_000, "still decrypts");
    code = await callForCode(api, { headers, body: swipe() });
  }
  assert.equal(code, "400 2202");
});

test("2004: the first 50 characters of a longer reference are echoed and journaled", async (t) => {
  const { api } = await openShared(t, openWithClient);
  for (const character of ["r", "é", "😀"]) {
    const answer = await call(api, { headers, body: swipe({ reference: character.repeat(51) }) });
    assert.equal(`${answer.status} ${answer.errCode}`, "400 2004");
    assert.equal(answer.reference, character.repeat(50));
    const [entry] = await api.owner.rows<{ reference: string }>`
      select reference from parser_journal where message_id = ${answer.messageId}`;
    assert.equal(entry?.reference, character.repeat(50));
  }
  const denied = { ...transparent("harbor", "wrong"), reference: "r".repeat(60) };
  const { errCode, reference } = await call(api, { body: denied });
  assert.deepEqual([errCode, reference], [1003, "r".repeat(50)]);
});

test("a card number that is cut off at the end of a long reference is masked in the journal", async (t) => {
  const { api } = await openShared(t, openWithClient);
  const reference = `${"r".repeat(35)} 4761739001010119 and more`;
  const { messageId } = await call(api, { headers, body: swipe({ reference }) });
  const [entry] = await api.owner.rows<{ reference: string }>`
    select reference from parser_journal where message_id = ${messageId}`;
  assert.doesNotMatch(entry?.reference ?? "", /\d{12}/);
  assert.match(entry?.reference ?? "", /^r{35} \*{10,}/);
});

test("clientId is echoed in errors too", async (t) => {
  const { api } = await openShared(t, openWithClient);
  const expected: [code: string, change: object][] = [
    ["400 2201", { deviceSerial: "nowhere" }],
    ["400 2201", { clientId: "nobody" }],
    ["400 2002", { devicePayload: undefined }],
    ["400 2004", { reference: "r".repeat(51) }],
  ];
  for (const [code, change] of expected) {
    const body = swipe({ clientId: "quay", ...change });
    const answer = await call(api, { headers, body });
    assert.equal(`${answer.status} ${answer.errCode}`, code);
    assert.equal(answer.clientId, (body as { clientId?: string }).clientId);
  }
  const { errCode, clientId } = await call(api, { body: swipe({ clientId: "quay" }) });
  assert.deepEqual([errCode, clientId], [3000, "quay"]);
  for (const unfit of [5, "\0", "", null]) {
    const answer = await call(api, { headers, body: swipe({ clientId: unfit, ksn: 5 }) });
    assert.equal(answer.clientId, undefined);
  }
});

test("the error for a wrong content type names it and the accepted one", async (t) => {
  const { api } = await openShared(t, openWithClient);
  const body = JSON.stringify(swipe());
  const errorText = async (type: string, more: Record<string, string> = headers) => {
    const answer = await call(api, { headers: { ...more, "content-type": type }, body });
    return `${answer.status} ${answer.errCode} ${answer.errMessage}`;
  };
  const text = await errorText("text/plain; charset=utf-8");
  assert.match(text, /^400 2005 .*text\/plain.*application\/json/);
  assert.match(await errorText("multipart/form-data; boundary=x"), /multipart\/form-data/);
  const hostile = await errorText(`x/${"4761739001010119"}`);
  assert.doesNotMatch(hostile, /4761739001010119/);
  assert.match(hostile, /application\/json/);
  assert.ok((await errorText(`x/${"y".repeat(2_000)}`)).length < 300);
  const unknown = await errorText("text/plain", {});
  assert.match(
    unknown,
    /^401 3000 .*text\/plain.*application\/json/,
    "the key may be in the body that was not read",
  );
  const unsaid = await api.server.inject({
    method: "POST",
    url: "/api/decrypt/parser",
    headers,
    payload: Buffer.from(body),
  });
  assert.match(unsaid.json().errMessage, /no content type.*application\/json/i);
});

test("a bare FF1F value of the EMV list is read as EMV", async (t) => {
  const { api } = await openShared(t, openWithClient);
  await addDevice(api.owner, api.harbor, { serial: "RBA", type: "vendorb-rba" });
  const { ff1fValue = "" } = await readSample("vendorb-rba", "vb-emv-synthetic");
  const { devicePayload, message = "" } = await readSample("vendorb-rba", "vb-swipe-synthetic");
  const readMode = async (payload: string) => {
    const body = { deviceType: "vendorb-rba", devicePayload: payload, deviceSerial: "RBA" };
    return (await call(api, { headers, body })).meta?.mode;
  };
  assert.equal(await readMode(ff1fValue), "emv");
  assert.equal(await readMode(message), "swiped");
  assert.equal(await readMode(devicePayload), "swiped", "the name comes from a magnetic stripe");
});
