/**
 * Every role at every partner and client route of the console, with own, lower-level and foreign
 * records, and with the user disabled. A route that is not listed fails the test.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ConsoleClient } from "../kit/console.ts";
import { managementRoutes } from "../kit/console-routes.ts";
import { inTurns } from "../kit/in-turns.ts";
import type { Json } from "../kit/management.ts";
import { addPerson, signInAs, storeRole } from "../kit/management-users.ts";
import { type Lifetime, openShared } from "../kit/shared.ts";
import { NOTHING } from "../management/matrix-cases.ts";
import { type Belongings, fill, openTenants } from "../management/tenants.ts";

/** A(dmin), P(artner User), S(ystem User), K(if User), and of a client: a(dmin), c(ustodian), u(ser), p(rocurement). */
const ROLE_LETTERS: Readonly<Record<string, string>> = {
  "System Admin": "A",
  "Partner User": "P",
  "System User": "S",
  "Kif User": "K",
  "Client Admin": "a",
  "Client Custodian": "c",
  "Client User": "u",
  "Client Procurement": "p",
};

const ALL = "APSKacup";
const PARTNERS = "APSK";
const ATTESTING = "APSac";

interface Row {
  readonly roles: string;
  /** The kind of record in the path. */
  readonly kind?: keyof Belongings;
  /** A body that changes nothing, even where the route is allowed. */
  readonly body?: (of: Belongings) => Json;
  /** The status if the route is allowed and the record is visible. */
  readonly seen: number;
}

const read = (roles: string, kind?: keyof Belongings): Row => ({
  roles,
  ...(kind && { kind }),
  seen: 200,
});
const send = (roles: string, seen: number, more: Omit<Row, "roles" | "seen"> = {}): Row => ({
  roles,
  seen,
  ...more,
});
/** A version that does not exist, so that an allowed change is rejected. */
const STALE = () => ({ version: 99_999, key: "k".repeat(30) });

const ROUTES: Readonly<Record<string, Row>> = {
  "GET choices": read(ALL),
  "GET home": read(ALL),
  "GET search": read(ALL),
  "GET partners/:id": read(PARTNERS, "partner"),
  "GET partners/:id/below": read(PARTNERS, "partner"),
  "GET partners/:id/below.csv": read(PARTNERS, "partner"),
  "POST partners": send("AP", 422),
  "PATCH partners/:id": send("AP", 204, { kind: "partner" }),
  "GET clients": read(ALL),
  "GET clients.csv": read(ALL),
  "GET clients/:id": read(ALL, "client"),
  "POST clients": send("APS", 422),
  "PATCH clients/:id": send("APS", 204, { kind: "client" }),
  "DELETE clients/:id": send("APS", 409, { kind: "client" }),
  "GET locations": read(ALL),
  "GET locations.csv": read(ALL),
  "GET locations/:id": read(ALL, "location"),
  "POST locations": send("APS", 422),
  "PATCH locations/:id": send("APS", 204, { kind: "location" }),
  "DELETE locations/:id": send("APS", 409, { kind: "location" }),
  "GET users": read(ALL),
  "GET users.csv": read(ALL),
  "GET users/:id": read(ALL, "user"),
  "POST users": send("AP", 422),
  "PATCH users/:id": send("AP", 204, { kind: "user" }),
  "DELETE users/:id": send("AP", 409, { kind: "user" }),
  "POST users/:id/welcome": send("AP", 204, { kind: "user" }),
  "POST users/:id/sign-in-methods/remove": send("A", 204, { kind: "user" }),
  // The users here are clients', who have no API secret. Own secrets: api-secrets.test.ts.
  "GET users/:id/api-secret": send("A", 422, { kind: "user" }),
  "POST users/:id/api-secret": send("A", 422, { kind: "user" }),
  "DELETE users/:id/api-secret": send("A", 422, { kind: "user" }),
  "GET devices": read(ALL),
  "GET devices.csv": read(ALL),
  "GET devices/states": read(ALL),
  "GET devices/ticks": read(ALL),
  "GET devices/:id": read(ALL, "device"),
  "GET device-import": read("APSK"),
  "POST device-import": send("APSK", 422),
  "POST device-assignment": send("APSK", 422),
  "POST devices": send("APSK", 422),
  "PATCH devices/:id": send("APSK", 204, { kind: "device" }),
  "GET inspections": read(ALL),
  "GET inspections.csv": read(ALL),
  "GET inspections/calendar": read(ALL),
  "GET attestations": read(ALL),
  "GET attestations.csv": read(ALL),
  "GET attestations/:id": read(ALL, "attestation"),
  "POST attestations": send(ATTESTING, 422),
  "GET parser-log": read(PARTNERS),
  "GET parser-log.csv": read(PARTNERS),
  "GET parser-log/:messageId": read(PARTNERS, "transaction"),
  "GET credentials/:id": read("AP", "partner"),
  "POST credentials/:id/key": send("AP", 409, { kind: "partner", body: STALE }),
  "DELETE credentials/:id/older-keys": send("AP", 204, { kind: "partner" }),
  "POST credentials/:id/public-key": send("AP", 422, { kind: "partner" }),
  "POST credentials/:id/public-key/remove": send("AP", 409, { kind: "partner", body: STALE }),
  "POST credentials/:id/allow-list": send("AP", 409, { kind: "partner", body: STALE }),
  "POST credentials/:id/allow-list/check": send("AP", 200, {
    kind: "partner",
    body: () => ({ allowList: [] }),
  }),
};

