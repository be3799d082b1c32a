/** A: devices, their states and their attestations. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { DEVICE_STATES } from "../../src/core/management/devices/device-states.ts";
import { DEVICE_TYPES } from "../../src/core/management/devices/device-types.ts";
import { newBody, openManagementApp } from "../kit/management.ts";
import { openShared } from "../kit/shared.ts";

test("A: a new device has the state new and belongs to its client's direct partner or to the caller's", async (t) => {
  const { harbor, ids } = await openShared(t, openManagementApp);
  const client = await harbor.post("/clients", newBody.client({ id: ids["harbor-retail"] }));
  const location = await harbor.post("/locations", newBody.location({ client: { id: client } }));
  const wish = newBody.device({
    client: { id: client },
    location: { id: location },
    name: "Till 1",
    notes: "n",
    ksi: "FFFF98",
  });
  const id = await harbor.post("/devices", wish);
  const { created, modified, ...device } = await harbor.get(`/devices/${id}`);
  assert.deepEqual(device, {
    id,
    serialNumber: wish.serialNumber,
    name: "Till 1",
    notes: "n",
    deviceType: { id: "1", name: "generic" },
    deviceState: { id: "1", name: "new" },
    partner: { id: ids["harbor-retail"], name: "Harbor Retail" },
    client: { id: client, name: device.client.name },
    location: { id: location, name: device.location.name },
    version: 0,
  });
  const own = await harbor.get(`/devices/${await harbor.post("/devices", newBody.device())}`);
  assert.deepEqual([own.partner.id, own.client], [ids["harbor"], undefined]);
  const bySerial = await harbor.get(`/devices/${wish.serialNumber}/generic`);
  assert.equal(bySerial.id, id);
  for (const path of [
    `/devices/${wish.serialNumber}/vendora`,
    "/devices/none/generic",
    "/devices/%00/1",
  ]) {
    assert.equal((await harbor.call("GET", path)).status, 404, path);
  }
});

test("A: missing, malformed and unknown values of a device are reported", async (t) => {
  const { harbor, ids } = await openShared(t, openManagementApp);
  const post = (body: object) => harbor.errors("POST", "/devices", body);
  assert.deepEqual(await post({}), ["serialNumber 1000", "deviceType 1000"]);
  assert.deepEqual(
    await post(
      newBody.device({
        deviceType: { name: "toaster" },
        ksi: "xyz",
        deviceState: { name: "activated" },
        client: { id: "999" },
      }),
    ),
    ["ksi 1001", "deviceType 1003", "deviceState 1003", "client 1005"],
  );
  const other = await harbor.post("/clients", newBody.client({ id: ids["harbor"] }));
  const place = await harbor.post("/locations", newBody.location({ client: { id: other } }));
  assert.deepEqual(await post(newBody.device({ location: { id: place } })), ["location 1005"]);
  assert.equal(
    (
      await harbor.get(
        `/devices/${await harbor.post("/devices", newBody.device({ deviceType: { name: "idtech" } }))}`,
      )
    ).deviceType.name,
    "vendora",
  );
});

test("A: a type or state can be given by the id that answers contain, in that spelling only", async (t) => {
  const { harbor } = await openShared(t, openManagementApp);
  const id = await harbor.post(
    "/devices",
    newBody.device({ serialNumber: "BY-ID", deviceType: { id: "1" } }),
  );
  for (const digits of ["1e0", "0x1", " 1", "01", "1.0", "+1", "10e-1"]) {
    const wrong = newBody.device({ deviceType: { id: digits } });
    assert.deepEqual(await harbor.errors("POST", "/devices", wrong), ["deviceType 1003"], digits);
    const state = { deviceState: { id: digits } };
    assert.deepEqual(await harbor.errors("PATCH", `/devices/${id}`, state), ["deviceState 1003"]);
    const text = encodeURIComponent(digits);
    assert.equal((await harbor.call("GET", `/devices/BY-ID/${text}`)).status, 404, digits);
    const listed = await harbor.errors("GET", `/devices?deviceState=${text}`);
    assert.deepEqual(listed, ["deviceState 1003"], digits);
  }
  assert.equal((await harbor.get("/devices/BY-ID/1")).id, id);
  assert.equal((await harbor.get("/devices?deviceState=1&serialNumber=BY-ID")).total, 1);
});

test("A: an unknown client is one error: its location is not reported as well", async (t) => {
  const { harbor, ids } = await openShared(t, openManagementApp);
  const client = await harbor.post("/clients", newBody.client({ id: ids["harbor"] }));
  const place = {
    id: await harbor.post("/locations", newBody.location({ client: { id: client } })),
  };
  const wrong = { client: { name: "nobody" }, location: place };
  assert.deepEqual(await harbor.errors("POST", "/devices", newBody.device(wrong)), ["client 1005"]);
  const id = await harbor.post(
    "/devices",
    newBody.device({ client: { id: client }, location: place }),
  );
  assert.deepEqual(await harbor.errors("PATCH", `/devices/${id}`, wrong), ["client 1005"]);
});

test("A: serial number and client are unique per partner; without a client, the serial number is", async (t) => {
  const { harbor, retail, ids } = await openShared(t, openManagementApp);
  const client = await harbor.post("/clients", newBody.client({ id: ids["harbor"] }));
  const other = await harbor.post("/clients", newBody.client({ id: ids["harbor"] }));
  const serialNumber = "SAME";
  const first = await harbor.post("/devices", newBody.device({ serialNumber }));
  assert.deepEqual(await harbor.errors("POST", "/devices", newBody.device({ serialNumber })), [
    "serialNumber 1004",
  ]);
  await harbor.post("/devices", newBody.device({ serialNumber, client: { id: client } }));
  await harbor.post("/devices", newBody.device({ serialNumber, client: { id: other } }));
  await retail.post("/devices", newBody.device({ serialNumber }));
  assert.deepEqual(await harbor.errors("PATCH", `/devices/${first}`, { client: { id: client } }), [
    "serialNumber 1004",
  ]);
  assert.deepEqual(await harbor.errors("GET", `/devices/${serialNumber}/generic`), [
    "serialNumber 1004",
  ]);
  assert.equal((await harbor.get(`/devices?serialNumber=${serialNumber}`)).total, 4);
});

test("A: a device is assigned to a client and taken back; it leaves the client's location", async (t) => {
  const { harbor, ids } = await openShared(t, openManagementApp);
  const client = await harbor.post("/clients", newBody.client({ id: ids["harbor-retail"] }));
  const location = (await harbor.get(`/clients/${client}`)).location;
  const path = `/devices/${await harbor.post("/devices", newBody.device())}`;
  await harbor.patch(path, { client: { id: client }, location });
  const there = await harbor.get(path);
  assert.deepEqual(
    [there.partner.name, there.client.id, there.location],
    ["Harbor Retail", client, location],
  );
  await harbor.patch(path, { client: null });
  const back = await harbor.get(path);
  assert.deepEqual(
    [back.partner.name, back.client, back.location],
    ["Harbor Retail", undefined, undefined],
  );
});

/** The rules of the contract for each state. */
const FINAL = ["retired", "destroyed"];
const afterOf = (from: string): readonly string[] => {
  if (FINAL.includes(from)) return [];
  if (from.startsWith("tampered")) return ["quarantined", ...FINAL];
  if (from === "lost") return ["stored", ...FINAL];
  return DEVICE_STATES.filter((state) => state !== from);
};

