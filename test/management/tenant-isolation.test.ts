/** The two protections between tenants, each tested with the other one turned off. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { openManagement } from "../../src/app/areas/management.ts";
import { attestDevices } from "../../src/core/management/attestations/attest-devices.ts";
import { listInspectionDays } from "../../src/core/management/attestations/inspection-calendar-store.ts";
import { InspectionStore } from "../../src/core/management/attestations/inspection-store.ts";
import { createClient } from "../../src/core/management/clients/create-client.ts";
import { removeClient } from "../../src/core/management/clients/remove-client.ts";
import { updateClient } from "../../src/core/management/clients/update-client.ts";
import {
  assignDevices,
  type DeviceAssignment,
  InvalidDevices,
} from "../../src/core/management/devices/assign-devices.ts";
import { createDevice } from "../../src/core/management/devices/create-device.ts";
import { importDevices } from "../../src/core/management/devices/import-devices.ts";
import { updateDevice } from "../../src/core/management/devices/update-device.ts";
import { createLocation } from "../../src/core/management/locations/create-location.ts";
import { removeLocation } from "../../src/core/management/locations/remove-location.ts";
import { updateLocation } from "../../src/core/management/locations/update-location.ts";
import { createSubPartner } from "../../src/core/management/partners/create-partner.ts";
import { updatePartner } from "../../src/core/management/partners/update-partner.ts";
import { ErrorCollector, FieldErrors } from "../../src/core/management/scope/field-errors.ts";
import { ManagementCountStore } from "../../src/core/management/scope/management-count-store.ts";
import { createUser } from "../../src/core/management/users/create-user.ts";
import { removeUser } from "../../src/core/management/users/remove-user.ts";
import { updateUser } from "../../src/core/management/users/update-user.ts";
import { EVERY_MANAGEMENT_PERMISSION } from "../../src/core/management/users/user-roles.ts";
import type { DatabasePool } from "../../src/db/database-pool.ts";
import { Members } from "../../src/wire/management/members.ts";
import { problemCategory } from "../../src/wire/management/problem-texts.ts";
import { readNewAttestation } from "../../src/wire/management/read-attestation.ts";
import { readClientChange, readNewClient } from "../../src/wire/management/read-client.ts";
import { readDeviceChange, readNewDevice } from "../../src/wire/management/read-device.ts";
import {
  readLocationChange,
  readNewClientLocation,
} from "../../src/wire/management/read-location.ts";
import { readNewSubPartner, readPartnerChange } from "../../src/wire/management/read-partner.ts";
import { readNewUser, readUserChange } from "../../src/wire/management/read-user.ts";
import { openForeignSession } from "../kit/foreign-session.ts";
import { newBody, openManagementApp } from "../kit/management.ts";
import { type Lifetime, openShared } from "../kit/shared.ts";
import { linksTo } from "../kit/test-config.ts";

const SLICE = { take: 10, skip: 0 };
const DEVICES = {
  ...SLICE,
  topId: undefined,
  clientId: undefined,
  serialNumber: undefined,
  stateId: undefined,
  order: "id",
  isDescending: false,
} as const;

const SEARCH = { ...SLICE, clientId: undefined, search: "a" };
const MONTHS = Array.from({ length: 18 }, (_, months) =>
  Temporal.PlainYearMonth.from("2026-10").add({ months }),
);

/** Every inspection is due by then. */
const AFTER_ALL = Temporal.Instant.from("2040-01-01T00:00:00Z");

const ATTESTATION = { name: "x", completeDate: "2026-01-01" };

type Management = ReturnType<typeof openManagement>;

