/** Area A: what `/api/v1` promises, through HTTP. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { PasswordHashing } from "../../src/core/access/password.ts";
import { PartnerStore } from "../../src/core/management/partners/partner-store.ts";
import { CLIENT_ROLES, PARTNER_ROLES } from "../../src/core/management/users/user-roles.ts";
import { Secret } from "../../src/values/secret.ts";
import { addPartner, assertError, basic, get, openApi } from "../kit/management-interface.ts";
import { openShared } from "../kit/shared.ts";

const names = ({ body }: { body: { data: { reference: string }[] } }) =>
  body.data.map(({ reference }) => reference);

type Told = Parameters<typeof assertError>[1];
const UNAUTHENTICATED: Told = [401, 7401, "Unauthenticated request."];
const NOT_FOUND: Told = [404, 7404, "Requested resource cannot be found."];
const INVALID: Told = [409, 7409, "Data validation constraints."];

test("A: the list has the caller's partner and all partners below it, and no other tenant's", async (t) => {
  const api = await openShared(t, openApi);
  const views = ["harbor retail kiosk", "retail kiosk", "kiosk", "summit"];
  for (const seen of views.map((view) => view.split(" "))) {
    const [user = ""] = seen;
    const reply = await get(api, "/partners", basic(user));
    assert.equal(reply.status, 200);
    assert.deepEqual(names(reply), seen);
    assert.equal(reply.body.total, seen.length);
  }
});

test("A: the conditions of the statements separate tenants without row-level security", async (t) => {
  const { owner, ids } = await openShared(t, openApi);
  const seenBelow = (topId?: string) =>
    new PartnerStore(owner).listPartners(ids.retail, { take: 10, skip: 0, topId });
  const { total, items } = await seenBelow();
  const seen = items.map(({ reference, parent }) => [reference, parent?.id]);
  assert.deepEqual(seen, [
    ["retail", undefined],
    ["kiosk", ids.retail],
  ]);
  assert.equal(total, 2);
  assert.deepEqual(await seenBelow(ids.harbor), { total: 0, items: [] });
});

test("A: row-level security separates tenants when a statement has no condition", async (t) => {
  const { db, ids } = await openShared(t, openApi);
  const seen = (partnerId: string) =>
    db.within(
      { partnerId },
      (bare) => bare.rows`
      select (select array_agg(reference order by id) from partners) as partners,
        (select array_agg(name order by id) from locations) as locations,
        (select array_agg(user_name order by id) from contacts) as contacts`,
    );
  assert.deepEqual(await seen(ids.retail), [
    {
      partners: ["retail", "kiosk"],
      locations: ["retail office", "kiosk office"],
      contacts: ["retail", "kiosk"],
    },
  ]);
  assert.deepEqual(await db.rows`select id from partners`, []);
});

test("A: a partner has the members of its table; those without a value are absent", async (t) => {
  const api = await openApi(t);
  const { retail, harbor } = api.ids;
  await api.owner.rows`
    update partners set billing_id = 'B-1', verification_phrase = 'blue', version = 3,
      client_can_order_equipment = true, is_active = false
    where id = ${retail}`;
  await api.owner.rows`
    insert into partner_credentials (partner_id, parser_name, key_digest, key_sealed)
    values (${retail}, 'retail-parser', '', '')`;
  await api.owner.rows`update partners set location_id = null where id = ${harbor}`;
  const [own] = await api.owner.rows<{ contact_id: string; location_id: string }>`
    select contact_id, location_id from partners where id = ${retail}`;

  const { body } = await get(api, "/partners", basic("harbor"));
  assert.deepEqual(body.data[1], {
    id: retail,
    name: "retail name",
    reference: "retail",
    billingId: "B-1",
    partnerId: "retail-parser",
    verificationPhrase: "blue",
    clientCanOrderEquipment: true,
    parent: { id: harbor, name: "harbor name" },
    version: 3,
    location: { id: own?.location_id, name: "retail office" },
    contact: { id: own?.contact_id },
    isActive: false,
  });
  const { contact: _, ...top } = body.data[0];
  assert.deepEqual(top, {
    id: harbor,
    name: "harbor name",
    reference: "harbor",
    partnerId: "harbor",
    clientCanOrderEquipment: false,
    version: 0,
    isActive: true,
  });
});

test("A: a caller cannot see the partner above its own", async (t) => {
  const api = await openShared(t, openApi);
  const { body } = await get(api, "/partners", basic("retail"));
  assert.equal("parent" in body.data[0], false);
  assert.deepEqual(body.data[1].parent, { id: api.ids.retail, name: "retail name" });
});

test("A: take and skip select a page, 10 by default; total counts all records", async (t) => {
  const api = await openShared(t, openApi);
  for (let index = 1; index <= 9; index++) {
    await addPartner(api.owner, `branch-${index}`, { parentId: api.ids.harbor });
  }
  const pages: [string, string[]][] = [
    ["?take=2", ["harbor", "retail"]],
    ["?take=2&skip=2", ["kiosk", "branch-1"]],
    ["?skip=11", ["branch-9"]],
    ["?take=500&skip=12", []],
    ["?skip=9007199254740991", []],
  ];
  for (const [query, expected] of pages) {
    const reply = await get(api, `/partners${query}`, basic("harbor"));
    assert.deepEqual(names(reply), expected, query);
    assert.equal(reply.body.total, 12, query);
  }
  assert.equal((await get(api, "/partners", basic("harbor"))).body.data.length, 10);
});

test("A: the filter partner includes all partners below it", async (t) => {
  const api = await openShared(t, openApi);
  const reply = await get(api, `/partners?partner=${api.ids.retail}&take=1`, basic("harbor"));
  assert.deepEqual(names(reply), ["retail"]);
  assert.equal(reply.body.total, 2);
});

test("A: a filter by something that the caller cannot see gives an empty list", async (t) => {
  const api = await openShared(t, openApi);
  const { harbor, summit } = api.ids;
  for (const id of [harbor, summit, "999999", "9".repeat(30), "abc", "", "-1", "%00", "0"]) {
    const reply = await get(api, `/partners?partner=${id}`, basic("retail"));
    assert.deepEqual([reply.status, reply.body], [200, { total: 0, data: [] }], id);
  }
});

test("A: all invalid attributes are named at once, with their codes", async (t) => {
  const api = await openShared(t, openApi);
  const problems = async (query: string) => {
    const reply = await get(api, `/partners?${query}`, basic("harbor"));
    const { errors } = assertError(reply, INVALID) as { errors: Record<string, object>[] };
    return errors.map((entry) => {
      const [[name, problem] = []] = Object.entries(entry);
      const { attribute, message, errorCode } = problem as Record<string, unknown>;
      assert.equal(attribute, name);
      assert.match(String(message), new RegExp(`^${name} must`));
      return `${name} ${errorCode}`;
    });
  };
  assert.deepEqual(await problems("take=0&skip=-1&partner=1&partner=2"), [
    "take 1003",
    "skip 1003",
    "partner 1001",
  ]);
  assert.deepEqual(await problems("take=501"), ["take 1003"]);
  for (const bad of ["", "x", "1.5", "%2B1", "1e2", "0x1", "1&take=2", "%20", "١"]) {
    assert.deepEqual(await problems(`take=${bad}`), ["take 1001"], bad);
  }
  assert.deepEqual(await problems(`skip=${"9".repeat(400)}`), ["skip 1003"]);
});

test("A: an unknown parameter of a list is refused and named", async (t) => {
  const api = await openShared(t, openApi);
  const reply = await get(api, "/partners?color=blue&__proto__=x", basic("summit"));
  const { errors } = assertError(reply, INVALID);
  const told = (errors as object[]).map((error) => Object.keys(error)[0]);
  assert.deepEqual(told, ["color", "__proto__"]);
});

test("A: without valid credentials every call is 401 and asks for Basic", async (t) => {
  const api = await openApi(t);
  await addPartner(api.owner, "off", { isActive: false });
  await api.owner.rows`
    update contact_credentials set is_active = user_name <> 'kiosk',
      password_hash = case when user_name <> 'retail' then password_hash end`;
  const refused = {
    "no header": undefined,
    "no user of that name": basic("nobody"),
    "another case": basic("Harbor"),
    "wrong password": basic("harbor", "certification-Partner"),
    "no password": basic("harbor", ""),
    "inactive user": basic("kiosk"),
    "user of an inactive partner": basic("off"),
    "user without a password": basic("retail"),
    "another scheme": basic("harbor").replace("Basic", "Bearer"),
    "broken base64": `${basic("harbor")}!`,
    "no colon": `Basic ${Buffer.from("harbor").toString("base64")}`,
    "a control character": basic("harbor\0"),
  };
  for (const [why, authorization] of Object.entries(refused)) {
    const reply = await get(api, "/partners?take=0", authorization);
    assert.deepEqual(assertError(reply, UNAUTHENTICATED), {}, why);
    assert.match(String(reply.headers["www-authenticate"]), /^Basic realm="Users"/);
  }
  assert.deepEqual(api.log, []);
});

test("A: an unknown user takes as long as a wrong password", async (t) => {
  const passwords = new PasswordHashing();
  const api = await openApi(t, { passwords });
  const hash = await passwords.hash(new Secret("certification-partner"));
  await api.owner.rows`update contact_credentials set password_hash = ${hash}`;
  // In processor time, which does not depend on what else the machine is doing.
  const cheapest = async (authorization: string) => {
    const costs: number[] = [];
    for (let run = 0; run < 5; run++) {
      const before = process.cpuUsage();
      await get(api, "/partners", authorization);
      const { user, system } = process.cpuUsage(before);
      costs.push(user + system);
    }
    return Math.min(...costs);
  };
  const wrong = await cheapest(basic("harbor", "wrong"));
  const unknown = await cheapest(basic("nobody", "wrong"));
  assert.ok(unknown > wrong / 2, `unknown ${unknown} µs, wrong ${wrong} µs`);
});

test("A: only users with a partner role may call; client users get 403", async (t) => {
  const api = await openApi(t);
  const roleOf = async (role: string) => {
    await api.owner.rows`
      update contact_credentials set user_role = ${role} where user_name = 'harbor'`;
    return get(api, "/partners", basic("harbor"));
  };
  for (const role of PARTNER_ROLES) assert.equal((await roleOf(role)).status, 200, role);
  for (const role of CLIENT_ROLES) {
    assertError(await roleOf(role), [403, 7403, "Permission denied."]);
  }
  assertError(await get(api, "/partners", basic("harbor", "wrong")), UNAUTHENTICATED);
});

test("A: a path works with and without a trailing slash", async (t) => {
  const api = await openShared(t, openApi);
  for (const path of ["/partners", "/partners/", "/partners/?take=1"]) {
    assert.deepEqual(names(await get(api, path, basic("summit"))), ["summit"]);
  }
});

test("A: an unknown path is 404 and a wrong method 405, for any caller and any body", async (t) => {
  const api = await openShared(t, openApi);
  for (const path of ["/nothing", "/", "", "/partners/1/2"]) {
    assertError(await get(api, path), NOT_FOUND);
  }
  for (const type of ["application/json", "text/plain", "none"]) {
    const reply = await api.app.inject({
      method: "DELETE",
      url: "/api/v1/partners",
      headers: { "content-type": type },
      payload: "{",
    });
    assertError({ status: reply.statusCode, body: reply.json() }, [
      405,
      7405,
      "This method is not allowed here. Allowed methods: GET, HEAD, POST, OPTIONS.",
    ]);
  }
});

test("A: a body that is not JSON, too large or of another type has its own error", async (t) => {
  const api = await openShared(t, openApi);
  const send = async (type: string, payload: string | Buffer) => {
    const headers = { "content-type": type, authorization: basic("harbor") };
    const url = "/api/v1/clients";
    const reply = await api.app.inject({ method: "POST", url, headers, payload });
    return { status: reply.statusCode, body: reply.json() };
  };
  for (const payload of ["{", "", Buffer.of(0x22, 0xff, 0x22)]) {
    const { errors } = assertError(await send("application/json", payload), INVALID);
    const body = { attribute: "body", message: "body is not valid JSON.", errorCode: 1001 };
    assert.deepEqual(errors, [{ body }]);
  }
  const tooLarge = await send("application/json", `"${"x".repeat(1_048_576)}"`);
  assertError(tooLarge, [413, 7413, "Request body is too large."]);
  for (const type of ["text/plain", "none"]) {
    const reply = await send(type, "{}");
    assertError(reply, [415, 7415, "Request body must be application/json."]);
  }
});

test("A: an internal error is 500 and is logged once with the uuid of the answer", async (t) => {
  const api = await openApi(t);
  await api.owner.rows`alter table contact_credentials rename to mislaid`;
  const reply = await get(api, "/partners", basic("harbor"));
  assert.deepEqual(assertError(reply, [500, 1005, "Unknown Error"]), {});
  assert.deepEqual(
    api.log.map(({ uuid }) => uuid),
    [reply.body.uuid],
  );
});

test("A: every route is documented with a summary, a tag, its security and its answers", async (t) => {
  const { routes } = await openShared(t, openApi);
  assert.ok(routes.length > 0);
  for (const { url, schema } of routes) {
    const { summary, tags, security, response } = schema as Record<string, unknown>;
    assert.ok(summary && tags && security && response, url);
  }
});
