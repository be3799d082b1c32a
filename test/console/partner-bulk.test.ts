/** Many devices at once in the console API: import from a file, assignment, and the calendar. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { NumberedPage } from "../../src/interfaces/console/contract.ts";
import type {
  AssignAnswer,
  ClientRow,
  DeviceFileRules,
  DeviceImportAnswer,
  DeviceRow,
  DeviceTicks,
  InspectionCalendar,
  InspectionPage,
} from "../../src/interfaces/console/partner/contract.ts";
import { ConsoleClient, PARTNER } from "../kit/console.ts";
import { newBody, openManagementApp } from "../kit/management.ts";
import { addPerson, signInAs } from "../kit/management-users.ts";
import { type Lifetime, openShared } from "../kit/shared.ts";

const HEAD = "serialNumber,deviceType,client,name";

async function openBulk(t: Lifetime) {
  const management = await openManagementApp(t);
  const console = await ConsoleClient.signedIn(management.server, PARTNER);
  const clients = await console.get<NumberedPage<ClientRow>>("/management/clients?search=quayside");
  const quayside = clients.body.items[0]?.id ?? assert.fail("no Quayside");
  const importFile = async (lines: readonly string[], isPreview = false) => {
    const file = [HEAD, ...lines].join("\n");
    const path = "/management/device-import";
    return (await console.post<DeviceImportAnswer>(path, { file, isPreview })).body;
  };
  const listDevices = async (query: string) =>
    (await console.get<NumberedPage<DeviceRow>>(`/management/devices?${query}`)).body;
  const assign = (body: object) =>
    console.post<AssignAnswer>("/management/device-assignment", body);
  return { ...management, console, quayside, importFile, listDevices, assign };
}

test("a preview stores nothing, an import all, and the same file again changes nothing", async (t) => {
  const { importFile, listDevices, database } = await openShared(t, openBulk);
  const lines = ["PV-1,generic,Quayside Stores,One", "PV-2,vendora,,"];
  const done = { count: 2, unchanged: 0, errors: [], errorCount: 0 };
  const preview = await importFile(lines, true);
  assert.deepEqual([preview.isPreview, preview.count, preview.errors], [true, 2, []]);
  assert.equal((await listDevices("serial=PV-")).total, 0);
  const { isPreview, ...first } = await importFile(lines);
  assert.deepEqual([isPreview, first], [false, { kind: "imported", ...done }]);
  assert.equal((await listDevices("serial=PV-")).total, 2);
  const again = await importFile([...lines, "PV-3,generic,,"]);
  assert.deepEqual([again.count, again.unchanged, again.errors], [1, 2, []]);
  const [acts] = await database.owner.rows<{ count: number }>`
    select count(*)::int as count from audit_entries
    where action = 'device.import' and actor_kind = 'partner_user' and after::text like '%PV-%'`;
  assert.equal(acts?.count, 2);
});

test("two imports of the same file at the same time register each device once", async (t) => {
  const { importFile, listDevices } = await openShared(t, openBulk);
  const lines = Array.from({ length: 20 }, (_, n) => `TW-${n},generic,Quayside Stores,`);
  const answers = await Promise.all([importFile(lines), importFile(lines), importFile(lines)]);
  assert.deepEqual(
    answers.flatMap(({ errors }) => errors),
    [],
  );
  assert.equal(
    answers.reduce((sum, { count }) => sum + count, 0),
    20,
  );
  assert.equal((await listDevices("serial=TW-")).total, 20);
});

test("of many imports of one person at the same time, three are taken", async (t) => {
  const { console } = await openShared(t, openBulk);
  const file = [HEAD, ...Array.from({ length: 500 }, (_, n) => `MY-${n},generic,C${n},`)].join(
    "\n",
  );
  const body = { file, isPreview: true };
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => console.post("/management/device-import", body)),
  );
  const statuses = answers.map(({ status }) => status).sort();
  assert.deepEqual(statuses, [200, 200, 200, 429, 429, 429]);
});

test("an import names every wrong line and column, and stores nothing", async (t) => {
  const { importFile, listDevices } = await openShared(t, openBulk);
  const { errors, errorCount, count } = await importFile([
    "WR-1,generic,,fine",
    "WR-2,toaster,,",
    "WR-3,generic,Nobody,",
    "GEN0000001,generic,Quayside Stores,another name",
    "WR-1,generic,,fine",
  ]);
  assert.deepEqual(
    errors.map(({ line, field }) => [line, field]),
    [
      [3, "deviceType"],
      [4, "client"],
      [5, "serialNumber"],
      [6, "serialNumber"],
    ],
  );
  assert.match(errors[3]?.message ?? "", /also on line 2/);
  assert.deepEqual([errorCount, count], [4, 0]);
  assert.equal((await listDevices("serial=WR-")).total, 0);
});

test("a file that is too long, too large, empty or no table of devices is refused", async (t) => {
  const { console, importFile } = await openShared(t, openBulk);
  const { body: rules } = await console.get<DeviceFileRules>("/management/device-import");
  const long = await importFile(new Array(rules.rowsMax + 1).fill("L-1,generic,,"));
  assert.match(long.errors[0]?.message ?? "", /At most 5000 are allowed/);
  const post = (file: string) =>
    console.post("/management/device-import", { file, isPreview: true });
  const large = await post("x".repeat(rules.bytesMax + 1));
  assert.match(large.body.error.fields?.["file"] ?? "", /at most 500 kB/);
  assert.equal((await post(" ")).status, 422);
  const other = await post("color\nred");
  assert.match(
    (other.body as unknown as DeviceImportAnswer).errors[0]?.message ?? "",
    /unknown column/,
  );
  const template = await post(rules.template);
  assert.deepEqual((template.body as unknown as DeviceImportAnswer).errors, []);
});

test("devices are assigned to a client and a location, all of them or none", async (t) => {
  const { console, harbor, quayside, listDevices, assign, importFile } = await openShared(
    t,
    openBulk,
  );
  await importFile(["AS-1,generic,,", "AS-2,generic,,", "AS-3,generic,,"]);
  const { items } = await listDevices("serial=AS-");
  const devices = items.map(({ id }) => id);
  const back = await harbor.post("/locations", newBody.location({ client: { id: quayside } }));
  const place = { client: { id: quayside }, location: { id: back } };
  const some = await assign({ devices: [...devices, "999999999"], ...place });
  assert.equal(some.body.assigned, 0);
  assert.deepEqual(
    some.body.errors.map(({ place }) => place),
    [3],
  );
  assert.deepEqual((await listDevices("serial=AS-")).items, items, "nothing changed");
  const all = await assign({ devices, ...place });
  assert.deepEqual(all.body, { assigned: 3, errors: [] });
  for (const { client, location } of (await listDevices("serial=AS-")).items) {
    assert.deepEqual([client?.id, location?.id], [quayside, back]);
  }
  const away = await assign({ devices: devices.slice(0, 1), client: null });
  assert.equal(away.body.assigned, 1);
  const [first] = (await listDevices("serial=AS-1")).items;
  assert.deepEqual([first?.client, first?.location], [null, null]);
  await importFile(["AS-2,generic,,second"]);
  const taken = await assign({ devices, client: null });
  assert.match(taken.body.errors[0]?.message ?? "", /serialNumber is already taken/);
  for (const wrong of [{ devices: [], ...place }, { devices }, { devices: ["x"], ...place }]) {
    assert.equal((await assign(wrong)).status, 422);
  }
  const unknown = await assign({ devices, client: { id: "999999999" } });
  assert.deepEqual(Object.keys(unknown.body.error.fields ?? {}), ["client"]);
  const device = await console.get<DeviceRow & { nextStates: string[] }>(
    `/management/devices/${devices[0]}`,
  );
  assert.ok(device.body.nextStates.includes("injected") && !device.body.nextStates.includes("new"));
});

test("whoever may assign devices or attest inspections can select all devices at once", async (t) => {
  const management = await openShared(t, openBulk);
  const home = { client: { id: management.quayside } };
  const people = [
    await addPerson(management, "Kif User"),
    await addPerson(management, "Client Custodian", home),
  ];
  for (const { userName } of people) {
    const console = await signInAs(management, userName);
    const path = `/management/devices/ticks?client=${management.quayside}`;
    const { status, body } = await console.get<DeviceTicks>(path);
    assert.equal(status, 200, userName);
    assert.ok(body.devices.length > 0, userName);
  }
});

test("an assignment without a location keeps it, except for devices of another client", async (t) => {
  const { harbor, quayside, ids, listDevices, assign, importFile } = await openShared(t, openBulk);
  await importFile(["KP-1,generic,,", "KP-2,generic,,"]);
  const { items } = await listDevices("serial=KP-");
  const devices = items.map(({ id }) => id);
  const back = await harbor.post("/locations", newBody.location({ client: { id: quayside } }));
  await assign({ devices, client: { id: quayside }, location: { id: back } });
  await assign({ devices, client: { id: quayside } });
  const places = async () =>
    (await listDevices("serial=KP-")).items.map(({ location }) => location?.id ?? null);
  assert.deepEqual(await places(), [back, back]);
  await assign({ devices: devices.slice(0, 1), client: { id: quayside }, location: null });
  assert.deepEqual(await places(), [null, back]);
  const other = await harbor.post("/clients", newBody.client({ id: ids["harbor"] }));
  await assign({ devices, client: { id: other } });
  assert.deepEqual(await places(), [null, null]);
});

test("a scanned serial number is found only in full, and only at its client", async (t) => {
  const { console, quayside } = await openShared(t, openBulk);
  const find = async (exact: string, client: string) => {
    const path = `/management/devices/ticks?client=${client}&exact=${exact}`;
    return (await console.get<DeviceTicks>(path)).body.total;
  };
  assert.deepEqual(
    [
      await find("GEN0000001", quayside),
      await find("GEN000", quayside),
      await find("GEN0000001", "1000"),
    ],
    [1, 0, 0],
  );
});

test("the calendar counts inspections by the day on which they are due, in UTC", async (t) => {
  const { console, database, quayside } = await openBulk(t);
  const from = async (serial: string, at: string) => database.owner.rows`
    update devices set activation_date = ${at}::timestamptz where serial_number = ${serial}`;
  await from("GEN0000001", "2023-02-28T23:59:59.999999Z");
  await from("GEN0000002", "2023-03-01T00:00:00Z");
  await from("GEN0000003", "2023-03-31T23:59:59Z");
  const month = async (query: string) =>
    (await console.get<InspectionCalendar>(`/management/inspections/calendar?${query}`)).body;
  const march = await month("month=2024-03");
  assert.deepEqual(
    [march.month, march.overdue, march.days.map(({ date, devices }) => [date, devices])],
    [
      "2024-03",
      3,
      [
        ["2024-03-01", 1],
        ["2024-03-31", 1],
      ],
    ],
  );
  assert.deepEqual(march.days[0]?.largest, [{ id: quayside, name: "Quayside Stores", devices: 1 }]);
  const serials = async (on: string) => {
    const page = await console.get<InspectionPage>(`/management/inspections?on=${on}`);
    return page.body.items.map(({ device }) => device.serialNumber);
  };
  assert.deepEqual(await serials("2024-02-28"), ["GEN0000001"]);
  assert.deepEqual(await serials("2024-02-29"), [], "the day that the year before did not have");
  assert.deepEqual(await serials("2024-03-01"), ["GEN0000002"]);
  assert.deepEqual((await month("month=2024-03&client=999999999")).days, []);
  const now = await month("month=nonsense");
  assert.equal(now.month, now.today.slice(0, 7));
});