test("A: every change of state is allowed except from final, tampered and lost states", async (t) => {
  const { harbor, database } = await openShared(t, openManagementApp);
  const id = await harbor.post("/devices", newBody.device());
  for (const [index, from] of DEVICE_STATES.entries()) {
    for (const to of DEVICE_STATES) {
      if (to === from) continue;
      await database.owner.rows`update devices set device_state_id = ${index + 1} where id = ${id}`;
      const { status } = await harbor.call("PATCH", `/devices/${id}`, {
        deviceState: { name: to },
      });
      assert.equal(status, afterOf(from).includes(to) ? 200 : 409, `${from} to ${to}`);
    }
  }
  assert.deepEqual(
    await harbor.errors("PATCH", `/devices/${id}`, { deviceState: { name: "stored" } }),
    ["deviceState 1003"],
  );
  const own = { deviceState: { id: String(DEVICE_STATES.length) }, notes: "gone" };
  await harbor.patch(`/devices/${id}`, own);
});

test("A: a device that is set to activated gets its activation date once", async (t) => {
  const { harbor, clock } = await openManagementApp(t);
  const path = `/devices/${await harbor.post("/devices", newBody.device())}`;
  await harbor.patch(path, { deviceState: { name: "activated" } });
  const { activationDate } = await harbor.get(path);
  assert.equal(
    Temporal.Instant.from(activationDate).epochMilliseconds,
    clock.business().epochMilliseconds,
  );
  clock.advance({ hours: 1 });
  await harbor.patch(path, { deviceState: { name: "stored" } });
  await harbor.patch(path, { deviceState: { name: "activated" } });
  assert.equal((await harbor.get(path)).activationDate, activationDate);
});

