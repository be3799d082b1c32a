/**
 * Every partner and client route of the console, called with ids of other tenants. The response is
 * the same as for a record that does not exist, and nothing changes.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ManagementFinds } from "../../src/interfaces/console/partner/contract.ts";
import { ConsoleClient, PARTNER } from "../kit/console.ts";
import { managementRoutes } from "../kit/console-routes.ts";
import { inTurns } from "../kit/in-turns.ts";
import { newBody, snapshotManagement } from "../kit/management.ts";
import { type Lifetime, openShared } from "../kit/shared.ts";
import { tier } from "../kit/tier.ts";
import { type Belongings, fill, givePassword, openTenants } from "../management/tenants.ts";

type Body = Record<string, unknown>;
type Sent = readonly [path: string, body?: Body | undefined];
type Place = (own: Belongings, other: Belongings) => Sent;

const query = (path: string, names: Readonly<Record<string, keyof Belongings>>): Place[] =>
  Object.entries(names).map(([name, kind]) => (_, other) => [`${path}?${name}=${other[kind].id}`]);
const inPath = (path: string, kind: keyof Belongings, body?: Body): Place => {
  return (_, other) => [path.replace(/:\w+/, other[kind].id), body];
};
const DEVICES = { partner: "partner", client: "client" } as const;
const KEY = { publicKey: null, allowList: [], key: "k".repeat(24) };

/** Every place for an id, by route. A route that is not listed fails the test. */
const PLACES: Readonly<Record<string, readonly Place[]>> = {
  "GET choices": [],
  "GET home": [],
  "GET search": query("search", { "q=Client&partner": "partner" }),
  "GET partners/:id": [inPath("partners/:id", "partner")],
  "GET partners/:id/below": [inPath("partners/:id/below", "partner")],
  "GET partners/:id/below.csv": [inPath("partners/:id/below.csv", "partner")],
  "POST partners": [(_, other) => ["partners", newBody.partner({ id: other.partner.id })]],
  "PATCH partners/:id": [
    inPath("partners/:id", "partner", { name: "x" }),
    (own, other) => [`partners/${own.partner.id}`, { location: { id: other.location.id } }],
    (own, other) => [`partners/${own.partner.id}`, { contact: { id: other.user.id } }],
  ],
  "GET clients": query("clients", { partner: "partner", "direct=yes&partner": "partner" }),
  "GET clients.csv": query("clients.csv", { partner: "partner" }),
  "GET clients/:id": [inPath("clients/:id", "client")],
  "POST clients": [(_, other) => ["clients", newBody.client({ id: other.partner.id })]],
  "PATCH clients/:id": [
    inPath("clients/:id", "client", { name: "x" }),
    (own, other) => [`clients/${own.client.id}`, { directPartner: { id: other.partner.id } }],
    (own, other) => [`clients/${own.client.id}`, { location: { id: other.location.id } }],
    (own, other) => [`clients/${own.client.id}`, { contact: { id: other.user.id } }],
  ],
  "DELETE clients/:id": [inPath("clients/:id", "client")],
  "GET locations": query("locations", DEVICES),
  "GET locations.csv": query("locations.csv", DEVICES),
  "GET locations/:id": [inPath("locations/:id", "location")],
  "POST locations": [
    (_, other) => ["locations", newBody.location({ client: { id: other.client.id } })],
  ],
  "PATCH locations/:id": [inPath("locations/:id", "location", { name: "x" })],
  "DELETE locations/:id": [inPath("locations/:id", "location")],
  "GET users": query("users", DEVICES),
  "GET users.csv": query("users.csv", DEVICES),
  "GET users/:id": [inPath("users/:id", "user")],
  "POST users": [
    (_, other) => ["users", newBody.contact({ client: { id: other.client.id } })],
    (_, other) => [
      "users",
      newBody.contact({ partner: { id: other.partner.id }, userRole: "Kif User" }),
    ],
  ],
  "PATCH users/:id": [inPath("users/:id", "user", { phone: "1" })],
  "DELETE users/:id": [inPath("users/:id", "user")],
  "POST users/:id/welcome": [inPath("users/:id/welcome", "user")],
  "POST users/:id/sign-in-methods/remove": [inPath("users/:id/sign-in-methods/remove", "user")],
  "GET users/:id/api-secret": [inPath("users/:id/api-secret", "user")],
  "POST users/:id/api-secret": [inPath("users/:id/api-secret", "user", { overlapHours: 1 })],
  "DELETE users/:id/api-secret": [inPath("users/:id/api-secret", "user")],
  "GET devices": query("devices", DEVICES),
  "GET devices.csv": query("devices.csv", DEVICES),
  "GET devices/states": query("devices/states", DEVICES),
  "GET devices/ticks": query("devices/ticks", DEVICES),
  "GET device-import": [],
  "POST device-import": [
    (_, other) => ["device-import", importLine("clientId", other.client.id)],
    (_, other) => ["device-import", importLine("client", other.client.name)],
    (own, other) => [
      "device-import",
      importLine("clientId,locationId", `${own.client.id},${other.location.id}`),
    ],
  ],
  "POST device-assignment": [
    (own, other) => ["device-assignment", assignment([other.device.id], own.client.id)],
    (own, other) => ["device-assignment", assignment([own.device.id], other.client.id)],
    (own, other) => [
      "device-assignment",
      { devices: [own.device.id], location: { id: other.location.id } },
    ],
  ],
  "GET devices/:id": [inPath("devices/:id", "device")],
  "POST devices": [
    (_, other) => ["devices", newBody.device({ client: { id: other.client.id } })],
    (own, other) => [
      "devices",
      newBody.device({ client: { id: own.client.id }, location: { id: other.location.id } }),
    ],
  ],
  "PATCH devices/:id": [
    inPath("devices/:id", "device", { name: "x" }),
    (own, other) => [`devices/${own.device.id}`, { client: { id: other.client.id } }],
    (own, other) => [`devices/${own.device.id}`, { location: { id: other.location.id } }],
  ],
  "GET inspections": query("inspections", DEVICES),
  "GET inspections.csv": query("inspections.csv", DEVICES),
  "GET inspections/calendar": query("inspections/calendar", DEVICES),
  "GET attestations": query("attestations", { client: "client", device: "device" }),
  "GET attestations.csv": query("attestations.csv", { client: "client", device: "device" }),
  "GET attestations/:id": [inPath("attestations/:id", "attestation")],
  "POST attestations": [
    (own, other) => ["attestations", attestation(own, { client: { id: other.client.id } })],
    (own, other) => ["attestations", attestation(own, { devices: [{ id: other.device.id }] })],
    (own, other) => [
      "attestations",
      attestation(own, { devices: [{ serialNumber: other.device.name }] }),
    ],
    (own, other) => [
      "attestations",
      attestation(own, { client: { id: other.client.id }, devices: [{ id: other.device.id }] }),
    ],
  ],
  "GET parser-log": query("parser-log", { ...DEVICES, device: "device" }),
  "GET parser-log.csv": query("parser-log.csv", { ...DEVICES, device: "device" }),
  "GET parser-log/:messageId": [inPath("parser-log/:messageId", "transaction")],
  "GET credentials/:id": [inPath("credentials/:id", "partner")],
  "POST credentials/:id/key": [inPath("credentials/:id/key", "partner", KEY)],
  "DELETE credentials/:id/older-keys": [inPath("credentials/:id/older-keys", "partner")],
  "POST credentials/:id/public-key": [
    inPath("credentials/:id/public-key", "partner", { publicKey: "x" }),
  ],
  "POST credentials/:id/public-key/remove": [
    inPath("credentials/:id/public-key/remove", "partner", KEY),
  ],
  "POST credentials/:id/allow-list": [inPath("credentials/:id/allow-list", "partner", KEY)],
  "POST credentials/:id/allow-list/check": [
    inPath("credentials/:id/allow-list/check", "partner", KEY),
  ],
};

