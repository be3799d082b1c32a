/** Which device a payload belongs to, whether it may decrypt, and what is recorded. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type Api,
  addClient,
  addDevice,
  addPartner,
  basic,
  call,
  callForCode,
  ELSEWHERE,
  openApi,
  openProcess,
} from "../kit/parser-interface.ts";
import { type Lifetime, openShared } from "../kit/shared.ts";
import { readAtTerminal } from "../kit/terminal.ts";

const SERIAL = "GEN0000001";
let counter = 0;
/** A payload under a key that was not used before. */
const swipe = (more: object = {}) => ({
  ...readAtTerminal({ counter: ++counter }),
  deviceSerial: SERIAL,
  ...more,
});
const codeFor = (api: Pick<Api, "server">, body: object, name = "harbor") =>
  callForCode(api, { headers: basic(name), body });

interface DeviceRow {
  readonly state: string;
  readonly activation_date: Temporal.Instant | null;
  readonly last_activity_date: Temporal.Instant | null;
  readonly version: number;
}

async function readDevice({ owner }: Api, id: string): Promise<DeviceRow> {
  const [row] = await owner.rows<DeviceRow>`
    select state.name as state, activation_date, last_activity_date, version
    from devices join device_states state on state.id = device_state_id where devices.id = ${id}`;
  return row ?? assert.fail();
}

async function openWithDevice(t: Lifetime, state = "activated") {
  const api = await openApi(t);
  const id = await addDevice(api.owner, api.harbor, { serial: SERIAL, state });
  return { api, id };
}

let own = 0;

/** A device that only this test has. */
async function addOwnDevice(t: Lifetime) {
  const { api } = await openShared(t, openWithDevice);
  const serial = `OWN${++own}`;
  return { api, serial, id: await addDevice(api.owner, api.harbor, { serial }) };
}

test("a payload is answered with its card, and reference and clientId are echoed", async (t) => {
  const { api } = await openWithDevice(t);
  const mid = "client-1";
  const clientId = await addClient(api.owner, api.harbor, mid);
  await api.owner.rows`update devices set client_id = ${clientId}`;
  const body = { ...swipe(), reference: "call-1", clientId: mid };
  const { messageId, status, challenge, ...answer } = await call(api, {
    headers: basic("harbor"),
    body,
  });
  assert.equal(status, 200);
  assert.deepEqual(answer, {
    success: true,
    reference: "call-1",
    clientId: mid,
    meta: { device: "generic", serial: SERIAL, mode: "swiped" },
    track2: {
      decrypted: Buffer.from(";4761739001010119=22122011758928889?").toString("hex").toUpperCase(),
      encoding: "hex",
      length: 36,
      ascii: ";4761739001010119=22122011758928889?",
      masked: ";476173******0119=2212*************?",
    },
    extracted: {
      PAN: "4761739001010119",
      EXPY: "1222",
      ServiceCode: "201",
      Discretionary: "1758928889",
    },
  });
  assert.deepEqual(Object.keys(answer).slice(0, 3), ["success", "reference", "clientId"]);
});

test("2200: neither the payload nor the request names the device", async (t) => {
  const { api } = await openShared(t, openWithDevice);
  const types = ["generic", "vendorb-ra1", "vendorb-rba", "vendorc", "vendord", "vendore"];
  for (const deviceType of types) {
    for (const deviceSerial of [undefined, null, ""]) {
      const body = { deviceType, devicePayload: "damaged", deviceSerial };
      assert.equal(await codeFor(api, body), "400 2200", deviceType);
    }
  }
  assert.equal(await codeFor(api, swipe({ deviceSerial: undefined })), "400 2200");
});

