/** Every error code of the parser is reached by a request, and no message repeats data. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type Api,
  addClient,
  addDevice,
  basic,
  type Call,
  call,
  ELSEWHERE,
  openApi,
  openProcess,
  STRANGER,
  transparent,
} from "../kit/parser-interface.ts";
import { type Lifetime, openShared } from "../kit/shared.ts";
import { readAtTerminal } from "../kit/terminal.ts";
import { readSample } from "../kit/vectors.ts";

const SERIAL = "GEN0000001";
const swipe = await readSample("vendora-enhanced-msr", "va-swipe-hex");
const block = await readSample("vendorb-rba", "vb-swipe-synthetic");
const tlv = await readSample("vendorc-sred-tlv", "vc-swipe");
const headers = basic("harbor");

const vendora = (change: object = {}): Call => ({
  headers,
  body: { deviceType: "vendora", devicePayload: swipe.devicePayload, ...change },
});
const generic = (change: object = {}): Call => ({
  headers,
  body: { ...readAtTerminal(), deviceSerial: SERIAL, ...change },
});
const other = (deviceType: string, devicePayload: string): Call => ({
  headers,
  body: { deviceType, devicePayload, deviceSerial: `of ${deviceType}` },
});

async function openWithDevices(t: Lifetime): Promise<Api> {
  const api = await openApi(t);
  await addDevice(api.owner, api.harbor, { serial: SERIAL });
  for (const type of ["vendora", "vendorb-rba", "vendorc"] as const) {
    const serial = type === "vendora" ? (swipe.serial ?? "") : `of ${type}`;
    await addDevice(api.owner, api.harbor, { serial, type });
  }
  await addDevice(api.owner, api.harbor, { serial: "STORED", state: "stored" });
  await addDevice(api.owner, api.elsewhere, { serial: "THEIRS" });
  for (const mid of ["one", "two"]) {
    const clientId = await addClient(api.owner, api.harbor, mid);
    await addDevice(api.owner, api.harbor, { serial: "TWICE", clientId });
  }
  return api;
}

/** The last byte of the card data, just before LRC, checksum and ETX. */
const damagedFrame = swipe.devicePayload.replace(/..(?=.{6}$)/, "00");
const noCard = Buffer.from("5F2403151231", "hex");

const TABLE: [code: string, asked: Call, says?: RegExp][] = [
  ["401 3000", { body: { deviceType: "generic" } }],
  ["401 1003", { body: transparent("harbor", "wrong") }],
  ["401 1003", { body: transparent("nobody") }],
  ["403 3003", { headers, from: STRANGER }],
  ["400 2000", generic({ deviceType: undefined })],
  ["400 2001", generic({ deviceType: "unknown" }), /Known types: generic, vendora, /],
  ["400 2002", generic({ devicePayload: undefined })],
  ["400 2003", generic({ devicePayload: "0".repeat(65_537) }), /64 KiB/],
  ["400 2003", generic({ devicePayload: "\ud800" })],
  ["400 2004", generic({ reference: "r".repeat(51) }), /50/],
  ["400 2005", { headers, body: "[]" }, /JSON object/],
  ["400 2005", generic({ ksn: 5 }), /^ksn must be a string/],
  ["400 2100", generic({ devicePayload: "not hex!" }), /generic/],
  ["400 2101", other("vendorb-rba", "[STX]87.2[ETX][LRC]"), /2|cancel/],
  ["400 2102", vendora({ devicePayload: damagedFrame }), /LRC|checksum/i],
  ["400 2103", other("vendorc", tlv.devicePayload.slice(0, -20)), /vendorc|tlv|tag/i],
  ["400 2200", generic({ deviceSerial: undefined }), /deviceSerial|serial/i],
  ["400 2201", generic({ deviceSerial: "nowhere" })],
  ["400 2201", generic({ deviceSerial: "THEIRS" })],
  ["400 2201", vendora({ deviceSerial: SERIAL })],
  ["400 2201", generic({ deviceSerial: "of vendorc" }), /registered as vendorc/],
  ["400 2202", generic({ deviceSerial: "STORED" }), /stored/],
  ["400 2203", generic({ deviceSerial: "TWICE" }), /clientId/],
  ["400 2400", generic({ ksn: undefined }), /ksn/i],
  ["400 2400", generic({ ksn: "FFFFzz" }), /ksn/i],
  ["400 2401", vendora({ ksn: "FFFFFF02001109400010" }), /ksn/i],
  ["400 2600", generic({ ksn: readAtTerminal({ counter: 2 }).ksn })],
  ["400 2800", generic(readAtTerminal({ plain: noCard }))],
  ["200", generic()],
  ["200", vendora()],
  ["200", other("vendorb-rba", block.message ?? "")],
  ["200", other("vendorc", tlv.devicePayload)],
];

