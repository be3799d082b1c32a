/** Devices, inspections, attestations and the parser log in the console API. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { CursorPage, NumberedPage } from "../../src/interfaces/console/contract.ts";
import type {
  AttestationRow,
  AttestationView,
  ClientRow,
  DeviceRow,
  DeviceTicks,
  DeviceView,
  InspectionPage,
  ParserCall,
  StateCount,
} from "../../src/interfaces/console/partner/contract.ts";
import { ConsoleClient, PARTNER } from "../kit/console.ts";
import { newBody, openManagementApp } from "../kit/management.ts";
import { type Lifetime, openShared } from "../kit/shared.ts";

async function openPartnerConsole(t: Lifetime) {
  const management = await openManagementApp(t);
  const console = await ConsoleClient.signedIn(management.server, PARTNER);
  const { body } = await console.get<NumberedPage<ClientRow>>(
    "/management/clients?search=quayside",
  );
  const quayside = body.items[0]?.id ?? assert.fail("no Quayside");
  const device = async (serial: string) => {
    const page = await console.get<NumberedPage<DeviceRow>>(`/management/devices?serial=${serial}`);
    return page.body.items[0] ?? assert.fail(`no ${serial}`);
  };
  return { ...management, console, quayside, device };
}

const serials = ({ items }: NumberedPage<DeviceRow>) =>
  items.map(({ serialNumber }) => serialNumber);

test("devices are filtered by state, type, client and serial number, sorted and paged", async (t) => {
  const { console, harbor, quayside } = await openPartnerConsole(t);
  await harbor.post("/devices", newBody.device({ serialNumber: "GEN_X" }));
  const list = async (query: string) =>
    (await console.get<NumberedPage<DeviceRow>>(`/management/devices?${query}`)).body;
  assert.equal((await list("")).total, 12);
  assert.deepEqual(serials(await list("state=stored")), ["GEN0000003"]);
  assert.deepEqual(serials(await list("type=vendorc")), ["VC00000001"]);
  assert.equal((await list("state=nonsense")).total, 0);
  assert.equal((await list(`client=${quayside}`)).total, 11);
  assert.deepEqual(serials(await list("serial=GEN_")), ["GEN_X"], "_ stands for itself");
  assert.deepEqual(serials(await list("serial=GEN&sort=-serialNumber&take=2")), [
    "GEN_X",
    "GEN0000003",
  ]);
  assert.deepEqual(serials(await list("serial=GEN&sort=serialNumber&take=2&page=2")), [
    "GEN0000003",
    "GEN_X",
  ]);
});

test("device counts by state respect the other filters", async (t) => {
  const { console } = await openPartnerConsole(t);
  const counts = async (query: string) => {
    const { body } = await console.get<StateCount[]>(`/management/devices/states?${query}`);
    return Object.fromEntries(body.map(({ state, devices }) => [state, devices]));
  };
  const all = { stored: 1, activating: 1, activated: 9 };
  assert.deepEqual(await counts(""), all);
  assert.deepEqual(await counts("state=stored"), all, "the chips stay");
  assert.deepEqual(await counts("type=generic"), { stored: 1, activating: 1, activated: 1 });
});

test("a device is registered and edited, but the console cannot change its state", async (t) => {
  const { console, quayside } = await openShared(t, openPartnerConsole);
  const wrong = await console.post("/management/devices", { serialNumber: "", ksi: "x" });
  assert.deepEqual(Object.keys(wrong.body.error.fields ?? {}).sort(), [
    "deviceType",
    "ksi",
    "serialNumber",
  ]);
  const wish = newBody.device({ client: { id: quayside } });
  const made = await console.post<{ id: string }>("/management/devices", wish);
  const path = `/management/devices/${made.body.id}`;
  const { body } = await console.get<DeviceView>(path);
  assert.deepEqual([body.state, body.due, body.client?.id], ["new", null, quayside]);
  const taken = await console.post("/management/devices", wish);
  assert.deepEqual(Object.keys(taken.body.error.fields ?? {}), ["serialNumber"]);
  const change = { name: "Register 3", notes: "by the entrance", version: body.version };
  assert.equal((await console.patch(path, change)).status, 204);
  for (const deviceState of [{ name: "retired" }, { id: "18" }]) {
    for (const answer of [
      await console.patch(path, { deviceState }),
      await console.post("/management/devices", { ...newBody.device(), deviceState }),
    ]) {
      assert.equal(answer.status, 422);
      assert.match(
        answer.body.error.fields?.["deviceState"] ?? "",
        /only through the management API/,
      );
    }
  }
  const after = await console.get<DeviceView>(path);
  assert.deepEqual([after.body.state, after.body.name], ["new", "Register 3"]);
});

test("inspections are due by the business clock: overdue, within 30 days, within 60 days", async (t) => {
  const { console, database, clock, device } = await openPartnerConsole(t);
  const dueIn = async (serial: string, days: number) => {
    const { id } = await device(serial);
    const since = clock.business().toZonedDateTimeISO("UTC").add({ days }).subtract({ years: 1 });
    await database.owner.rows`
      update devices set activation_date = ${since.toInstant()} where id = ${id}`;
  };
  await dueIn("GEN0000001", -3);
  await dueIn("GEN0000002", 20);
  await dueIn("GEN0000003", 50);
  const due = async (query: string) =>
    (await console.get<InspectionPage>(`/management/inspections?${query}`)).body;
  const over = await due("");
  assert.deepEqual(over.counts, { overdue: 1, within30: 1, within60: 2 });
  assert.deepEqual([over.total, over.items[0]?.device.serialNumber], [1, "GEN0000001"]);
  assert.equal(over.items[0]?.dueStage, "overdue");
  assert.equal((await due("within=30")).items[0]?.device.serialNumber, "GEN0000002");
  assert.equal((await due("within=60")).total, 2);
  const shown = await console.get<DeviceView>(
    `/management/devices/${(await device("GEN0000001")).id}`,
  );
  assert.equal(shown.body.due, over.items[0]?.due);
});

test("an attestation covers selected devices of one client, with one result per device", async (t) => {
  const { console, quayside, clock, device } = await openPartnerConsole(t);
  const ticks = await console.get<DeviceTicks>(`/management/devices/ticks?client=${quayside}`);
  assert.deepEqual([ticks.body.total, ticks.body.devices.length], [11, 11]);
  const wish = {
    name: "Annual inspection",
    notes: "Seals were whole.",
    client: { id: quayside },
    completeDate: clock.business().toString(),
    devices: ticks.body.devices.slice(0, 3).map(({ id }) => ({ id })),
  };
  const wrong = await console.post("/management/attestations", { ...wish, name: "", devices: [] });
  assert.deepEqual(Object.keys(wrong.body.error.fields ?? {}).sort(), ["devices", "name"]);
  const made = await console.post<{ id: string }>("/management/attestations", wish);
  assert.equal(made.status, 200);
  const again = await console.post<{ id: string }>("/management/attestations", {
    ...wish,
    devices: wish.devices.slice(0, 1),
  });
  const list = await console.get<NumberedPage<AttestationRow>>(
    `/management/attestations?client=${quayside}`,
  );
  assert.deepEqual(
    list.body.items.map(({ id, devices }) => [id, devices]),
    [
      [again.body.id, 1],
      [made.body.id, 3],
    ],
  );
  const { body } = await console.get<AttestationView>(`/management/attestations/${made.body.id}`);
  assert.deepEqual(
    body.results.map((result) => result.device.id),
    wish.devices.map(({ id }) => id),
  );
  const last = body.results.at(-1);
  const byRow = await console.get<AttestationView>(`/management/attestations/${last?.id}`);
  assert.equal(byRow.body.id, made.body.id, "the id of any of its results finds it");
  const path = `/management/attestations?device=${last?.device.id}`;
  assert.equal((await console.get<NumberedPage<AttestationRow>>(path)).body.total, 1);
  const seen = await device(body.results[0]?.device.serialNumber ?? "");
  assert.equal(seen.inspected, body.completed);
});

test("an attestation with over 500 devices or another client's devices is rejected as a whole", async (t) => {
  const { console, harbor, ids, quayside, clock, database } = await openPartnerConsole(t);
  const completeDate = clock.business().toString();
  const other = await harbor.post("/clients", newBody.client({ id: ids["harbor"] }));
  const foreign = await harbor.post("/devices", newBody.device({ client: { id: other } }));
  const wish = { name: "x", completeDate, client: { id: quayside } };
  const mixed = await console.post("/management/attestations", {
    ...wish,
    devices: [{ id: foreign }],
  });
  assert.deepEqual(Object.keys(mixed.body.error.fields ?? {}), ["devices[0].serialNumber"]);
  const many = Array.from({ length: 501 }, (_, place) => ({ id: String(place + 1) }));
  const long = await console.post("/management/attestations", { ...wish, devices: many });
  assert.deepEqual(Object.keys(long.body.error.fields ?? {}), ["devices"]);
  const [row] = await database.owner.rows<{ count: number }>`
    select count(*)::int as count from attestations`;
  assert.equal(row?.count, 0);
});

test("the parser log is filtered by device, result, replay and time, newest first", async (t) => {
  const { console, database, ids, device } = await openShared(t, openPartnerConsole);
  const { id: deviceId } = await device("GEN0000001");
  const call = (second: string, more: Record<string, unknown> = {}) => {
    const messageId = `1202611151200${second}0000000001`;
    return database.owner.rows`
      insert into parser_journal (message_id, called_at, partner_id, device_id, reference,
        is_success, error_code, is_replay, took_ms)
      values (${messageId}, ${`2026-11-15T12:00:${second}Z`}, ${more["partner"] ?? ids["harbor"]},
        ${more["device"] ?? null}, ${`call ${second}`}, ${more["error"] === undefined},
        ${more["error"] ?? null}, ${more["replay"] ?? false}, 1.24)`;
  };
  await call("01", { device: deviceId });
  await call("02", { error: 2600 });
  await call("03", { partner: ids["harbor-retail"] });
  await call("04", { replay: true });
  await call("05", { partner: ids["summit"] });
  const list = async (query: string) =>
    (await console.get<CursorPage<ParserCall>>(`/management/parser-log?${query}`)).body;
  const seconds = ({ items }: CursorPage<ParserCall>) =>
    items.map(({ reference }) => reference?.slice(-2));
  assert.deepEqual(seconds(await list("")), ["04", "03", "02", "01"]);
  assert.deepEqual(seconds(await list("result=failure")), ["02"]);
  assert.deepEqual(seconds(await list("replay=yes")), ["04"]);
  assert.deepEqual(seconds(await list(`device=${deviceId}`)), ["01"]);
  assert.deepEqual(seconds(await list(`partner=${ids["harbor-retail"]}`)), ["03"]);
  const window = "from=2026-11-15T12:00:02Z&until=2026-11-15T12:00:04Z";
  assert.deepEqual(seconds(await list(window)), ["03", "02"]);
  const first = await list("take=3");
  assert.deepEqual(seconds(first), ["04", "03", "02"]);
  const rest = await list(`take=3&after=${first.next}`);
  assert.deepEqual([seconds(rest), rest.next], [["01"], undefined]);
  const { body } = await console.get<ParserCall>(
    `/management/parser-log/${first.items[2]?.messageId}`,
  );
  assert.deepEqual([body.errorCode, body.tookMs, body.isSuccess], [2600, 1.2, false]);
});