test("2201: a device is found for its own partner and the partners above only", async (t) => {
  const { api } = await openShared(t, openWithDevice);
  const retail = await addPartner(api, { name: "retail", below: api.harbor });
  await addPartner(api, { name: "kiosk", below: retail });
  await addPartner(api, { name: "summit" });
  await addDevice(api.owner, retail, { serial: "RETAIL" });
  const expected: [name: string, serial: string, code: string][] = [
    ["harbor", SERIAL, "200"],
    ["harbor", "RETAIL", "200"],
    ["retail", "RETAIL", "200"],
    ["retail", SERIAL, "400 2201"],
    ["kiosk", "RETAIL", "400 2201"],
    ["summit", SERIAL, "400 2201"],
    ["summit", "nowhere", "400 2201"],
    ["harbor", SERIAL.toLowerCase(), "400 2201"],
  ];
  for (const [name, deviceSerial, code] of expected) {
    assert.equal(
      await codeFor(api, swipe({ deviceSerial }), name),
      code,
      `${name} ${deviceSerial}`,
    );
  }
});

test("2203: if several devices have the serial number, clientId is required", async (t) => {
  const api = await openShared(t, openApi);
  const [one, two] = [
    await addClient(api.owner, api.harbor, "one"),
    await addClient(api.owner, api.harbor, "two"),
  ];
  for (const clientId of [one, two]) {
    await addDevice(api.owner, api.harbor, { serial: SERIAL, clientId });
  }
  assert.equal(await codeFor(api, swipe()), "400 2203");
  for (const clientId of [one, two, "one", "two"]) {
    assert.equal(await codeFor(api, swipe({ clientId })), "200", clientId);
  }
});

test("clientId is a client's id or mid; an unknown one is 2201", async (t) => {
  const api = await openShared(t, openApi);
  const other = await addClient(api.owner, api.elsewhere, "theirs");
  const mine = await addClient(api.owner, api.harbor, "mine");
  // This mid equals the id of another client. The id wins.
  const misleading = await addClient(api.owner, api.harbor, mine);
  await addDevice(api.owner, api.harbor, { serial: SERIAL, clientId: mine });
  await addDevice(api.owner, api.harbor, { serial: "SECOND", clientId: misleading });
  const expected: [clientId: string, serial: string, code: string][] = [
    [mine, SERIAL, "200"],
    ["mine", SERIAL, "200"],
    [mine, "SECOND", "400 2201"],
    [misleading, "SECOND", "200"],
    [other, SERIAL, "400 2201"],
    ["theirs", SERIAL, "400 2201"],
    ["nobody", SERIAL, "400 2201"],
    ["9999999999999999999999", SERIAL, "400 2201"],
  ];
  for (const [clientId, deviceSerial, code] of expected) {
    assert.equal(await codeFor(api, swipe({ clientId, deviceSerial })), code, clientId);
  }
});

test("2202: only activating and activated devices can decrypt", async (t) => {
  const { api, id, serial: deviceSerial } = await addOwnDevice(t);
  const states = await api.owner.rows<{ id: number; name: string }>`
    select id, name from device_states order by id`;
  for (const state of states) {
    await api.owner.rows`update devices set device_state_id = ${state.id} where id = ${id}`;
    const process = await openProcess(api);
    const may = state.name === "activating" || state.name === "activated";
    const { status, errCode, errMessage } = await call(process, {
      headers: basic("harbor"),
      body: swipe({ deviceSerial }),
    });
    assert.deepEqual([status, errCode], may ? [200, undefined] : [400, 2202], state.name);
    if (!may) assert.match(errMessage, new RegExp(`\\b${state.name}\\b`));
  }
});

test("a disabled device is refused within a second, in every process", async (t) => {
  const { api, id, serial: deviceSerial } = await addOwnDevice(t);
  assert.equal(await codeFor(api, swipe({ deviceSerial })), "200");
  await api.owner.rows`
    update devices set device_state_id = (select id from device_states where name = 'lost')
    where id = ${id}`;
  const began = performance.now();
  let code = "200";
  while (code === "200") {
    assert.ok(performance.now() - began < 1_000, "still decrypts");
    code = await codeFor(api, swipe({ deviceSerial }));
  }
  assert.equal(code, "400 2202");
});