function importLine(columns: string, values: string): Body {
  const file = `serialNumber,deviceType,${columns}\nIMPORTED,generic,${values}`;
  return { file, isPreview: false };
}

function assignment(devices: readonly string[], client: string): Body {
  return { devices, client: { id: client } };
}

function attestation(own: Belongings, more: Body): Body {
  const client = { id: own.client.id };
  const devices = [{ id: own.device.id }];
  return { name: "x", completeDate: "2026-01-01", client, devices, ...more };
}

const NOBODYS = { id: "999999999999", name: "nobody is called this" };
const NOTHING: Belongings = {
  partner: NOBODYS,
  client: NOBODYS,
  location: NOBODYS,
  user: NOBODYS,
  device: NOBODYS,
  attestation: NOBODYS,
  transaction: { id: "9".repeat(25), name: "" },
};

interface Caller {
  readonly name: string;
  readonly console: ConsoleClient;
  readonly own: Belongings;
  /** Tenants whose records the caller must not see. */
  readonly others: readonly (readonly [name: string, own: Belongings])[];
}

async function answerTo(
  { console, own }: Caller,
  [route, place]: [string, Place],
  other: Belongings,
) {
  const [method = ""] = route.split(" ");
  const [path, body] = place(own, other);
  const url = `/management/${path}`;
  const ask = {
    GET: () => console.get(url),
    POST: () => console.post(url, body),
    PATCH: () => console.patch(url, body),
    DELETE: () => console.delete(url),
  }[method];
  const answer = await (ask ?? assert.fail(method))();
  // The request id differs in every response.
  return JSON.stringify([answer.status, answer.body], (name, value) =>
    name === "requestId" ? undefined : value,
  );
}

