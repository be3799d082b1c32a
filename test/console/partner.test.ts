/** The partner API of the console: tree, clients, locations and users. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { NumberedPage, Session } from "../../src/interfaces/console/contract.ts";
import type {
  Branch,
  ClientRow,
  ClientView,
  LocationView,
  ManagementChoices,
  ManagementFinds,
  ManagementHome,
  PartnerView,
  UserView,
} from "../../src/interfaces/console/partner/contract.ts";
import { ConsoleClient, PARTNER } from "../kit/console.ts";
import { newBody, openManagementApp } from "../kit/management.ts";
import { type Lifetime, openShared } from "../kit/shared.ts";

const CLIENT = {
  as: "partner",
  name: "quayside-admin",
  password: "certification-client",
} as const;

async function openPartnerConsole(t: Lifetime) {
  const management = await openManagementApp(t);
  const partner = await ConsoleClient.signedIn(management.server, PARTNER);
  const harborId = management.ids["harbor"] ?? "";
  const clients = await partner.get<NumberedPage<ClientRow>>("/management/clients?search=quayside");
  const quayside = clients.body.items[0]?.id ?? assert.fail("no Quayside");
  return { ...management, console: partner, harborId, quayside };
}

/** Signs in as a seeded user after their role was changed. */
async function asRole(management: Awaited<ReturnType<typeof openManagementApp>>, role: string) {
  const { owner } = management.database;
  await owner.rows`update contact_credentials set user_role = ${role} where user_name = 'harbor'`;
  return ConsoleClient.signedIn(management.server, PARTNER);
}

test("the home screen counts devices by state, inspections, clients and recent parser requests", async (t) => {
  const { console, database, harborId, clock } = await openPartnerConsole(t);
  const calls = ["1".padEnd(25, "1"), "1".padEnd(25, "2")];
  for (const [place, id] of calls.entries()) {
    await database.owner.rows`
      insert into parser_journal (message_id, called_at, partner_id, is_success, error_code, took_ms)
      values (${id}, now(), ${harborId}, ${place === 0}, ${place === 0 ? null : 2201}, 1)`;
  }
  const since = clock.business().toZonedDateTimeISO("UTC").subtract({ years: 1, days: 1 });
  await database.owner.rows`
    update devices set activation_date = ${since.toInstant()} where serial_number = 'GEN0000001'`;
  const { body } = await console.get<ManagementHome>("/management/home");
  const byState = Object.fromEntries(body.states.map(({ state, devices }) => [state, devices]));
  assert.deepEqual(byState, { stored: 1, activating: 1, activated: 9 });
  assert.equal(body.due.overdue, 1);
  assert.deepEqual(
    [body.partner?.subPartners, body.partner?.clients, body.calls?.looked, body.calls?.failures],
    [1, 1, 2, 1],
  );
  const [failure] = body.calls?.newestFailures ?? [];
  assert.deepEqual([failure?.messageId, failure?.errorCode], [calls[1], 2201]);
  assert.match(failure?.meaning ?? "", /No such device/);
});

test("the tree loads level by level, with a breadcrumb to the user's own partner", async (t) => {
  const { console, retail, ids, harborId, server } = await openPartnerConsole(t);
  const top = await console.get<NumberedPage<Branch>>(`/management/partners/${harborId}/below`);
  assert.deepEqual(
    top.body.items.map(({ name, subPartners, clients }) => [name, subPartners, clients]),
    [["Harbor Retail", 0, 0]],
  );
  const deep = await retail.post("/partners", newBody.partner({ id: ids["harbor-retail"] }));
  await retail.post("/clients", newBody.client({ id: deep }));
  const again = await console.get<NumberedPage<Branch>>(`/management/partners/${harborId}/below`);
  assert.deepEqual([again.body.items[0]?.subPartners, again.body.items[0]?.clients], [1, 1]);
  const page = await console.get<PartnerView>(`/management/partners/${deep}`);
  assert.deepEqual(
    page.body.trail.map(({ id }) => id),
    [harborId, ids["harbor-retail"], deep],
  );
  const below = await ConsoleClient.signedIn(server, { ...PARTNER, name: "harbor-retail" });
  const seen = await below.get<PartnerView>(`/management/partners/${deep}`);
  assert.deepEqual(
    seen.body.trail.map(({ id }) => id),
    [ids["harbor-retail"], deep],
    "parent partners are not shown",
  );
});