/** Harbor's records, and every way to read or change one of them as another caller. */
function waysTo(management: Management, callerId: string, own: Record<string, string>) {
  const {
    partnerId = "",
    clientId = "",
    locationId = "",
    contactId = "",
    deviceId = "",
    attestationId = "",
    deviceSerial = "",
  } = own;
  const caller = {
    actor: { kind: "partner_user", id: "0", name: "nobody" },
    partnerId: callerId,
    may: EVERY_MANAGEMENT_PERMISSION,
  } as const;
  const client = { id: clientId };
  const devices = [{ serialNumber: deviceSerial }];
  const act = <Result>(
    work: (needs: Management["management"], by: typeof caller, asked: never) => Promise<Result>,
    asked: unknown,
  ) => work(management.management, caller, asked as never);
  const assign = async (values: DeviceAssignment) => {
    await act(assignDevices, { values, errors: new ErrorCollector() });
    return true;
  };
  const importOne = async () => {
    const lines = [{ line: 2, ...readNewDevice(new Members(newBody.device({ client }))) }];
    const outcome = await importDevices(management.management, caller, { lines });
    if (outcome.kind === "invalid") throw new FieldErrors(outcome.errors);
    return outcome.count > 0;
  };
  const { db } = management.management;
  return {
    partner: () => management.partners.findPartner(callerId, partnerId),
    client: () => management.clients.findClient(callerId, clientId),
    location: () => management.locations.findLocation(callerId, locationId),
    user: () => management.contacts.findUser(callerId, contactId),
    device: () => management.deviceRegister.findDevice(callerId, deviceId),
    "device by serial": async () =>
      (await management.deviceRegister.findBySerial(callerId, deviceSerial, 1))[0],
    attestation: () => management.attestations.findAttestation(callerId, attestationId),
    "inspections of a device": async () =>
      (await new InspectionStore(db).findInspectionsOfDevices(callerId, [deviceId])).size > 0,
    "count of due inspections": async () => {
      const of = { topId: partnerId, clientId: undefined };
      const counts = new ManagementCountStore(db);
      return (await counts.countInspectionsDue(callerId, AFTER_ALL, of)).overdue > 0;
    },
    "update partner": () =>
      act(updatePartner, { id: partnerId, ...readPartnerChange(new Members({ name: "x" })) }),
    "update client": () =>
      act(updateClient, { id: clientId, ...readClientChange(new Members({ name: "x" })) }),
    "update location": () =>
      act(updateLocation, { id: locationId, ...readLocationChange(new Members({ name: "x" })) }),
    "update user": () =>
      act(updateUser, { id: contactId, ...readUserChange(new Members({ phone: "x" })) }),
    "update device": () =>
      act(updateDevice, { id: deviceId, ...readDeviceChange(new Members({ name: "x" })) }),
    "assign a device": () => assign({ deviceIds: [deviceId], client: undefined, location: null }),
    "assign to a client": () => assign({ deviceIds: [], client, location: undefined }),
    "remove client": () => act(removeClient, clientId),
    "remove location": () => act(removeLocation, locationId),
    "remove user": () => act(removeUser, contactId),
    "create partner": () =>
      act(createSubPartner, readNewSubPartner(new Members(newBody.partner({ id: partnerId })))),
    "create client": () =>
      act(createClient, readNewClient(new Members(newBody.client({ id: partnerId })))),
    "create location": () =>
      act(createLocation, readNewClientLocation(new Members(newBody.location({ client })))),
    "create user": () => act(createUser, readNewUser(new Members(newBody.contact({ client })))),
    "create device": () =>
      act(createDevice, readNewDevice(new Members(newBody.device({ client })))),
    "import a device": importOne,
    attest: () =>
      act(attestDevices, readNewAttestation(new Members({ ...ATTESTATION, client, devices }))),
  };
}

const LISTS = (management: Management, callerId: string, top: string | undefined) => ({
  partners: () => management.partners.listPartners(callerId, { ...SLICE, topId: top }),
  clients: () => management.clients.listClients(callerId, { ...SLICE, topId: top }),
  locations: () => management.locations.listLocations(callerId, { ...SLICE, clientId: undefined }),
  users: () =>
    management.contacts.listUsers(callerId, { ...SLICE, topId: top, clientId: undefined }),
  devices: () => management.deviceRegister.listDevices(callerId, { ...DEVICES, topId: top }),
  "locations found": () => management.locations.listLocations(callerId, { ...SEARCH, topId: top }),
  "users found": () => management.contacts.listUsers(callerId, { ...SEARCH, topId: top }),
  "due inspections": () => {
    const question = { ...SLICE, by: AFTER_ALL, topId: top };
    return new InspectionStore(management.management.db).listDueInspections(callerId, question);
  },
  calendar: async () => {
    const { db } = management.management;
    const days = await Promise.all(
      MONTHS.map((month) => listInspectionDays(db, callerId, { month, topId: top })),
    );
    return { total: days.flat().length, items: days.flat() };
  },
  attestations: () =>
    management.attestations.listAttestations(callerId, { ...SLICE, clientId: undefined }),
});

