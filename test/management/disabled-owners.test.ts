/** A: disabling a client or partner disables its users and those of all partners and clients below. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { linkDigest } from "../../src/core/management/users/invite-user.ts";
import { Secret } from "../../src/values/secret.ts";
import { ConsoleClient, PARTNER } from "../kit/console.ts";
import { type Json, newBody, openManagementApp } from "../kit/management.ts";
import { addPerson, giveSecret, signedCall, untilAnswered } from "../kit/management-users.ts";
import { openShared } from "../kit/shared.ts";

const SECRET = "an API secret of their own";

type Management = Awaited<ReturnType<typeof openManagementApp>>;
type Home = { readonly partner: { id: string } } | { readonly client: { id: string } };

/** A user with an open session and every way to log in. */
async function openPerson(management: Management, userRole: string, home: Home) {
  const { id, userName, program } = await addPerson(management, userRole, home);
  await giveSecret(management, id, SECRET);
  const session = await ConsoleClient.signedIn(management.server, { ...PARTNER, name: userName });
  const isClient = "client" in home;
  const signing = { name: userName, secret: SECRET, path: "/partners" };
  const ways = {
    Basic: async () => (await program.call("GET", "/partners")).status,
    HMAC: () => signedCall(management, signing),
    "an open session": async () => (await session.get("/management/home")).status,
    "signing in": async () => {
      const console = new ConsoleClient(management.server);
      return (await console.signIn({ ...PARTNER, name: userName })).status;
    },
  };
  const open = isClient ? [403, 403, 200, 200] : [200, 200, 200, 200];
  return { id, ways, open };
}

async function assertWays(
  { ways }: Awaited<ReturnType<typeof openPerson>>,
  statuses: readonly number[],
): Promise<void> {
  for (const [place, [way, ask]] of Object.entries(ways).entries()) {
    const status = statuses[place] ?? 0;
    await untilAnswered(status, ask).catch((error) => assert.fail(`${way}: ${error.message}`));
  }
}

const SHUT = [401, 401, 401, 401];

/** The tree: harbor › top › middle › client. */
async function openTree(t: TestContext) {
  const management = await openShared(t, openManagementApp);
  const { harbor, ids } = management;
  const top = await harbor.post("/partners", newBody.partner({ id: ids["harbor"] }));
  const middle = await harbor.post("/partners", newBody.partner({ id: top }));
  const client = await harbor.post("/clients", newBody.client({ id: middle }));
  const people = {
    top: await openPerson(management, "System Admin", { partner: { id: top } }),
    middle: await openPerson(management, "Partner User", { partner: { id: middle } }),
    client: await openPerson(management, "Client Admin", { client: { id: client } }),
  };
  return { management, harbor, top, middle, client, people };
}

test("A: disabling a client disables its users at every login, within a second", async (t) => {
  const { harbor, client, people } = await openTree(t);
  await assertWays(people.client, people.client.open);
  await harbor.patch(`/clients/${client}`, { isActive: false });
  await assertWays(people.client, SHUT);
  await assertWays(people.middle, people.middle.open);
  await harbor.patch(`/clients/${client}`, { isActive: true });
  await assertWays(people.client, people.client.open);
});

test("A: disabling a partner disables its users and all users of its sub-partners and clients", async (t) => {
  const { harbor, top, people } = await openTree(t);
  for (const person of Object.values(people)) await assertWays(person, person.open);
  await harbor.patch(`/partners/${top}`, { isActive: false });
  for (const person of Object.values(people)) await assertWays(person, SHUT);
  await harbor.patch(`/partners/${top}`, { isActive: true });
  for (const person of Object.values(people)) await assertWays(person, person.open);
});

test("B: the parser refuses the key of a sub-partner of a disabled partner, within a second", async (t) => {
  const { management, harbor, top, middle } = await openTree(t);
  const partnerKey = "middle-key-of-24-characters-or-more";
  await harbor.patch(`/partners/${middle}`, { partnerKey, allowList: ["127.0.0.0/8"] });
  const { partnerId } = await harbor.get(`/partners/${middle}`);
  const ask = async () => {
    const authorization = `Basic ${Buffer.from(`${partnerId}:${partnerKey}`).toString("base64")}`;
    const reply = await management.server.inject({
      method: "POST",
      url: "/api/decrypt/parser",
      headers: { authorization, "content-type": "application/json" },
      payload: "{}",
    });
    return reply.statusCode;
  };
  const open = await ask();
  assert.notEqual(open, 401);
  await harbor.patch(`/partners/${top}`, { isActive: false });
  await untilAnswered(401, ask);
  await harbor.patch(`/partners/${top}`, { isActive: true });
  await untilAnswered(open, ask);
});

test("A: a link to set a password does not work while the client or a partner above is disabled", async (t) => {
  const { management, harbor, top, client, people } = await openTree(t);
  const { server, database, custody } = management;
  const token = "T".repeat(43);
  const digest = linkDigest(custody, new Secret(token));
  await database.owner.rows`
    insert into password_links (digest, contact_id, made_at, good_until)
    values (${digest}, ${people.client.id}, now(), '2100-01-01')`;
  const passwordOf = async () => {
    const [row] = await database.owner.rows<Json>`
      select password_hash from contact_credentials where contact_id = ${people.client.id}`;
    return row?.["password_hash"];
  };
  const before = await passwordOf();
  const send = () =>
    server.inject({
      method: "POST",
      url: "/set-password",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      payload: new URLSearchParams({
        token,
        password: "a quite new password",
        password_again: "a quite new password",
      }).toString(),
    });
  const page = async () => (await server.inject(`/set-password?token=${token}`)).statusCode;
  const open = await page();
  for (const path of [`/clients/${client}`, `/partners/${top}`]) {
    await harbor.patch(path, { isActive: false });
    assert.notEqual(await page(), open, path);
    await send();
    assert.equal(await passwordOf(), before, path);
    await harbor.patch(path, { isActive: true });
  }
  await send();
  assert.notEqual(await passwordOf(), before);
});