interface Caller {
  readonly about: string;
  readonly letter: string;
  readonly id: string;
  readonly isClient: boolean;
  readonly console: ConsoleClient;
}

/** Retail is below harbor and above kiosk. Each has one record of every kind, retail two clients. */
async function openCallers(t: Lifetime) {
  const { management, tenants } = await openTenants(t);
  const find = (name: string) =>
    tenants.find((tenant) => tenant.name === name)?.own ?? assert.fail(name);
  const own = find("retail");
  const sibling = await fill(management, management.harbor, own.partner.id);
  const add = async (role: string, isClient: boolean, stored = role): Promise<Caller> => {
    const home = isClient ? { client: { id: own.client.id } } : { partner: { id: own.partner.id } };
    const { id, userName } = await addPerson(management, role, home);
    if (stored !== role) await storeRole(management, id, stored);
    const console = await signInAs(management, userName);
    // A client role without a client allows nothing. A partner role with a client is a Client Admin.
    const isOdd = isClient !== role.startsWith("Client");
    const letter = isOdd ? "" : stored === role ? (ROLE_LETTERS[role] ?? "") : "a";
    return {
      about: `${stored} of a ${isClient ? "client" : "partner"}`,
      letter,
      id,
      isClient,
      console,
    };
  };
  const callers: Caller[] = [];
  for (const role of Object.keys(ROLE_LETTERS)) {
    const isClientRole = role.startsWith("Client");
    callers.push(await add(role, isClientRole));
    callers.push(isClientRole ? await add(role, false) : await add("Client User", true, role));
  }
  return { management, callers, find, own, sibling };
}

async function answerTo({ console }: Caller, route: string, of: Belongings) {
  const { kind, body } = ROUTES[route] ?? assert.fail(route);
  const [method = "", pattern = ""] = route.split(" ");
  const url = `/management/${kind === undefined ? pattern : pattern.replace(/:\w+/, of[kind].id)}`;
  const ask = {
    GET: () => console.get(url),
    POST: () => console.post(url, body?.(of)),
    PATCH: () => console.patch(url, body?.(of)),
    DELETE: () => console.delete(url),
  }[method];
  const { status, body: told } = await (ask ?? assert.fail(method))();
  const text = JSON.stringify([status, told], (name, value) =>
    name === "requestId" ? undefined : value,
  );
  return { status, told: text };
}

