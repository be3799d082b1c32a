/** Area B: whose device it is, whether it may decrypt, and what a use of it leaves behind. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import {
  addClient,
  addDevice,
  addPartner,
  basic,
  call,
  codeOf,
  type Door,
  ELSEWHERE,
  openDoor,
  openProcess,
} from "./kit/parser-door.ts";
import { readAtTerminal } from "./kit/terminal.ts";

const SERIAL = "GEN0000001";
let counter = 0;
/** A payload under a key that was not used before. */
const swipe = (more: object = {}) => ({
  ...readAtTerminal({ counter: ++counter }),
  deviceSerial: SERIAL,
  ...more,
});
const codeFor = (door: Pick<Door, "server">, body: object, name = "harbor") =>
  codeOf(door, { headers: basic(name), body });

interface DeviceRow {
  readonly state: string;
  readonly activation_date: Temporal.Instant | null;
  readonly last_activity_date: Temporal.Instant | null;
  readonly version: number;
}

async function deviceOf({ owner }: Door, id: string): Promise<DeviceRow> {
  const [row] = await owner.rows<DeviceRow>`
    select state.name as state, activation_date, last_activity_date, version
    from devices join device_states state on state.id = device_state_id where devices.id = ${id}`;
  return row ?? assert.fail();
}

async function openWithDevice(t: TestContext, state = "activated") {
  const door = await openDoor(t);
  const id = await addDevice(door.owner, door.harbor, { serial: SERIAL, state });
  return { door, id };
}

