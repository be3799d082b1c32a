/** Partners in the administration API. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { AuditEntryStore } from "../../src/core/audit/audit-entry-store.ts";
import { PARTNER_KEY_DIGEST } from "../../src/core/management/logins/authenticate-partner.ts";
import type { NumberedPage } from "../../src/interfaces/console/contract.ts";
import type {
  AccountDetail,
  CreatedPartner,
  PartnerDetail,
  PartnerRow,
} from "../../src/interfaces/console/operator/contract.ts";
import { Secret } from "../../src/values/secret.ts";
import { openTestApp } from "../kit/app.ts";
import { ConsoleClient, OPERATOR, PARTNER } from "../kit/console.ts";
import { type Lifetime, openShared } from "../kit/shared.ts";

const PARTNER_PAGE = new URL("../../console/screens/operator/partner.tsx", import.meta.url);
const LIGHTHOUSE = {
  name: "Lighthouse Terminals",
  reference: "lighthouse",
  country: "US",
  address: "1 Pier Road",
  city: "Baltimore",
  userName: "lighthouse-admin",
  firstName: "Lee",
  lastName: "House",
  email: "lee@lighthouse.test",
  phone: "4105550199",
};

async function openAdministration(t: Lifetime) {
  const app = await openTestApp(t);
  const operator = await ConsoleClient.signedIn(app.server, OPERATOR);
  const partnerId = async (reference: string) => {
    const { body } = await operator.get<NumberedPage<PartnerRow>>(
      `/operator/partners?text=${reference}`,
    );
    return body.items.find((item) => item.reference === reference)?.id ?? "";
  };
  return { ...app, operator, partnerId };
}

test("partners of all tenants are found, on every level", async (t) => {
  const { operator } = await openShared(t, openAdministration);
  const found = async (query: string) => {
    const { body } = await operator.get<NumberedPage<PartnerRow>>(`/operator/partners?${query}`);
    return body.items.map(({ reference }) => reference);
  };
  const all = await found("");
  assert.ok(all.includes("harbor") && all.includes("summit") && all.includes("harbor-retail"));
  assert.ok(!(await found("level=root")).includes("harbor-retail"));
  assert.deepEqual(await found("text=RETAIL"), ["harbor-retail"]);
  assert.deepEqual(await found("active=no"), []);
});

test("a top-level partner is created with its office and first user, and its key is shown once", async (t) => {
  const { operator, database, custody, partnerId } = await openShared(t, openAdministration);
  const { status, body } = await operator.post<CreatedPartner>("/operator/partners", LIGHTHOUSE);
  assert.equal(status, 200);
  assert.ok(body.partnerKey.length >= 40);
  assert.equal(await partnerId("lighthouse"), body.id);
  const shown = (await operator.get<PartnerDetail>(`/operator/partners/${body.id}`)).body;
  assert.deepEqual([shown.parserName, shown.partner.parentId], ["lighthouse", null]);
  assert.deepEqual(shown.size, { subPartners: 0, clients: 0, locations: 1, users: 1, devices: 0 });
  assert.ok(!JSON.stringify(shown).includes(body.partnerKey));
  const people = await database.owner.rows<{ role: string }>`
    select user_role as role from contacts where partner_id = ${body.id}`;
  assert.deepEqual(people, [{ role: "System Admin" }], "nobody else could appoint one");
  const [mail] = await database.owner.rows<{ event: string; to: string }>`
    select event, payload ->> 'to' as to from outbox where account_id = 0`;
  assert.deepEqual(mail, { event: "user.welcome", to: "lee@lighthouse.test" });
  const entries = await new AuditEntryStore(database.owner).listEntries({ take: 20 });
  const created = entries.find(({ action }) => action === "partner.create");
  assert.deepEqual([created?.actorName, created?.interfaceName], ["operator", "/console"]);
  const [login] = await database.owner.rows<{ digest: Buffer }>`
    select key_digest as digest from partner_credentials where parser_name = 'lighthouse'`;
  const kept = custody.fingerprint(PARTNER_KEY_DIGEST, new Secret(body.partnerKey));
  assert.deepEqual(login?.digest, Buffer.from(kept), "it is the key that was shown");
});

test("errors of a new partner are reported by field, and nothing is created", async (t) => {
  const { operator, database } = await openAdministration(t);
  const { status, body } = await operator.post("/operator/partners", {
    ...LIGHTHOUSE,
    reference: "harbor",
    userName: "harbor",
    email: "nowhere",
  });
  assert.equal(status, 422);
  assert.deepEqual(Object.keys(body.error.fields ?? {}).sort(), ["email", "reference", "userName"]);
  const [row] = await database.owner.rows<{ count: number }>`
    select count(*)::int as count from partners where name = 'Lighthouse Terminals'`;
  assert.equal(row?.count, 0);
});

test("a partner is shown with counts that include its sub-partners", async (t) => {
  const { operator, partnerId } = await openShared(t, openAdministration);
  const { body } = await operator.get<PartnerDetail>(
    `/operator/partners/${await partnerId("harbor")}`,
  );
  assert.ok(body.size.subPartners >= 1 && body.size.devices > 0 && body.size.clients > 0);
  assert.equal(body.accountCount, 1);
  assert.equal((await operator.get("/operator/partners/999999")).status, 404);
  assert.equal((await operator.get("/operator/partners/x")).status, 404);
});

test("disabling a partner blocks its users until it is enabled again", async (t) => {
  const { operator, server, partnerId } = await openAdministration(t);
  const person = await ConsoleClient.signedIn(server, PARTNER);
  const path = `/operator/partners/${await partnerId("harbor")}/switch`;
  assert.equal((await operator.post(path, { isActive: false })).status, 200);
  assert.equal((await person.get("/session")).status, 204);
  assert.equal((await operator.post(path, { isActive: true })).status, 200);
  assert.equal((await person.get("/session")).status, 200);
  assert.equal(
    (await operator.post("/operator/partners/0/switch", { isActive: true })).status,
    404,
  );
});

test("disabling a partner signs out the users of its sub-partners, as the page says", async (t) => {
  const { operator, server, partnerId } = await openAdministration(t);
  const below = { ...PARTNER, name: "harbor-retail" };
  const user = await ConsoleClient.signedIn(server, below);
  const path = `/operator/partners/${await partnerId("harbor")}/switch`;
  assert.equal((await operator.post(path, { isActive: false })).status, 200);
  assert.equal((await user.get("/session")).status, 204);
  const page = await readFile(PARTNER_PAGE, "utf8");
  assert.match(page, /disableConsequence="[^"]*sub-partners and clients are signed out/);
  assert.equal((await operator.post(path, { isActive: true })).status, 200);
  assert.equal((await user.get("/session")).status, 200);
});

test("accounts are linked to partners and unlinked", async (t) => {
  const { operator, partnerId } = await openAdministration(t);
  const summit = await partnerId("summit");
  const cafe = "/operator/accounts/120000000004";
  const linked = await operator.patch<AccountDetail>(cafe, { partnerId: summit });
  assert.equal(linked.body.partner?.reference, "summit");
  const listed = await operator.get<NumberedPage<{ name: string }>>(
    `/operator/accounts?partner=${summit}`,
  );
  assert.deepEqual(
    listed.body.items.map(({ name }) => name),
    ["Card Only Cafe", "Lakeside Clinic"],
  );
  const parted = await operator.patch<AccountDetail>(cafe, { partnerId: "" });
  assert.equal(parted.body.partner, undefined);
});