test("A: lists of devices filter by partner, client, serial and state, and are sorted", async (t) => {
  const { harbor, ids } = await openManagementApp(t);
  const [client] = (await harbor.get("/clients")).data;
  const serials = async (query: string) => {
    const { total, data } = await harbor.get(`/devices?take=100&${query}`);
    assert.equal(total, data.length, query);
    return data.map(({ serialNumber }: { serialNumber: string }) => serialNumber);
  };
  const all = await serials("");
  assert.equal(all.length, 11);
  assert.deepEqual(await serials("sorting.direction=desc"), all.toReversed());
  assert.deepEqual(
    await serials("sorting.field=serialNumber&sorting.direction=ASC"),
    all.toSorted(),
  );
  assert.deepEqual(
    await serials("sorting.field=serialNumber&sorting.direction=desc"),
    all.toSorted().reverse(),
  );
  assert.deepEqual(await serials("deviceState=activating"), ["GEN0000002"]);
  assert.deepEqual(await serials("deviceState=4"), ["GEN0000003"]);
  assert.deepEqual(await serials(`client=${client.id}&deviceState=stored`), ["GEN0000003"]);
  assert.deepEqual(await serials("serialNumber=310T061040"), ["310T061040"]);
  assert.deepEqual(await serials("serialNumber=%00"), []);
  assert.deepEqual(await serials(`partner=${ids["harbor-retail"]}`), []);
  assert.equal((await harbor.get("/devices?take=3&skip=10")).total, 11);
  const wrong = "deviceState=lame&sorting.field=color&sorting.direction=up&take=501&skip=x";
  assert.deepEqual(
    new Set(await harbor.errors("GET", `/devices?${wrong}`)),
    new Set([
      "deviceState 1003",
      "sorting.field 1003",
      "sorting.direction 1003",
      "take 1003",
      "skip 1001",
    ]),
  );
});

test("A: the lists of states and types match the database and have pages", async (t) => {
  const { harbor, database } = await openShared(t, openManagementApp);
  const { owner } = database;
  for (const [path, names, rows] of [
    [
      "/deviceStates",
      DEVICE_STATES,
      await owner.rows`select id::text, name from device_states order by device_states.id`,
    ],
    [
      "/deviceTypes",
      DEVICE_TYPES,
      await owner.rows`select id::text, name from device_types order by device_types.id`,
    ],
  ] as const) {
    const { total, data } = await harbor.get(`${path}?take=100`);
    assert.deepEqual([total, data], [names.length, rows]);
    assert.deepEqual((await harbor.get(`${path}?skip=8&take=1`)).data, [rows[8]]);
  }
});

test("A: an attestation records every device sent, in that order", async (t) => {
  const { harbor, database } = await openShared(t, openManagementApp);
  const [client] = (await harbor.get("/clients")).data;
  const sent = ["VE00000001", "310T061040", "GEN0000001"];
  const wish = {
    name: "Annual inspection",
    completeDate: "2026-10-01 09:30:00",
    client: { id: client.id },
    devices: sent.map((serialNumber) => ({ serialNumber })),
    notes: "all well",
  };
  const made = await harbor.post("/attestations", wish);
  assert.deepEqual(
    made.map(({ device }: { device: { serialNumber: string } }) => device.serialNumber),
    sent,
  );
  const { created, modified, ...first } = await harbor.get(`/attestations/${made[0].id}`);
  assert.deepEqual(first, {
    id: made[0].id,
    name: wish.name,
    completeDate: wish.completeDate,
    client: { id: client.id, name: client.name },
    devices: [made[0].device],
    notes: "all well",
    version: 0,
  });
  const list = await harbor.get(`/attestations?client=${client.id}`);
  assert.deepEqual([list.total, list.data[0]], [3, first]);
  assert.deepEqual(await harbor.errors("DELETE", `/clients/${client.id}`), ["id 1007"]);
  const acts = await database.owner.rows<{ after: { attested: unknown[] } }>`
    select after from audit_entries where action = 'attestation.create'`;
  assert.equal(acts[0]?.after.attested.length, 3);
});

