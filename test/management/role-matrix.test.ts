/**
 * A: every role at every call of `/api/v1`, with own, lower and foreign resources, and with the caller
 * disabled. A call of the OpenAPI document without a row here fails the test.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { inTurns } from "../kit/in-turns.ts";
import type { Json, Partner } from "../kit/management.ts";
import {
  addPerson,
  giveSecret,
  signedCall,
  storeRole,
  untilAnswered,
} from "../kit/management-users.ts";
import { type Lifetime, openShared } from "../kit/shared.ts";
import { type Document, NOTHING } from "./matrix-cases.ts";
import { type Belongings, openTenants } from "./tenants.ts";

type Method = "GET" | "POST" | "PATCH" | "DELETE";

/** Who may call: A(dmin), P(artner User), S(ystem User), K(if User). Users of a client may not. */
interface Row {
  readonly roles: string;
  /** A request about a tenant's resources that changes nothing, even if it is allowed. */
  request(of: Belongings): readonly [path: string, body?: Json];
  /** The answer if the call is allowed and the resources are visible. */
  readonly seen: number;
}

const list = (path: string, roles = "APSK"): Row => ({
  roles,
  request: ({ partner }) => [`${path}?partner=${partner.id}`],
  seen: 200,
});
const ofClient = (path: string): Row => ({
  roles: "APSK",
  request: ({ client }) => [`${path}?client=${client.id}`],
  seen: 200,
});
const names = (path: string): Row => ({ roles: "APSK", request: () => [path], seen: 200 });
const one = (path: string, kind: keyof Belongings, roles = "APSK"): Row => ({
  roles,
  request: (of) => [`${path}/${of[kind].id}`],
  seen: 200,
});
const create = (path: string, roles: string, body: (of: Belongings) => Json): Row => ({
  roles,
  request: (of) => [path, body(of)],
  seen: 409,
});
const update = (path: string, kind: keyof Belongings, roles: string): Row => ({
  roles,
  request: (of) => [`${path}/${of[kind].id}`, {}],
  seen: 200,
});
/** Everything that is deleted here is in use, so it stays. */
const remove = (path: string, kind: keyof Belongings, roles: string): Row => ({
  roles,
  request: (of) => [`${path}/${of[kind].id}`],
  seen: 409,
});

const client = (of: Belongings) => ({ client: { id: of.client.id } });

const CALLS: Readonly<Record<string, Row>> = {
  "GET /partners": list("/partners"),
  "POST /partners": create("/partners", "AP", (of) => ({ parent: { id: of.partner.id } })),
  "GET /partners/{id}": one("/partners", "partner"),
  "PATCH /partners/{id}": update("/partners", "partner", "AP"),
  "GET /clients": list("/clients"),
  "POST /clients": create("/clients", "APS", (of) => ({ directPartner: { id: of.partner.id } })),
  "GET /clients/{id}": one("/clients", "client"),
  "PATCH /clients/{id}": update("/clients", "client", "APS"),
  "DELETE /clients/{id}": remove("/clients", "client", "APS"),
  "GET /locations": ofClient("/locations"),
  "POST /locations": create("/locations", "APS", client),
  "GET /locations/{id}": one("/locations", "location"),
  "PATCH /locations/{id}": update("/locations", "location", "APS"),
  "DELETE /locations/{id}": remove("/locations", "location", "APS"),
  "GET /users": list("/users"),
  "POST /users": create("/users", "AP", client),
  "GET /users/{id}": one("/users", "user"),
  "PATCH /users/{id}": update("/users", "user", "AP"),
  "DELETE /users/{id}": remove("/users", "user", "AP"),
  // The users here are clients', who have no API secret. Own secrets: api-secrets.test.ts.
  "POST /users/{id}/apiSecret": {
    roles: "A",
    request: ({ user }) => [`/users/${user.id}/apiSecret`, {}],
    seen: 409,
  },
  "DELETE /users/{id}/apiSecret": {
    roles: "A",
    request: ({ user }) => [`/users/${user.id}/apiSecret`],
    seen: 409,
  },
  "GET /devices": list("/devices"),
  "POST /devices": create("/devices", "APSK", client),
  "GET /devices/{id}": one("/devices", "device"),
  "PATCH /devices/{id}": update("/devices", "device", "APSK"),
  "GET /devices/{serialNumber}/{deviceType}": {
    ...names("/devices"),
    request: ({ device }) => [`/devices/${device.name}/generic`],
  },
  "GET /deviceStates": names("/deviceStates"),
  "GET /deviceTypes": names("/deviceTypes"),
  "GET /attestations": ofClient("/attestations"),
  "POST /attestations": create("/attestations", "APS", client),
  "GET /attestations/{id}": one("/attestations", "attestation"),
  "GET /transactions": list("/transactions"),
  "GET /transactions/{messageId}": one("/transactions", "transaction"),
};