/** In a short run each caller meets some others: above, beside, below those, apart, and gone. */
const IS_SHORT = tier(1, 0) === 1;
const MET: Readonly<Record<string, readonly string[]>> = {
  harbor: ["summit", "inactive"],
  retail: ["harbor", "depot", "sibling"],
  depot: ["kiosk", "branch"],
  "client of harbor": ["retail", "summit", "sibling"],
  "client of retail": ["harbor", "kiosk", "inactive", "sibling"],
};
const CASES_MIN = tier(800, 1_500);

function listMet({ name, others }: Caller): Caller["others"] {
  return others.filter(([other]) => !IS_SHORT || MET[name]?.includes(other));
}

/** Users of three partners, and of a client of two of them. */
async function openCallers(t: Lifetime) {
  const { management, tenants } = await openTenants(t);
  const { server, database, harbor, ids } = management;
  const all = tenants.map(({ name, own }) => [name, own] as const);
  const sibling = await fill(management, harbor, ids["harbor"] ?? "");
  const signIn = (name: string) => ConsoleClient.signedIn(server, { ...PARTNER, name });
  const below = { harbor: ["retail", "kiosk", "depot"], retail: ["kiosk"], depot: [] };
  const partners = Object.entries(below).map(async ([name, seen]): Promise<Caller> => {
    const userName = name === "retail" ? "harbor-retail" : name;
    const own = all.find(([one]) => one === name)?.[1] ?? assert.fail(name);
    const others = all.filter(([one]) => one !== name && !seen.includes(one as never));
    const more = name === "harbor" ? [] : [["sibling", sibling] as const];
    return { name, console: await signIn(userName), own, others: [...others, ...more] };
  });
  const clients = ["harbor", "retail"].map(async (name): Promise<Caller> => {
    const own = all.find(([one]) => one === name)?.[1] ?? assert.fail(name);
    await givePassword(management, own.user.name);
    const others = all.filter(([one]) => one !== name);
    const console = await signIn(own.user.name);
    // A client user may know its own partner.
    const beside = name === "harbor" ? { ...sibling, partner: NOBODYS } : sibling;
    return { name: `client of ${name}`, console, own, others: [...others, ["sibling", beside]] };
  });
  const callers = [...(await Promise.all(partners)), ...(await Promise.all(clients))];
  return { callers, database, sibling };
}

