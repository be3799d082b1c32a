/**
 * A: every route of the OpenAPI document with ids and names of every other tenant. They are answered
 * exactly like ids that do not exist, and nothing changes.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { inTurns } from "../kit/in-turns.ts";
import { snapshotManagement } from "../kit/management.ts";
import { fetchResolvedDocument } from "../kit/open-api.ts";
import { openShared } from "../kit/shared.ts";
import { tier } from "../kit/tier.ts";
import { type Document, NOTHING, type Place, placesOf } from "./matrix-cases.ts";
import { type Belongings, openTenants, type Tenant } from "./tenants.ts";

const CASES_MIN = tier(900, 2_000);
const NOTHING_THERE = /^\[(404|409|200,\{"total":0,"data":\[\]\})/;
/** Some of the callers are Partner Users, who are refused before anything is looked up. */
const ADMINISTRATORS_ONLY = /^\[(403|404)/;

/** Which tenants a caller can see: itself and those below it. */
const BELOW: Readonly<Record<string, readonly string[]>> = {
  harbor: ["harbor", "retail", "kiosk", "depot"],
  retail: ["retail", "kiosk"],
  kiosk: ["kiosk"],
  depot: ["depot"],
  summit: ["summit", "branch"],
  branch: ["branch"],
};

/** In a short run each caller meets some others: above, beside, below those, apart, and gone. */
const IS_SHORT = tier(1, 0) === 1;
const MET: Readonly<Record<string, readonly string[]>> = {
  harbor: ["summit", "inactive", "deleted"],
  retail: ["harbor", "depot"],
  kiosk: ["retail", "harbor", "branch", "deleted"],
  depot: ["kiosk", "inactive"],
  summit: ["retail"],
  branch: ["summit", "kiosk"],
};

/** Whether the caller cannot see the other, and meets it in this run. */
function isMet(caller: string, other: string): boolean {
  if (BELOW[caller]?.includes(other)) return false;
  return !IS_SHORT || (MET[caller]?.includes(other) ?? false);
}

/** Removes the echoed values and the uuid, so that answers can be compared. */
async function answerTo(caller: Tenant, place: Place, other: Belongings): Promise<string> {
  const [method, path, body] = place.request(caller.own, other);
  const reply = await caller.program.call(method, path, body);
  const { uuid, ...told } = reply.body ?? {};
  return JSON.stringify([reply.status, told]);
}

test("A: another tenant's resource is answered exactly like one that does not exist", async (t) => {
  const { management, tenants, deleted } = await openShared(t, openTenants);
  const document = await fetchResolvedDocument<Document>(management.server);
  const places = placesOf(document);
  const digest = () => snapshotManagement(management);
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
      .filter(({ name }) => isMet(caller.name, name))
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

test("A: resources below the caller are found, so that the test above can fail", async (t) => {
  const { management, tenants } = await openShared(t, openTenants);
  const document = await fetchResolvedDocument<Document>(management.server);
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