test("every role at every route, with own, lower-level and foreign records", async (t) => {
  const { callers, find, own, sibling } = await openShared(t, openCallers);
  assert.deepEqual(managementRoutes().toSorted(), Object.keys(ROUTES).toSorted());
  const others = { above: find("harbor"), beside: find("depot") };
  let cases = 0;
  const checkRoute = async (caller: Caller, route: string, row: Row) => {
    const { roles, kind, seen } = row;
    const isAllowed = caller.letter !== "" && roles.includes(caller.letter);
    const visible = caller.isClient ? { own } : { own, below: find("kiosk"), sibling };
    const foreign = caller.isClient ? { ...others, below: find("kiosk"), sibling } : others;
    if (!isAllowed) {
      const { status } = await answerTo(caller, route, own);
      assert.equal(status, 403, `${caller.about}: ${route}`);
      cases++;
      return;
    }
    const nothing = await answerTo(caller, route, NOTHING);
    if (kind === undefined) {
      // The request names no record, so it is the same for all of them.
      assert.equal(nothing.status, seen, `${caller.about}: ${route}: ${nothing.told}`);
      cases++;
      return;
    }
    for (const [relation, of] of Object.entries({ ...foreign, ...visible })) {
      const about = `${caller.about}: ${route}, ${relation}`;
      const { status, told } = await answerTo(caller, route, of);
      if (relation in visible) assert.equal(status, seen, `${about}: ${told}`);
      else assert.equal(told, nothing.told, about);
      cases++;
    }
  };
  // A person may run only three exports at once, so each caller calls one route after the other.
  await inTurns(callers, async (caller) => {
    for (const [route, row] of Object.entries(ROUTES)) await checkRoute(caller, route, row);
  });
  t.diagnostic(`${cases} cases`);
});

function pairAll(callers: readonly Caller[]) {
  return callers.flatMap((caller) => Object.keys(ROUTES).map((route) => ({ caller, route })));
}

const CALLERS_PER_ROUTE = 4;

/** Every route with some callers, and every caller with some routes. */
function pairSome(callers: readonly Caller[]) {
  return Object.keys(ROUTES).flatMap((route, index) =>
    Array.from({ length: CALLERS_PER_ROUTE }, (_, n) => {
      const caller = callers[(index * CALLERS_PER_ROUTE + n) % callers.length] ?? assert.fail();
      return { caller, route };
    }),
  );
}

test("a session is rejected while its user, client, partner or a parent partner is disabled", async (t) => {
  const { management, callers, find, own } = await openShared(t, openCallers);
  const { owner } = management.database;
  const ids = callers.map(({ id }) => id);
  const switches = {
    user: (isActive: boolean) => owner.rows`
      update contact_credentials set is_active = ${isActive} where contact_id = any (${ids})`,
    client: (isActive: boolean) => owner.rows`
      update clients set is_active = ${isActive} where id = ${own.client.id}`,
    partner: (isActive: boolean) => owner.rows`
      update partners set is_active = ${isActive} where id = ${own.partner.id}`,
    "partner above": (isActive: boolean) => owner.rows`
      update partners set is_active = ${isActive} where id = ${find("harbor").partner.id}`,
  };
  for (const [what, turn] of Object.entries(switches)) {
    const shut = callers.filter(({ isClient }) => what !== "client" || isClient);
    // What is disabled does not depend on the route, so only one of the four needs every pair.
    const turns = what === "user" ? pairAll(shut) : pairSome(shut);
    await turn(false);
    await inTurns(turns, async ({ caller, route }) => {
      const { status } = await answerTo(caller, route, own);
      assert.equal(status, 401, `${what} off, ${caller.about}: ${route}`);
    });
    await turn(true);
    await inTurns(shut, async (caller) => {
      const { status } = await answerTo(caller, "GET home", own);
      assert.equal(status, caller.letter === "" ? 403 : 200, `${what} on, ${caller.about}`);
    });
  }
});