test("A: completeDate is YYYY-MM-DD HH:MM:SS or ISO 8601, in UTC, at most 14 hours ahead", async (t) => {
  const { harbor, clock } = await openManagementApp(t);
  const [client] = (await harbor.get("/clients")).data;
  const attest = (completeDate: unknown) => ({
    name: "x",
    completeDate,
    client: { id: client.id },
    devices: [{ serialNumber: "GEN0000001" }],
  });
  const good = {
    "2026-01-02 03:04:05": "2026-01-02 03:04:05",
    "2026-01-02T03:04:05Z": "2026-01-02 03:04:05",
    "2026-01-02T03:04:05.678+02:00": "2026-01-02 01:04:05",
    "2026-01-02": "2026-01-02 00:00:00",
  };
  for (const [sent, kept] of Object.entries(good)) {
    const [{ id }] = await harbor.post("/attestations", attest(sent));
    assert.equal((await harbor.get(`/attestations/${id}`)).completeDate, kept, sent);
  }
  const ahead = (duration: Temporal.DurationLike) => clock.business().add(duration).toString();
  await harbor.post("/attestations", attest(ahead({ hours: 14 })));
  const wrong: [unknown, string][] = [
    [ahead({ hours: 14, seconds: 1 }), "1003"],
    ["2026-02-30 00:00:00", "1001"],
    ["01/02/2026", "1001"],
    ["", "1000"],
    [undefined, "1000"],
    [20260102, "1001"],
  ];
  for (const [sent, code] of wrong) {
    assert.deepEqual(await harbor.errors("POST", "/attestations", attest(sent)), [
      `completeDate ${code}`,
    ]);
  }
});

test("A: 1 to 500 devices, all of this client, or nothing is stored", async (t) => {
  const { harbor, ids, database } = await openManagementApp(t);
  const client = await harbor.post("/clients", newBody.client({ id: ids["harbor"] }));
  const serials = Array.from({ length: 501 }, (_, n) => `Q${n}`);
  await database.owner.rows`
    insert into devices (partner_id, client_id, serial_number, device_type_id, device_state_id)
    select ${ids["harbor"]}, ${client}, serial, 1, 8 from unnest(${serials}::text[]) serial`;
  const attest = (devices: unknown) => ({
    name: "x",
    completeDate: "2026-01-02 00:00:00",
    client: { id: client },
    devices,
  });
  const named = serials.map((serialNumber) => ({ serialNumber }));
  const post = (devices: unknown) => harbor.errors("POST", "/attestations", attest(devices));
  for (const devices of [[], named]) assert.deepEqual(await post(devices), ["devices 1002"]);
  assert.deepEqual(await post({}), ["devices 1001"]);
  assert.deepEqual(await post(undefined), ["devices 1000"]);
  assert.deepEqual(
    await post([
      { serialNumber: "Q1" },
      { serialNumber: "GEN0000001" },
      {},
      { serialNumber: "Q1" },
      5,
      { serialNumber: "\0" },
    ]),
    [
      "devices[4] 1001",
      "devices[2].serialNumber 1000",
      "devices[3].serialNumber 1004",
      "devices[5].serialNumber 1001",
      "devices[1].serialNumber 1005",
    ],
  );
  assert.equal((await harbor.get("/attestations")).total, 0);
  const made = await harbor.post("/attestations", attest(named.slice(0, 500).reverse()));
  assert.deepEqual(
    made.map(({ device }: { device: { serialNumber: string } }) => device.serialNumber),
    serials.slice(0, 500).reverse(),
  );
});
