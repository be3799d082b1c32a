/**
 * A: every route of the OpenAPI document with every other tenant's ids and names. Whatever is not
 * the caller's is answered exactly like what does not exist, and nothing changes.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { inTurns } from "../kit/in-turns.ts";
import { type Document, NOTHING, type Place, placesOf } from "./matrix-cases.ts";
import { type Belongings, openTenants, type Tenant } from "./tenants.ts";

const CASES_MIN = 2_000;
const NOTHING_THERE = /^\[(404|409|200,\{"total":0,"data":\[\]\})/;
/** Some of the callers are Partner Users, who are refused before anything is looked up. */
const ADMINISTRATORS_ONLY = /^\[(403|404)/;

/** Who sees whom: itself and those below it. */
const BELOW: Readonly<Record<string, readonly string[]>> = {
  harbor: ["harbor", "retail", "kiosk", "depot"],
  retail: ["retail", "kiosk"],
  kiosk: ["kiosk"],
  depot: ["depot"],
  summit: ["summit", "branch"],
  branch: ["branch"],
};

/** Whatever an error echoes is the same for all; only the answer's own number differs. */
async function answerTo(caller: Tenant, place: Place, other: Belongings): Promise<string> {
  const [method, path, body] = place.request(caller.own, other);
  const reply = await caller.program.call(method, path, body);
  const { uuid, ...told } = reply.body ?? {};
  return JSON.stringify([reply.status, told]);
}

test("A: nobody can tell another tenant's resource from one that does not exist", async (t) => {
  const { management, tenants, deleted } = await openTenants(t);
  const document = (await management.server.inject("/openapi.json")).json<Document>();
  const places = placesOf(document);
  const digest = () => management.database.owner.rows`
    select (select json_agg(p order by id) from partners p)::text
      || (select json_agg(c order by id) from clients c)::text
      || (select json_agg(l order by id) from locations l)::text
      || (select json_agg(u order by id) from contacts u)::text
      || (select json_agg(d order by id) from devices d)::text
      || (select json_agg(a order by id) from attestations a)::text
      || (select count(*) from audit_entries)::text as all`;
  const before = await digest();

  const told = new Map<string, string>();
  const callers = tenants.filter(({ name }) => name in BELOW);
  await inTurns(
    callers.flatMap((caller) => places.map((place) => ({ caller, place }))),
    async ({ caller, place }) => {
      const answer = await answerTo(caller, place, NOTHING);
      const allowed = place.about.endsWith("/apiSecret") ? ADMINISTRATORS_ONLY : NOTHING_THERE;
      assert.match(answer, allowed, `${caller.name}: ${place.about}`);
      told.set(`${caller.name} ${place.about}`, answer);
    },
  );

  const others = [...tenants, { name: "deleted", own: deleted }];
  const cases = callers.flatMap((caller) =>
    others
      .filter(({ name }) => !BELOW[caller.name]?.includes(name))
      .flatMap((other) => places.map((place) => ({ caller, other, place }))),
  );
  assert.ok(cases.length >= CASES_MIN, `${cases.length} cases`);
  await inTurns(cases, async ({ caller, other, place }) => {
    const answer = await answerTo(caller, place, other.own);
    const expected = told.get(`${caller.name} ${place.about}`);
    assert.equal(answer, expected, `${caller.name} with ${other.name}'s: ${place.about}`);
  });
  assert.deepEqual(await digest(), before);
  t.diagnostic(`${cases.length} cases at ${places.length} places`);
});

test("A: what is below the caller is found, so that the test above could fail", async (t) => {
  const { management, tenants } = await openTenants(t);
  const document = (await management.server.inject("/openapi.json")).json<Document>();
  const [harbor, , kiosk] = tenants;
  if (harbor === undefined || kiosk === undefined) assert.fail();
  const reads = placesOf(document).filter(({ about }) => about.startsWith("GET"));
  for (const place of reads) {
    const [seen, none] = [
      await answerTo(harbor, place, kiosk.own),
      await answerTo(harbor, place, NOTHING),
    ];
    assert.notEqual(seen, none, place.about);
  }
  assert.ok(reads.length >= 15, `${reads.length}`);
});