test("a record of another tenant looks exactly like one that does not exist", async (t) => {
  assert.deepEqual(managementRoutes().toSorted(), Object.keys(PLACES).toSorted());
  const { callers, database } = await openShared(t, openCallers);
  const digest = () => snapshotManagement({ database });
  const before = await digest();
  const places = Object.entries(PLACES).flatMap(([route, some]) =>
    some.map((place): [string, Place] => [route, place]),
  );
  let cases = 0;
  // A person may run only three exports at once, so each caller asks for one place after the other.
  await inTurns(callers, async (caller) => {
    for (const place of places) {
      const expected = await answerTo(caller, place, NOTHING);
      assert.match(expected, /^\[(200|403|404|422),/, `${caller.name}: ${place[0]}`);
      for (const [name, other] of listMet(caller)) {
        const told = await answerTo(caller, place, other);
        assert.equal(told, expected, `${caller.name} with ${name}'s: ${place[0]}`);
        cases++;
      }
    }
  });
  assert.deepEqual(await digest(), before);
  assert.ok(cases >= CASES_MIN, `${cases} cases`);
  t.diagnostic(`${cases} cases at ${places.length} places`);
});

test("a user's own records are found, so the test above can fail", async (t) => {
  const { callers } = await openShared(t, openCallers);
  const reads = Object.entries(PLACES).filter(([route, places]) => {
    return route.startsWith("GET") && places.length > 0;
  });
  for (const caller of callers) {
    for (const [route, places] of reads.filter(([one]) => mayFind(caller, one))) {
      const isFound = await Promise.all(
        places.map(async (place) => {
          const own = await answerTo(caller, [route, place], caller.own);
          return own !== (await answerTo(caller, [route, place], NOTHING));
        }),
      );
      assert.ok(isFound.includes(true), `${caller.name}: ${route}`);
    }
  }
});

/**
 * No device is due here. Client users have no partners, parser log and credentials. Only System
 * Admins, which client users and the user of depot are not, may see the secrets of others.
 */
function mayFind({ name }: Caller, route: string): boolean {
  if (route.startsWith("GET inspections")) return false;
  if (route.endsWith("/api-secret")) return name === "harbor" || name === "retail";
  return !(name.startsWith("client") && /partners|parser-log|credentials/.test(route));
}

test("search finds no records of other tenants", async (t) => {
  const { callers } = await openShared(t, openCallers);
  for (const { name, console, others, own } of callers) {
    for (const [whose, other] of others) {
      for (const thing of [other.client, other.device, other.partner, other.location, other.user]) {
        const text = encodeURIComponent(thing.name);
        const found = await console.get<ManagementFinds>(`/management/search?q=${text}`);
        const { partners, clients, devices, locations, people } = found.body;
        assert.ok(!partners.some(({ id }) => id === other.partner.id), `${name}: ${whose}`);
        assert.ok(!clients.some(({ id }) => id === other.client.id), `${name}: ${whose}`);
        assert.ok(!devices.some(({ id }) => id === other.device.id), `${name}: ${whose}`);
        assert.ok(!locations.some(({ id }) => id === other.location.id), `${name}: ${whose}`);
        assert.ok(!people.some(({ id }) => id === other.user.id), `${name}: ${whose}`);
      }
    }
    const text = encodeURIComponent(own.device.name);
    const { body } = await console.get<ManagementFinds>(`/management/search?q=${text}`);
    assert.ok(
      body.devices.some(({ id }) => id === own.device.id),
      name,
    );
  }
});