const PARTNER_ROLES = {
  "System Admin": "A",
  "Partner User": "P",
  "System User": "S",
  "Kif User": "K",
} as const;
const CLIENT_ROLES = ["Client Admin", "Client User", "Client Custodian", "Client Procurement"];
const SECRET = "an API secret of their own";

interface Caller {
  readonly about: string;
  /** The first letter of the role, or empty if nothing is allowed. */
  readonly email: string;
  readonly id: string;
  readonly userName: string;
  readonly program: Partner;
}

/** Retail is below harbor and above kiosk. Each has one of every resource. */
async function openCallers(t: Lifetime) {
  const { management, tenants } = await openTenants(t);
  const find = (name: string) =>
    tenants.find((tenant) => tenant.name === name)?.own ?? assert.fail(name);
  const own = find("retail");
  const add = async (role: string, home: Json, stored = role): Promise<Caller> => {
    const person = await addPerson(management, role, home);
    if (stored !== role) await storeRole(management, person.id, stored);
    await giveSecret(management, person.id, SECRET);
    return { about: `${stored} of ${Object.keys(home)}`, email: "", ...person };
  };
  const [partner, client] = [
    { partner: { id: own.partner.id } },
    { client: { id: own.client.id } },
  ];
  const callers: Caller[] = [];
  for (const [role, email] of Object.entries(PARTNER_ROLES)) {
    callers.push({ ...(await add(role, partner)), email });
    callers.push(await add("Client User", client, role));
  }
  for (const role of CLIENT_ROLES) {
    callers.push(await add(role, client));
    callers.push(await add(role, partner));
  }
  return { management, callers, find, own };
}

const methodOf = (call: string) => call.split(" ")[0] as Method;

async function answerTo({ program }: Caller, call: string, of: Belongings) {
  const row = CALLS[call] ?? assert.fail(call);
  const [path, body] = row.request(of);
  const { status, body: told } = await program.call(methodOf(call), path, body);
  const { uuid, ...rest } = told ?? {};
  return { status, told: JSON.stringify([status, rest]) };
}