test("search finds partners, clients, devices, locations and people", async (t) => {
  const { console } = await openShared(t, openPartnerConsole);
  const { body } = await console.get<ManagementFinds>("/management/search?q=HARBOR");
  assert.deepEqual(
    body.partners.map(({ name }) => name),
    ["Harbor Payments", "Harbor Retail"],
  );
  const client = await console.get<ManagementFinds>("/management/search?q=quay");
  assert.equal(client.body.clients[0]?.name, "Quayside Stores");
  const devices = await console.get<ManagementFinds>("/management/search?q=GEN000&for=devices");
  assert.equal(devices.body.devices.length, 3);
  assert.deepEqual(devices.body.partners, []);
  for (const odd of ["%25%25", "__", "x'--"]) {
    const none = await console.get<ManagementFinds>(`/management/search?q=${odd}`);
    assert.deepEqual(Object.values(none.body).flat(), [], odd);
  }
  const [person] = (await console.get<ManagementFinds>("/management/search?q=QUAYSIDE-A")).body
    .people;
  assert.equal(person?.client?.name, "Quayside Stores");
  const { name = "", address = "" } = client.body.locations[0] ?? {};
  assert.match(name, /Quayside/);
  const street = encodeURIComponent(address.split(",")[0] ?? "");
  const byAddress = await console.get<ManagementFinds>(`/management/search?q=${street}`);
  assert.equal(byAddress.body.locations[0]?.name, name);
});

test("a sub-partner is added with location and user, or every invalid field is reported", async (t) => {
  const { console, harborId } = await openShared(t, openPartnerConsole);
  const wrong = await console.post("/management/partners", {
    ...newBody.partner({ id: harborId }, { reference: "harbor" }),
    location: newBody.location({ city: "", country: { code: "XQ" } }),
    contact: newBody.contact({ userRole: "Client Admin", email: "nobody" }),
  });
  assert.equal(wrong.status, 422);
  assert.deepEqual(Object.keys(wrong.body.error.fields ?? {}).sort(), [
    "contact.email",
    "contact.userRole",
    "location.city",
    "location.country.code",
    "reference",
  ]);
  const made = await console.post<{ id: string }>(
    "/management/partners",
    newBody.partner({ id: harborId }),
  );
  assert.equal(made.status, 200);
  const { body } = await console.get<PartnerView>(`/management/partners/${made.body.id}`);
  assert.deepEqual([body.isOwn, body.isActive, body.counts.people], [false, true, 1]);
  const path = `/management/partners/${made.body.id}`;
  const { version } = body;
  assert.equal((await console.patch(path, { isActive: false, version })).status, 204);
  const stale = await console.patch(path, { name: "x", version });
  assert.deepEqual([stale.status, stale.body.error.code], [409, "conflict"]);
  assert.match(stale.body.error.message, /Reload it/);
});

test("editing a partner cannot change its credentials", async (t) => {
  const { console, ids, database } = await openPartnerConsole(t);
  const digest = () => database.owner.rows`select * from partner_credentials order by partner_id`;
  const before = await digest();
  const path = `/management/partners/${ids["harbor-retail"]}`;
  const sent = { name: "Retail", partnerKey: "x".repeat(30), allowList: [], publicKey: null };
  assert.equal((await console.patch(path, sent)).status, 204);
  assert.deepEqual(await digest(), before);
});

test("users cannot disable their own partner or themselves", async (t) => {
  const { console, harborId } = await openShared(t, openPartnerConsole);
  const own = await console.patch(`/management/partners/${harborId}`, { isActive: false });
  assert.deepEqual([own.status, Object.keys(own.body.error.fields ?? {})], [422, ["isActive"]]);
  const people = await console.get<NumberedPage<UserView>>(`/management/users?partner=${harborId}`);
  const you = people.body.items.find(({ isYou }) => isYou)?.id;
  const off = await console.patch(`/management/users/${you}`, { isActive: false });
  assert.equal(off.status, 422);
  assert.equal((await console.delete(`/management/users/${you}`)).status, 409);
});

test("a client is added with location and user, edited, and deleted while unused", async (t) => {
  const { console, harborId, quayside } = await openShared(t, openPartnerConsole);
  const wish = newBody.client(
    { id: harborId },
    { contact: newBody.contact({ userRole: "Partner User" }) },
  );
  const wrong = await console.post("/management/clients", wish);
  assert.deepEqual(Object.keys(wrong.body.error.fields ?? {}), ["contact.userRole"]);
  const made = await console.post<{ id: string }>(
    "/management/clients",
    newBody.client({ id: harborId }),
  );
  const path = `/management/clients/${made.body.id}`;
  const { body } = await console.get<ClientView>(path);
  assert.deepEqual(body.counts, { locations: 1, people: 1, devices: 0, attestations: 0 });
  const changed = await console.patch(path, { name: "Pier", mid: "P1", version: body.version });
  assert.equal(changed.status, 204);
  const found = await console.get<NumberedPage<ClientRow>>("/management/clients?search=pier");
  assert.deepEqual([found.body.total, found.body.items[0]?.mid], [1, "P1"]);
  assert.equal((await console.delete(path)).status, 204);
  assert.equal((await console.get(path)).status, 404);
  const used = await console.delete(`/management/clients/${quayside}`);
  assert.deepEqual([used.status, used.body.error.code], [409, "conflict"]);
});

