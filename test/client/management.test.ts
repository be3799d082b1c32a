/** The client's partner management against the whole server. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createClient, SixdoorsError } from "../../client/index.ts";
import { LOGINS, openClient } from "./open-client.ts";

const LOCATION = {
  name: "Pier Nine",
  locationType: "Merchant retail location",
  country: { code: "US" },
  address1: "9 Pier",
  city: "Baltimore",
} as const;
const CONTACT = {
  userName: "pier-nine",
  firstName: "Pia",
  lastName: "Nine",
  email: "pia@piernine.test",
  phone: "4105550219",
  userRole: "Client Admin",
  isActive: true,
} as const;

test("the client manages clients and devices", async (t) => {
  const requests: string[] = [];
  const { client, url } = await openClient(t, {
    fetch: (input, init) => {
      requests.push(`${init?.method} ${new URL(String(input)).pathname}`);
      return fetch(input, init);
    },
  });
  const { management } = client;
  let clientId = "";
  let deviceId = "";

  await t.test("a client is created, read, changed", async () => {
    const values = { name: "Pier Nine Kiosk", directPartner: { name: "Harbor Payments" } };
    const created = await management.clients.create({
      ...values,
      location: LOCATION,
      contact: CONTACT,
    });
    clientId = created.id;
    const { version } = await management.clients.get(clientId);
    await management.clients.update(clientId, { mid: "PN-9", version });
    const { mid, location } = await management.clients.get(clientId);
    assert.deepEqual([mid, location?.name], ["PN-9", "Pier Nine"]);
    const late = management.clients.update(clientId, { mid: "PN-10", version });
    await assert.rejects(late, { code: "7409", status: 409 });
  });

  await t.test(
    "a device is registered, activated, found by its serial number, and attested",
    async () => {
      const device = { serialNumber: "PN9-1", deviceType: { name: "generic" } } as const;
      ({ id: deviceId } = await management.devices.create({ ...device, client: { id: clientId } }));
      await management.devices.update(deviceId, { deviceState: { name: "activating" } });
      const found = await management.devices.getBySerial("PN9-1", "generic");
      assert.deepEqual([found.id, found.deviceState.name], [deviceId, "activating"]);
      const attestation = { name: "Annual inspection", completeDate: "2026-11-01 09:30:00" };
      const devices = [{ serialNumber: "PN9-1" }];
      const [attested] = await management.attestations.create({
        ...attestation,
        client: { id: clientId },
        devices,
      });
      assert.equal(attested?.device.id, deviceId);
    },
  );

  await t.test("a list goes over all pages, with its filters", async () => {
    requests.length = 0;
    const names: string[] = [];
    for await (const { name } of management.deviceTypes.list({ pageSize: 4 })) names.push(name);
    assert.ok(names.length > 8 && new Set(names).size === names.length);
    assert.equal(requests.length, Math.ceil(names.length / 4));
    const serials: string[] = [];
    const filters = { client: clientId, sortBy: "serialNumber", sortDirection: "desc" } as const;
    for await (const device of management.devices.list(filters)) serials.push(device.serialNumber);
    assert.deepEqual(serials, ["PN9-1"]);
  });

  await t.test("what nothing refers to can be removed", async () => {
    const location = { ...LOCATION, name: "Pier Ten", client: { id: clientId } };
    const { id } = await management.locations.create(location);
    await management.locations.remove(id);
    await assert.rejects(management.locations.get(id), { code: "7404", status: 404 });
  });

  await t.test("all invalid fields are in the error", async () => {
    const wrong = { serialNumber: "PN9-2", deviceType: { name: "toaster" as "generic" } };
    const call = management.devices.create({ ...wrong, client: { id: "999999999" } });
    const error = await call.catch((one) => one);
    assert.ok(error instanceof SixdoorsError);
    assert.deepEqual(Object.keys(error.fields ?? {}).sort(), ["client", "deviceType"]);
    assert.match(error.message, /client/);
  });

  await t.test("with an API secret, requests are signed, also with a query string", async () => {
    const { userName, password: apiSecret } = LOGINS.management;
    const signing = createClient({ baseUrl: url, management: { userName, apiSecret } });
    const { value } = await signing.management.partners.list({ name: "Harbor Payments" }).next();
    assert.equal(value?.partnerId, "harbor");
    const device = { serialNumber: "PN9-3", deviceType: { name: "generic" } } as const;
    assert.match((await signing.management.devices.create(device)).id, /^\d+$/);
    const wrong = createClient({ baseUrl: url, management: { userName, apiSecret: "wrong" } });
    await assert.rejects(wrong.management.partners.get("1"), { code: "7401" });
  });
});