test("the first decryption changes activating to activated and sets the date, once", async (t) => {
  const { api, id } = await openWithDevice(t, "activating");
  assert.equal(await codeFor(api, swipe({ ksn: "x" })), "400 2400");
  assert.deepEqual(await readDevice(api, id), {
    state: "activating",
    activation_date: null,
    last_activity_date: null,
    version: 0,
  });
  const first = api.clock.wall();
  const other = await openProcess(api);
  await Promise.all([api, other, api].map((process) => codeFor(process, swipe())));
  const activated = { state: "activated", activation_date: first, last_activity_date: first };
  assert.deepEqual(await readDevice(api, id), { ...activated, version: 1 });
  api.clock.advance({ minutes: 5 });
  const later = await openProcess(api);
  assert.equal(await codeFor(later, swipe()), "200");
  const last_activity_date = api.clock.wall();
  assert.deepEqual(await readDevice(api, id), { ...activated, last_activity_date, version: 1 });
});

test("lastActivityDate is written at most once a minute by all processes together", async (t) => {
  const { api, id } = await openWithDevice(t);
  const activityAt = async () => (await readDevice(api, id)).last_activity_date?.toString();
  const first = api.clock.wall().toString();
  assert.equal(await codeFor(api, swipe()), "200");
  assert.equal(await activityAt(), first);
  api.clock.advance({ seconds: 59 });
  for (const process of [api, await openProcess(api)]) {
    assert.equal(await codeFor(process, swipe()), "200");
    assert.equal(await activityAt(), first);
  }
  api.clock.advance({ seconds: 1 });
  assert.equal(await codeFor(await openProcess(api), swipe()), "200");
  assert.equal(await activityAt(), api.clock.wall().toString());
});

test("errors of the device come before errors of the payload", async (t) => {
  const { api, id, serial: deviceSerial } = await addOwnDevice(t);
  const damaged = { deviceType: "generic", devicePayload: "damaged", deviceSerial };
  assert.equal(await codeFor(api, damaged), "400 2100");
  assert.equal(await codeFor(api, { ...damaged, deviceSerial: "nowhere" }), "400 2201");
  await api.owner.rows`update devices set device_state_id = 1 where id = ${id}`;
  assert.equal(await codeFor(await openProcess(api), damaged), "400 2202");
  const asked = { from: ELSEWHERE, headers: basic("elsewhere"), body: damaged };
  assert.equal(await callForCode(api, asked), "400 2201");
});

test("meta.replay: a key that was used before is reported, per device and in every process", async (t) => {
  const { api } = await openShared(t, openWithDevice);
  await addDevice(api.owner, api.harbor, { serial: "SECOND" });
  const other = await openProcess(api);
  const isReplay = async (process: Pick<Api, "server">, body: object) =>
    (await call(process, { headers: basic("harbor"), body: { deviceSerial: SERIAL, ...body } }))
      .meta?.replay;
  const [fifth, sixth] = [5, 6].map((n) => readAtTerminal({ ksi: "ABCDEF01234567", counter: n }));
  assert.equal(await isReplay(api, fifth ?? {}), undefined);
  assert.equal(await isReplay(other, fifth ?? {}), true);
  assert.equal(await isReplay(other, sixth ?? {}), undefined);
  assert.equal(await isReplay(api, fifth ?? {}), true, "an earlier key, after a later one");
  assert.equal(await isReplay(api, { ...fifth, deviceSerial: "SECOND" }), undefined);
  const otherKeys = readAtTerminal({ ksi: "ABCDEF01234568", counter: 5 });
  assert.equal(await isReplay(api, otherKeys), undefined);
});

test("meta.replay: if the same payload is sent many times at once, exactly one is new", async (t) => {
  const { api } = await openShared(t, openWithDevice);
  const other = await openProcess(api);
  const body = swipe();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      call(n % 2 === 0 ? api : other, { headers: basic("harbor"), body }),
    ),
  );
  assert.equal(answers.filter(({ meta }) => meta.replay === undefined).length, 1);
});

test("meta.replay: a payload that could not be read does not use its key", async (t) => {
  const { api } = await openShared(t, openWithDevice);
  const body = { ...swipe(), ksn: readAtTerminal({ counter: ++counter }).ksn };
  assert.equal(await codeFor(api, body), "400 2600");
  const good = { ...readAtTerminal({ counter }), deviceSerial: SERIAL };
  const { meta } = await call(api, { headers: basic("harbor"), body: good });
  assert.equal(meta.replay, undefined);
});