test("locations are added, edited and deleted", async (t) => {
  const { console, quayside } = await openShared(t, openPartnerConsole);
  const wish = newBody.location({ client: { id: quayside }, postalCode: "1".repeat(11) });
  const wrong = await console.post("/management/locations", wish);
  assert.deepEqual(Object.keys(wrong.body.error.fields ?? {}), ["postalCode"]);
  const made = await console.post<{ id: string }>("/management/locations", {
    ...wish,
    postalCode: "21202",
  });
  const path = `/management/locations/${made.body.id}`;
  const { body } = await console.get<LocationView>(path);
  const change = { city: "Dover", country: { code: "gb" }, version: body.version };
  assert.equal((await console.patch(path, change)).status, 204);
  const after = await console.get<LocationView>(path);
  assert.deepEqual([after.body.city, after.body.country.code], ["Dover", "GB"]);
  assert.equal((await console.delete(path)).status, 204);
});

test("users receive a welcome email, need a fitting role and can be disabled", async (t) => {
  const { console, quayside, database } = await openShared(t, openPartnerConsole);
  const emails = () => database.owner.rows`
    select id from outbox where event = 'user.welcome' order by id`;
  const wish = newBody.contact({ client: { id: quayside }, userRole: "System Admin" });
  const wrong = await console.post("/management/users", wish);
  assert.deepEqual(Object.keys(wrong.body.error.fields ?? {}), ["userRole"]);
  const own = await console.post("/management/users", newBody.contact({ userRole: "Client User" }));
  assert.deepEqual(Object.keys(own.body.error.fields ?? {}), ["userRole"]);
  const before = (await emails()).length;
  const made = await console.post<{ id: string }>("/management/users", {
    ...wish,
    userRole: "Client Custodian",
    sendWelcomeEmail: true,
  });
  assert.equal((await emails()).length, before + 1);
  const path = `/management/users/${made.body.id}`;
  assert.equal((await console.post(`${path}/welcome`)).status, 204);
  assert.equal((await emails()).length, before + 2, "sent again");
  const { body } = await console.get<UserView>(path);
  assert.equal((await console.patch(path, { isActive: false, version: body.version })).status, 204);
  assert.equal((await console.post(`${path}/welcome`)).status, 409);
  assert.equal((await console.delete(path)).status, 204);
});

test("every change is audited with user and origin", async (t) => {
  const { console, harborId, database } = await openShared(t, openPartnerConsole);
  const { body } = await console.post<{ id: string }>(
    "/management/clients",
    newBody.client({ id: harborId }),
  );
  const [entry] = await database.owner.rows<Record<string, unknown>>`
    select actor_kind, actor_name, door from audit_entries
    where action = 'client.create' and subject_id = ${body.id}`;
  assert.deepEqual(entry, {
    actor_kind: "partner_user",
    actor_name: "harbor",
    door: "/console",
  });
});

test("each role has its own permissions only", async (t) => {
  const management = await openManagementApp(t);
  const harborId = management.ids["harbor"] ?? "";
  const user = await asRole(management, "System User");
  assert.equal(
    (await user.post("/management/clients", newBody.client({ id: harborId }))).status,
    200,
  );
  assert.equal(
    (await user.post("/management/partners", newBody.partner({ id: harborId }))).status,
    403,
  );
  assert.equal((await user.post("/management/users", newBody.contact())).status, 403);
  assert.equal((await user.get(`/management/credentials/${harborId}`)).status, 403);
  const kif = await asRole(management, "Kif User");
  assert.equal((await kif.get("/management/home")).status, 200);
  assert.equal(
    (await kif.post("/management/clients", newBody.client({ id: harborId }))).status,
    403,
  );
  assert.equal((await kif.post("/management/attestations", {})).status, 403);
  assert.equal((await kif.post("/management/devices", newBody.device())).status, 200);
  const lost = await asRole(management, "Client Admin");
  assert.equal((await lost.get("/management/home")).status, 403, "a client role without a client");
});

test("a client user with a partner role still has client permissions", async (t) => {
  const { server, database } = await openManagementApp(t);
  await database.owner.rows`
    update contact_credentials set user_role = 'Partner User' where user_name = ${CLIENT.name}`;
  const console = await ConsoleClient.signedIn(server, CLIENT);
  const { body } = await console.get<Session>("/session");
  assert.deepEqual(body.may, ["management", "attestations"]);
  const home = await console.get<ManagementHome>("/management/home");
  assert.deepEqual([home.body.client?.name, home.body.partner], ["Quayside Stores", undefined]);
});

test("a form offers only the roles that the user may assign", async (t) => {
  const console = await asRole(await openManagementApp(t), "Partner User");
  const { body } = await console.get<ManagementChoices>("/management/choices");
  assert.deepEqual(body.partnerRoles, ["System User", "Kif User", "Partner User"]);
});

test("form choices come from the core", async (t) => {
  const { console } = await openShared(t, openPartnerConsole);
  const { body } = await console.get<ManagementChoices>("/management/choices");
  assert.deepEqual(body.contactRoles, ["Partner User"]);
  assert.deepEqual(body.partnerRoles, ["System Admin", "System User", "Kif User", "Partner User"]);
  assert.equal(body.deviceStates.length, 19);
  assert.ok(body.countries.length > 200 && body.countries.length < 260, `${body.countries.length}`);
  assert.ok(body.countries.some(({ code, name }) => code === "US" && name === "United States"));
});