test("every code of the table is reached, with its status", async (t) => {
  const api = await openWithDevices(t);
  for (const [code, asked, says] of TABLE) {
    const { status, errCode = "", errMessage = "" } = await call(api, asked);
    assert.equal(`${status} ${errCode}`.trim(), code, errMessage);
    if (says !== undefined) assert.match(errMessage, says);
  }
  for (let n = 0; n < 10; n++) await call(api, { body: transparent("harbor", `guess ${n}`) });
  const locked = await call(api, { body: transparent("harbor", "guess") });
  assert.deepEqual([locked.status, locked.errCode], [429, 3004]);
});

test("2402: there is no base key for the KSN", async (t) => {
  const api = await openShared(t, openWithDevices);
  assert.equal(await api.custody.baseKeys.retire("test-aes-128"), true);
  const change = { ksn: "123456789012345600000001", devicePayload: "00".repeat(48) };
  const { status, errCode } = await call(api, generic(change));
  assert.deepEqual([status, errCode], [400, 2402]);
});

test("a wrong key, serial number, partner or state and a damaged frame have different codes", async (t) => {
  const api = await openShared(t, openWithDevices);
  const codes = new Map<string, Call>([
    ["2600", generic({ ksn: readAtTerminal({ ksi: "FFFF9876543211" }).ksn })],
    ["2102", vendora({ devicePayload: damagedFrame })],
    ["2202", generic({ deviceSerial: "STORED" })],
    ["2201", generic({ deviceSerial: "THEIRS" })],
  ]);
  for (const [code, asked] of codes) assert.equal(String((await call(api, asked)).errCode), code);
  const [theirs, nobodys] = [
    await call(api, generic({ deviceSerial: "THEIRS" })),
    await call(api, generic({ deviceSerial: "nowhere" })),
  ];
  assert.equal(
    theirs.errMessage,
    nobodys.errMessage,
    "a device of another partner looks like an unknown one",
  );
});

test("order of checks: the serial number of the request is read the same way for a damaged payload", async (t) => {
  const api = await openShared(t, openWithDevices);
  await addDevice(api.owner, api.harbor, { serial: "20995601", type: "vendorb-ra1" });
  const codeFor = async (deviceType: string, deviceSerial: string) => {
    const body = { deviceType, devicePayload: "not hex!", deviceSerial };
    return (await call(api, { headers, body })).errCode;
  };
  assert.equal(await codeFor("vendorb-ra1", "0020995601"), 2100, "two leading zeros");
  assert.equal(await codeFor("generic", ` ${SERIAL} `), 2100, "blanks around it");
  assert.equal(await codeFor("generic", "  "), 2200, "nothing but blanks");
});

test("order of checks: errors of the device in the payload come before errors of its KSN", async (t) => {
  const api = await openWithDevices(t);
  const asked = vendora({ ksn: "FFFFFF02001109400010" });
  assert.equal((await call(api, asked)).errCode, 2401);
  await api.owner.rows`
    update devices set device_state_id = (select id from device_states where name = 'stored')
    where serial_number = ${swipe.serial ?? ""}`;
  assert.equal((await call(await openProcess(api), asked)).errCode, 2202);
  const theirs = { ...asked, headers: basic("elsewhere"), from: ELSEWHERE };
  assert.equal((await call(api, theirs)).errCode, 2201);
});

test("no error repeats what was sent", async (t) => {
  const api = await openShared(t, openWithDevices);
  for (const [, asked] of TABLE) {
    const { success, errMessage = "", reference } = await call(api, asked);
    if (success) continue;
    const body = asked.body as Record<string, unknown> | string | undefined;
    assert.ok(reference === undefined || /^r{50}$/.test(reference));
    if (typeof body !== "object") continue;
    for (const member of ["devicePayload", "ksn", "partnerKey", "deviceSerial"]) {
      const value: unknown = body[member];
      if (typeof value !== "string" || value.length < 6) continue;
      assert.ok(!errMessage.includes(value), `${member}: ${errMessage}`);
    }
  }
});