async function openWalls(t: Lifetime) {
  const app = await openManagementApp(t);
  const { harbor, ids, database, custody, clock } = app;
  const [client] = (await harbor.get("/clients")).data;
  const [device] = (await harbor.get("/devices?serialNumber=GEN0000001")).data;
  const [attestation] = await harbor.post("/attestations", {
    name: "x",
    completeDate: "2026-01-01",
    client: { id: client.id },
    devices: [{ serialNumber: device.serialNumber }],
  });
  const own = {
    partnerId: ids["harbor"] ?? "",
    clientId: client.id,
    locationId: client.location.id,
    contactId: client.contact.id,
    deviceId: device.id,
    deviceSerial: device.serialNumber,
    attestationId: attestation.id,
  };
  const links = linksTo("http://127.0.0.1:8080");
  const managementOn = (db: DatabasePool) => openManagement({ db, custody, clock, links });
  const foreign = openForeignSession(database);
  const digest = () => database.owner.rows`
    select (select json_agg(p order by id) from partners p)::text || (select json_agg(c order by id) from clients c)::text
      || (select json_agg(l order by id) from locations l)::text || (select json_agg(u order by id) from contacts u)::text
      || (select json_agg(d order by id) from devices d)::text || (select json_agg(a order by id) from attestations a)::text
      || (select json_agg(k order by contact_id) from contact_credentials k)::text
      || (select json_agg(k order by partner_id) from partner_credentials k)::text
      || (select count(*) from audit_entries)::text as all`;
  return { ...app, own, managementOn, foreign, digest };
}

/** Every attempt finds nothing and changes nothing. */
async function assertNothing(ways: Record<string, () => Promise<unknown>>) {
  for (const [way, go] of Object.entries(ways)) {
    try {
      const found = await go();
      assert.ok(found === undefined || found === false, `${way} found ${JSON.stringify(found)}`);
    } catch (error) {
      if (!(error instanceof FieldErrors || error instanceof InvalidDevices)) throw error;
      const kinds = error.errors.map(({ problem }) => problemCategory(problem));
      assert.ok(kinds.includes("no_such_reference"), `${way}: ${error.message}`);
    }
  }
}

test("A: the conditions of the statements separate tenants without row-level security", async (t) => {
  const { database, ids, own, managementOn, digest } = await openShared(t, openWalls);
  const before = await digest();
  for (const stranger of ["harbor-retail", "summit"]) {
    const callerId = ids[stranger] ?? "";
    const management = managementOn(database.owner);
    await assertNothing(waysTo(management, callerId, own));
    for (const [name, list] of Object.entries(LISTS(management, callerId, own["partnerId"]))) {
      const { items } = await list();
      assert.doesNotMatch(JSON.stringify(items), /Quayside|"harbor"|Harbor Payments/, name);
    }
  }
  assert.deepEqual(await digest(), before);
});

test("A: row-level security separates tenants without the conditions of the statements", async (t) => {
  const { ids, own, managementOn, foreign, digest } = await openShared(t, openWalls);
  const before = await digest();
  // The statements say harbor, but the session belongs to another tenant.
  for (const tenant of ["harbor-retail", "summit"]) {
    foreign.tenant = { partnerId: ids[tenant] ?? "" };
    const management = managementOn(foreign);
    await assertNothing(waysTo(management, own["partnerId"] ?? "", own));
    for (const [name, list] of Object.entries(
      LISTS(management, own["partnerId"] ?? "", undefined),
    )) {
      const { total, items } = await list();
      assert.deepEqual([total, items], [0, []], name);
    }
  }
  assert.deepEqual(await digest(), before);
});

test("A: with both protections harbor finds its own records, so that the tests above can fail", async (t) => {
  const { database, ids, own, managementOn } = await openWalls(t);
  const ways = waysTo(managementOn(database.app), ids["harbor"] ?? "", own);
  for (const [way, go] of Object.entries(ways)) {
    if (way.startsWith("remove")) await assert.rejects(go(), FieldErrors, way);
    else assert.ok(await go(), way);
  }
  const lists = LISTS(managementOn(database.app), ids["harbor"] ?? "", undefined);
  for (const [name, list] of Object.entries(lists)) assert.ok((await list()).total > 0, name);
});