test("B: a payload is answered with the card that it holds, and its labels", async (t) => {
  const { door } = await openWithDevice(t);
  const mid = "client-1";
  const clientId = await addClient(door.owner, door.harbor, mid);
  await door.owner.rows`update devices set client_id = ${clientId}`;
  const body = { ...swipe(), reference: "call-1", clientId: mid };
  const { messageId, status, challenge, ...answer } = await call(door, {
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

test("B 2200: neither payload nor request names the device", async (t) => {
  const { door } = await openWithDevice(t);
  const types = ["generic", "vendorb-ra1", "vendorb-rba", "vendorc", "vendord", "vendore"];
  for (const deviceType of types) {
    for (const deviceSerial of [undefined, null, ""]) {
      const body = { deviceType, devicePayload: "damaged", deviceSerial };
      assert.equal(await codeFor(door, body), "400 2200", deviceType);
    }
  }
  assert.equal(await codeFor(door, swipe({ deviceSerial: undefined })), "400 2200");
});

test("B 2201: a device is found for its own partner and those above, and for nobody else", async (t) => {
  const { door } = await openWithDevice(t);
  const retail = await addPartner(door, { name: "retail", below: door.harbor });
  await addPartner(door, { name: "kiosk", below: retail });
  await addPartner(door, { name: "summit" });
  await addDevice(door.owner, retail, { serial: "RETAIL" });
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
      await codeFor(door, swipe({ deviceSerial }), name),
      code,
      `${name} ${deviceSerial}`,
    );
  }
});

test("B 2203: of several devices with one serial the client must tell", async (t) => {
  const door = await openDoor(t);
  const [one, two] = [
    await addClient(door.owner, door.harbor, "one"),
    await addClient(door.owner, door.harbor, "two"),
  ];
  for (const clientId of [one, two]) {
    await addDevice(door.owner, door.harbor, { serial: SERIAL, clientId });
  }
  assert.equal(await codeFor(door, swipe()), "400 2203");
  for (const clientId of [one, two, "one", "two"]) {
    assert.equal(await codeFor(door, swipe({ clientId })), "200", clientId);
  }
});

test("B: clientId names a client by its id, else by its mid; unknown is 2201", async (t) => {
  const door = await openDoor(t);
  const other = await addClient(door.owner, door.elsewhere, "theirs");
  const mine = await addClient(door.owner, door.harbor, "mine");
  // A mid that looks like the id of another client: the id goes first.
  const misleading = await addClient(door.owner, door.harbor, mine);
  await addDevice(door.owner, door.harbor, { serial: SERIAL, clientId: mine });
  await addDevice(door.owner, door.harbor, { serial: "SECOND", clientId: misleading });
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
    assert.equal(await codeFor(door, swipe({ clientId, deviceSerial })), code, clientId);
  }
});

test("B 2202: only activating and activated devices may decrypt", async (t) => {
  const { door, id } = await openWithDevice(t);
  const states = await door.owner.rows<{ id: number; name: string }>`
    select id, name from device_states order by id`;
  for (const state of states) {
    await door.owner.rows`update devices set device_state_id = ${state.id} where id = ${id}`;
    const process = await openProcess(door);
    const may = state.name === "activating" || state.name === "activated";
    const { status, errCode, errMessage } = await call(process, {
      headers: basic("harbor"),
      body: swipe(),
    });
    assert.deepEqual([status, errCode], may ? [200, undefined] : [400, 2202], state.name);
    if (!may) assert.match(errMessage, new RegExp(`\\b${state.name}\\b`));
  }
});

test("B: a device that is switched off is refused within a second, in every process", async (t) => {
  const { door, id } = await openWithDevice(t);
  assert.equal(await codeFor(door, swipe()), "200");
  await door.owner.rows`
    update devices set device_state_id = (select id from device_states where name = 'lost')
    where id = ${id}`;
  const began = performance.now();
  let code = "200";
  while (code === "200") {
    assert.ok(performance.now() - began < 1_000, "still decrypts");
    code = await codeFor(door, swipe());
  }
  assert.equal(code, "400 2202");
});

test("A: the first decryption turns activating into activated and dates it, once", async (t) => {
  const { door, id } = await openWithDevice(t, "activating");
  assert.equal(await codeFor(door, swipe({ ksn: "x" })), "400 2400");
  assert.deepEqual(await deviceOf(door, id), {
    state: "activating",
    activation_date: null,
    last_activity_date: null,
    version: 0,
  });
  const first = door.clock.wall();
  const other = await openProcess(door);
  await Promise.all([door, other, door].map((process) => codeFor(process, swipe())));
  const activated = { state: "activated", activation_date: first, last_activity_date: first };
  assert.deepEqual(await deviceOf(door, id), { ...activated, version: 1 });
  door.clock.advance({ minutes: 5 });
  const later = await openProcess(door);
  assert.equal(await codeFor(later, swipe()), "200");
  const last_activity_date = door.clock.wall();
  assert.deepEqual(await deviceOf(door, id), { ...activated, last_activity_date, version: 1 });
});

test("A: lastActivityDate is written at most once a minute, by all processes together", async (t) => {
  const { door, id } = await openWithDevice(t);
  const activityAt = async () => (await deviceOf(door, id)).last_activity_date?.toString();
  const first = door.clock.wall().toString();
  assert.equal(await codeFor(door, swipe()), "200");
  assert.equal(await activityAt(), first);
  door.clock.advance({ seconds: 59 });
  for (const process of [door, await openProcess(door)]) {
    assert.equal(await codeFor(process, swipe()), "200");
    assert.equal(await activityAt(), first);
  }
  door.clock.advance({ seconds: 1 });
  assert.equal(await codeFor(await openProcess(door), swipe()), "200");
  assert.equal(await activityAt(), door.clock.wall().toString());
});

test("B: device rules come before the payload's own", async (t) => {
  const { door, id } = await openWithDevice(t);
  const damaged = { deviceType: "generic", devicePayload: "damaged", deviceSerial: SERIAL };
  assert.equal(await codeFor(door, damaged), "400 2100");
  assert.equal(await codeFor(door, { ...damaged, deviceSerial: "nowhere" }), "400 2201");
  await door.owner.rows`update devices set device_state_id = 1 where id = ${id}`;
  assert.equal(await codeFor(await openProcess(door), damaged), "400 2202");
  const asked = { from: ELSEWHERE, headers: basic("elsewhere"), body: damaged };
  assert.equal(await codeOf(door, asked), "400 2201");
});

test("meta.replay: a key that was used before is told, in every process and of every device", async (t) => {
  const { door } = await openWithDevice(t);
  await addDevice(door.owner, door.harbor, { serial: "SECOND" });
  const other = await openProcess(door);
  const replayOf = async (process: Pick<Door, "server">, body: object) =>
    (await call(process, { headers: basic("harbor"), body: { deviceSerial: SERIAL, ...body } }))
      .meta?.replay;
  const [fifth, sixth] = [5, 6].map((n) => readAtTerminal({ ksi: "ABCDEF01234567", counter: n }));
  assert.equal(await replayOf(door, fifth ?? {}), undefined);
  assert.equal(await replayOf(other, fifth ?? {}), true);
  assert.equal(await replayOf(other, sixth ?? {}), undefined);
  assert.equal(await replayOf(door, fifth ?? {}), true, "an earlier key, after a later one");
  assert.equal(await replayOf(door, { ...fifth, deviceSerial: "SECOND" }), undefined);
  const otherKeys = readAtTerminal({ ksi: "ABCDEF01234568", counter: 5 });
  assert.equal(await replayOf(door, otherKeys), undefined);
});

test("meta.replay: of the same payload many times at once exactly one is new", async (t) => {
  const { door } = await openWithDevice(t);
  const other = await openProcess(door);
  const body = swipe();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      call(n % 2 === 0 ? door : other, { headers: basic("harbor"), body }),
    ),
  );
  assert.equal(answers.filter(({ meta }) => meta.replay === undefined).length, 1);
});

test("meta.replay: what could not be read uses no key up", async (t) => {
  const { door } = await openWithDevice(t);
  const body = { ...swipe(), ksn: readAtTerminal({ counter: ++counter }).ksn };
  assert.equal(await codeFor(door, body), "400 2600");
  const good = { ...readAtTerminal({ counter }), deviceSerial: SERIAL };
  const { meta } = await call(door, { headers: basic("harbor"), body: good });
  assert.equal(meta.replay, undefined);
});
