/** A: which devices are due for their annual inspection, and the reminder emails. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { InspectionStore } from "../../src/core/management/attestations/inspection-store.ts";
import { remindInspections } from "../../src/core/management/attestations/remind-inspections.ts";
import { importDevices } from "../../src/core/management/devices/import-devices.ts";
import { Members } from "../../src/wire/management/members.ts";
import { readNewDevice } from "../../src/wire/management/read-device.ts";
import { newBody, openManagementApp } from "../kit/management.ts";
import { linksTo } from "../kit/test-config.ts";

const NOW = "2026-11-15T12:00:00Z";

async function openInspections(t: TestContext) {
  const management = await openManagementApp(t);
  const { harbor, ids, database, clock, custody } = management;
  clock.set(NOW);
  const contact = newBody.contact({ email: "custodian@client.test" });
  const client = await harbor.post(
    "/clients",
    newBody.client({ id: ids["harbor"] }, { contact, name: "Pier" }),
  );
  const enter = async (state: string, age: Temporal.DurationLike) => {
    const wish = newBody.device({ client: { id: client } });
    const id = await harbor.post("/devices", wish);
    if (state !== "new") await harbor.patch(`/devices/${id}`, { deviceState: { name: state } });
    const since = clock.business().toZonedDateTimeISO("UTC").subtract(age).toInstant();
    await database.owner.rows`
      update devices set activation_date = null, entered_at = ${since} where id = ${id}`;
    return { id, serialNumber: wish.serialNumber };
  };
  const attest = (serialNumber: string, completeDate: string) =>
    harbor.post("/attestations", {
      name: "x",
      completeDate,
      client: { id: client },
      devices: [{ serialNumber }],
    });
  const store = new InspectionStore(database.app);
  const due = async (by: string, more: object = {}) => {
    const question = {
      by: Temporal.Instant.from(by),
      take: 100,
      skip: 0,
      clientId: client,
      ...more,
    };
    return store.listDueInspections(ids["harbor"] ?? "", question);
  };
  const remind = () =>
    remindInspections({ owner: database.owner, custody, clock }, clock.business());
  const emails = async () =>
    database.owner.rows<{ payload: { to: string; subject: string; text: string } }>`
      select payload from outbox where event = 'inspection.reminder' order by id`;
  return { ...management, client, enter, attest, due, remind, emails, store };
}

test("A: an inspection is due a year after the last attestation, or else activation, or else creation", async (t) => {
  const { enter, attest, due, database, client } = await openInspections(t);
  const old = await enter("stored", { years: 2 });
  const attested = await enter("activated", { years: 2 });
  await attest(attested.serialNumber, "2026-03-01 10:00:00");
  // An older attestation that arrives late does not move the due date.
  await attest(attested.serialNumber, "2025-03-01 10:00:00");
  const used = await enter("activated", { years: 3 });
  await database.owner.rows`
    update devices set activation_date = '2026-01-31T00:00:00Z' where id = ${used.id}`;
  const { total, items } = await due("2027-12-31T00:00:00Z");
  assert.equal(total, 3);
  assert.deepEqual(
    items.map(({ device, client, inspectedAt, dueAt }) => [
      device,
      client.id,
      inspectedAt?.toString(),
      dueAt.toString(),
    ]),
    [
      [old, client, undefined, "2025-11-15T12:00:00Z"],
      [used, client, undefined, "2027-01-31T00:00:00Z"],
      [attested, client, "2026-03-01T10:00:00Z", "2027-03-01T10:00:00Z"],
    ],
  );
  assert.deepEqual((await due("2027-02-01T00:00:00Z")).total, 2);
  assert.deepEqual((await due("2025-11-15T12:00:00Z")).total, 1);
  assert.deepEqual((await due("2025-11-15T11:59:59Z")).total, 0);
});

test("A: the year after a device's creation follows the business clock, also for imported devices", async (t) => {
  const { harbor, ids, client, due, clock, custody, database } = await openInspections(t);
  clock.set("2031-05-01T12:00:00Z");
  const { serialNumber } = newBody.device();
  const actor = { kind: "command_line", id: "1", name: "x" } as const;
  const caller = { actor, partnerId: ids["harbor"] ?? "", may: [] };
  const device = readNewDevice(
    new Members(newBody.device({ serialNumber, client: { id: client } })),
  );
  const needs = { db: database.app, clock, custody, links: linksTo("") };
  const outcome = await importDevices(needs, caller, { lines: [{ line: 2, ...device }] });
  assert.equal(outcome.kind, "imported");
  await harbor.post("/devices", newBody.device({ client: { id: client } }));
  for (const { id } of (await harbor.get(`/devices?client=${client}`)).data) {
    await harbor.patch(`/devices/${id}`, { deviceState: { name: "stored" } });
  }
  assert.equal((await due("2032-05-01T11:59:59Z")).total, 0);
  assert.equal((await due("2032-05-01T12:00:01Z")).total, 2);
});

test("A: devices in states without inspections and devices of other tenants are not due", async (t) => {
  const { enter, due, store, ids } = await openInspections(t);
  for (const state of ["new", "lost", "tampered", "retired", "rma", "inTransit"]) {
    await enter(state, { years: 2 });
  }
  const seen = await enter("malfunctioning", { years: 2 });
  const { items } = await due(NOW);
  assert.deepEqual(
    items.map(({ device }) => device),
    [seen],
  );
  for (const other of ["harbor-retail", "summit"]) {
    const question = { by: Temporal.Instant.from(NOW), take: 10, skip: 0 };
    assert.equal((await store.listDueInspections(ids[other] ?? "", question)).total, 0);
  }
});

test("A: a client is reminded 30 days before and on the due date, once each", async (t) => {
  const { enter, attest, remind, emails, clock } = await openInspections(t);
  const [first, second] = [
    await enter("activated", { months: 11, days: 3 }),
    await enter("activated", { months: 11, days: 3 }),
  ];
  await enter("activated", { months: 6 });
  assert.equal(await remind(), "reminders sent: 1");
  assert.equal(await remind(), "no reminders to send");
  const [soon] = await emails();
  assert.deepEqual(
    [soon?.payload.to, soon?.payload.subject],
    ["custodian@client.test", "Device inspection due soon: Pier"],
  );
  assert.match(
    soon?.payload.text ?? "",
    new RegExp(
      `is due soon. The first one is due on December 12, 2026\\.[\\s\\S]*${first.serialNumber}, ${second.serialNumber}`,
    ),
  );
  await attest(first.serialNumber, "2026-11-15 12:00:00");
  clock.set("2026-12-13T14:00:00Z");
  assert.equal(await remind(), "reminders sent: 1");
  const [, late] = await emails();
  assert.equal(late?.payload.subject, "Device inspection overdue: Pier");
  assert.match(
    late?.payload.text ?? "",
    new RegExp(`is overdue. It was due on December 12, 2026\\.[\\s\\S]*${second.serialNumber}\\.`),
  );
  assert.equal(await remind(), "no reminders to send");
});

test("A: no reminder is sent to a disabled client or contact", async (t) => {
  const { harbor, enter, remind, client } = await openInspections(t);
  await enter("activated", { years: 2 });
  await harbor.patch(`/clients/${client}`, { isActive: false });
  assert.equal(await remind(), "no reminders to send");
});