test("A: every role at every call, with its own, lower and foreign resources", async (t) => {
  const { management, callers, find, own } = await openShared(t, openCallers);
  const document = (await management.server.inject("/openapi.json")).json<Document>();
  const documented = Object.entries(document.paths)
    .filter(([path]) => path.startsWith("/api/v1/"))
    .flatMap(([path, methods]) =>
      Object.keys(methods).map(
        (method) => `${method.toUpperCase()} ${path.slice(7).replace(/\/$/, "")}`,
      ),
    );
  assert.deepEqual(documented.toSorted(), Object.keys(CALLS).toSorted());
  // First logins are slow, and concurrent ones would wait for each other.
  await inTurns(callers, async ({ program }) => void (await program.call("GET", "/partners")));
  const visible = { own, below: find("kiosk") };
  const foreign = { above: find("harbor"), beside: find("depot"), elsewhere: find("summit") };
  const digest = () => management.database.owner.rows`
    select (select count(*) from audit_entries)::text
      || (select json_agg(u order by id) from contacts u)::text
      || (select json_agg(p order by id) from partners p)::text as all`;
  const before = await digest();
  let cases = 0;
  const turns = callers.flatMap((caller) => Object.entries(CALLS).map((row) => ({ caller, row })));
  await inTurns(turns, async ({ caller, row: [call, { roles, seen }] }) => {
    const about = `${caller.about}: ${call}`;
    const isAllowed = caller.email !== "" && roles.includes(caller.email);
    const nothing = await answerTo(caller, call, NOTHING);
    for (const [relation, of] of Object.entries({ ...visible, ...foreign })) {
      const { status, told } = await answerTo(caller, call, of);
      if (!isAllowed) assert.equal(status, 403, `${about}, ${relation}`);
      else if (relation in visible) assert.equal(status, seen, `${about}, ${relation}: ${told}`);
      else assert.equal(told, nothing.told, `${about}, ${relation}`);
      cases++;
    }
  });
  assert.deepEqual(await digest(), before);
  t.diagnostic(`${cases} cases`);
});

function pairAll(callers: readonly Caller[]) {
  return callers.flatMap((caller) => Object.keys(CALLS).map((one) => ({ caller, one })));
}

const CALLERS_PER_CALL = 4;

/** Every call with some callers, and every caller with some calls. */
function pairSome(callers: readonly Caller[]) {
  return Object.keys(CALLS).flatMap((one, index) =>
    Array.from({ length: CALLERS_PER_CALL }, (_, n) => {
      const caller = callers[(index * CALLERS_PER_CALL + n) % callers.length] ?? assert.fail();
      return { caller, one };
    }),
  );
}

test("A: no role can call anything while its user, client, partner or a partner above is disabled", async (t) => {
  const { management, callers, own, find } = await openShared(t, openCallers);
  const { owner } = management.database;
  const sign = (caller: Caller, call: string) => {
    const [path, body] = (CALLS[call] ?? assert.fail(call)).request(own);
    const { userName: name } = caller;
    return signedCall(management, { name, secret: SECRET, method: methodOf(call), path, body });
  };
  const ids = callers.map(({ id }) => id);
  const switches = {
    user: async (isActive: boolean) => {
      await owner.rows`
        update contact_credentials set is_active = ${isActive} where contact_id = any (${ids})`;
    },
    client: async (isActive: boolean) => {
      await owner.rows`update clients set is_active = ${isActive} where id = ${own.client.id}`;
    },
    partner: async (isActive: boolean) => {
      await owner.rows`update partners set is_active = ${isActive} where id = ${own.partner.id}`;
    },
    "partner above": async (isActive: boolean) => {
      const { id } = find("harbor").partner;
      await owner.rows`update partners set is_active = ${isActive} where id = ${id}`;
    },
  };
  const [call = ""] = Object.keys(CALLS);
  for (const [what, turn] of Object.entries(switches)) {
    const shut = callers.filter(({ about }) => what !== "client" || about.endsWith("client"));
    await inTurns(callers, async (caller) => assert.notEqual(await sign(caller, call), 401));
    await turn(false);
    await inTurns(shut, (caller) => untilAnswered(401, () => sign(caller, call)));
    // Ten failures lock a name, which would hide the answer of the call.
    await owner.rows`delete from login_failures`;
    // What is disabled does not depend on the call, so only one of the four needs every pair.
    const calls = what === "user" ? pairAll(shut) : pairSome(shut);
    await inTurns(calls, async ({ caller, one }) => {
      assert.equal(await sign(caller, one), 401, `${what} off, ${caller.about}: ${one}`);
    });
    await owner.rows`delete from login_failures`;
    await turn(true);
    await inTurns(callers, async (caller) => {
      const open = caller.email === "" ? 403 : 200;
      await untilAnswered(open, () => sign(caller, call));
    });
  }
});
