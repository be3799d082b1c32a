/** A: users, welcome emails and links to set a password. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { emailsTo } from "../kit/emails.ts";
import { newBody, openManagementApp, Partner } from "../kit/management.ts";
import { type Lifetime, openShared } from "../kit/shared.ts";

type Management = Awaited<ReturnType<typeof openManagementApp>>;
const PASSWORD = "a quite new password";

/** Delivers waiting emails and returns the links in the emails to an address. */
async function linksTo(app: Management, email: string): Promise<string[]> {
  const emails = await emailsTo(app, email);
  return emails.map(({ text }) => /http\S+/.exec(text)?.[0] ?? "");
}

function page({ server }: Management, link: string) {
  const { pathname, search } = new URL(link);
  return server.inject({ url: pathname + search });
}

function send({ server }: Management, form: Record<string, string>) {
  return server.inject({
    method: "POST",
    url: "/set-password",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    payload: new URLSearchParams(form).toString(),
  });
}

const tokenOf = (link: string) => new URL(link).searchParams.get("token") ?? "";
const both = (password: string) => ({ password, password_again: password });

let welcomed = 0;

async function openWelcomed(t: Lifetime, opened = openShared(t, openManagementApp)) {
  const management = await opened;
  const email = `new-${++welcomed}@partner.test`;
  const user = newBody.contact({ email, userRole: "Partner User", sendWelcomeEmail: true });
  const id = await management.harbor.post("/users", user);
  const [link = ""] = await linksTo(management, email);
  return { management, id, email, userName: user.userName, link };
}

test("A: a user has the members of its table, without passwords and secrets", async (t) => {
  const { harbor, ids } = await openShared(t, openManagementApp);
  const client = await harbor.post("/clients", newBody.client({ id: ids["harbor"] }));
  const wish = newBody.contact({ client: { id: client } });
  const { created, modified, ...user } = await harbor.get(
    `/users/${await harbor.post("/users", wish)}`,
  );
  assert.deepEqual(user, {
    ...wish,
    id: user.id,
    client: { id: client, name: user.client.name },
    partner: { id: ids["harbor"], name: "Harbor Payments" },
    version: 0,
  });
});

test("A: a user belongs to the named client, or else to the named partner, or else to the caller's partner", async (t) => {
  const { harbor, retail, ids } = await openShared(t, openManagementApp);
  const client = await harbor.post("/clients", newBody.client({ id: ids["harbor-retail"] }));
  const partnerOf = async (more: object) =>
    (await harbor.get(`/users/${await harbor.post("/users", newBody.contact({ ...more }))}`))
      .partner.id;
  assert.equal(await partnerOf({}), ids["harbor"]);
  assert.equal(await partnerOf({ partner: { id: ids["harbor-retail"] } }), ids["harbor-retail"]);
  assert.equal(await partnerOf({ client: { id: client } }), ids["harbor-retail"]);
  const wrong = newBody.contact({ client: { id: client }, partner: { id: ids["harbor"] } });
  assert.deepEqual(await harbor.errors("POST", "/users", wrong), ["client 1005"]);
  const elsewhere = newBody.contact({ partner: { id: ids["harbor"] } });
  assert.deepEqual(await retail.errors("POST", "/users", elsewhere), ["partner 1005"]);
  const { data } = await harbor.get(`/users?client=${client}`);
  assert.equal(data.length, 2);
  assert.equal((await harbor.get(`/users?partner=${ids["harbor-retail"]}`)).total, 4);
});

test("A: the welcome email of a client's user names the client's direct partner, not one above it", async (t) => {
  const management = await openShared(t, openManagementApp);
  const { harbor, ids, database } = management;
  const client = await harbor.post("/clients", newBody.client({ id: ids["harbor-retail"] }));
  const email = "cashier@client.test";
  const user = newBody.contact({ email, client: { id: client }, sendWelcomeEmail: true });
  await harbor.post("/users", user);
  assert.equal((await linksTo(management, email)).length, 1);
  const [message] = await database.owner.rows<{ subject: string; text: string }>`
    select subject, text from mailbox where recipient = ${email}`;
  assert.equal(message?.subject, "Welcome to Harbor Retail");
  assert.doesNotMatch(message?.text ?? "", /Harbor Payments/);
});

test("A: every role of the list is accepted, and no other", async (t) => {
  const { harbor } = await openShared(t, openManagementApp);
  for (const userRole of [
    "System Admin",
    "System User",
    "Kif User",
    "Partner User",
    "Client Custodian",
    "Client Procurement",
  ]) {
    await harbor.post("/users", newBody.contact({ userRole }));
  }
  const wrong = newBody.contact({ userRole: "partner user" });
  assert.deepEqual(await harbor.errors("POST", "/users", wrong), ["userRole 1003"]);
});

test("A: userName is unique among all users of all tenants", async (t) => {
  const { harbor, summit } = await openShared(t, openManagementApp);
  assert.deepEqual(await harbor.errors("POST", "/users", newBody.contact({ userName: "summit" })), [
    "userName 1004",
  ]);
  const userName = "both-at-once";
  const replies = await Promise.all(
    [harbor, summit, harbor, summit].map((partner) =>
      partner.call("POST", "/users", newBody.contact({ userName })),
    ),
  );
  assert.deepEqual(replies.map(({ status }) => status).toSorted(), [200, 409, 409, 409]);
  const id = await harbor.post("/users", newBody.contact());
  assert.deepEqual(await harbor.errors("PATCH", `/users/${id}`, { userName }), ["userName 1004"]);
});

test("A: a userName with a colon is refused, because Basic cannot send it", async (t) => {
  const { harbor, ids } = await openShared(t, openManagementApp);
  const contact = newBody.contact({ userName: "ada:keel" });
  assert.deepEqual(await harbor.errors("POST", "/users", contact), ["userName 1001"]);
  const client = newBody.client({ id: ids["harbor"] }, { contact });
  assert.deepEqual(await harbor.errors("POST", "/clients", client), ["contact.userName 1001"]);
  const path = `/users/${await harbor.post("/users", newBody.contact())}`;
  const { userName } = await harbor.get(path);
  assert.deepEqual(await harbor.errors("PATCH", path, { userName: ":" }), ["userName 1001"]);
  assert.equal((await harbor.get(path)).userName, userName);
});

test("A: the link in the welcome email sets a password once; then the user logs in with Basic", async (t) => {
  const { management, userName, link } = await openWelcomed(t);
  assert.match(link, /^http:\/\/127\.0\.0\.1:8080\/set-password\?token=[\w-]{43}$/);
  const form = await page(management, link);
  assert.equal(form.statusCode, 200);
  assert.match(form.body, new RegExp(`value="${userName}"`));
  assert.match(
    String(form.headers["content-security-policy"]),
    /^default-src 'none'; style-src 'sha256-/,
  );
  assert.doesNotMatch(form.body, /<script|style="|\son\w+="/);
  const token = tokenOf(link);
  const short = await send(management, { token, ...both("short") });
  assert.deepEqual([short.statusCode, /role="alert"/.test(short.body)], [422, true]);
  const unlike = await send(management, { token, password: PASSWORD, password_again: "x" });
  assert.equal(unlike.statusCode, 422);
  const set = await send(management, { token, ...both(PASSWORD) });
  assert.equal(set.statusCode, 200, set.body);
  assert.doesNotMatch(set.body, /secret/);
  assert.equal((await new Partner(management.app, userName, PASSWORD).get("/partners")).total, 2);
  for (const reply of [
    await page(management, link),
    await send(management, { token, ...both(PASSWORD) }),
  ]) {
    assert.equal(reply.statusCode, 404);
  }
});

test("A: of many concurrent uses of one link, one sets the password", async (t) => {
  const { management, link } = await openWelcomed(t);
  const tries = Array.from({ length: 6 }, (_, n) => `${PASSWORD} ${n}`);
  const replies = await Promise.all(
    tries.map((password) => send(management, { token: tokenOf(link), ...both(password) })),
  );
  assert.deepEqual(
    replies.map(({ statusCode }) => statusCode).toSorted(),
    [200, 404, 404, 404, 404, 404],
  );
});

test("A: a link expires after three days, and ends when another is sent", async (t) => {
  const { management, id, email, link } = await openWelcomed(t, openManagementApp(t));
  await management.harbor.patch(`/users/${id}`, { sendWelcomeEmail: true });
  const [first = "", second = ""] = await linksTo(management, email);
  assert.equal(first, link);
  assert.equal((await page(management, first)).statusCode, 404);
  management.clock.advance({ hours: 71 });
  assert.equal((await page(management, second)).statusCode, 200);
  management.clock.advance({ hours: 1 });
  assert.equal((await page(management, second)).statusCode, 404);
  assert.equal(
    (await send(management, { token: tokenOf(second), ...both(PASSWORD) })).statusCode,
    404,
  );
  for (const token of ["", "x", "A".repeat(43), "%00"]) {
    assert.equal((await page(management, `http://x/set-password?token=${token}`)).statusCode, 404);
  }
});

test("A: production issues an API secret with the first password, and shows it once", async (t) => {
  const { management, userName, link } = await openWelcomed(
    t,
    openManagementApp(t, { environment: "production" }),
  );
  const set = await send(management, { token: tokenOf(link), ...both(PASSWORD) });
  const [, secret = ""] = /<p>([\w-]{32})<\/p>/.exec(set.body) ?? [];
  assert.match(secret, /^[\w-]{32}$/);
  const [row] = await management.database.owner.rows<{
    contact_id: string;
    secret_sealed: Uint8Array;
  }>`
    select contact_id, secret_sealed from contact_credentials where user_name = ${userName}`;
  const context = { place: "contact_credentials.secret_sealed", owner: row?.contact_id ?? "" };
  const kept = await management.custody.open(row?.secret_sealed ?? new Uint8Array(), context);
  assert.equal(kept.reveal(), secret);
});

test("A: no email is sent without sendWelcomeEmail or with an error in the request", async (t) => {
  const { harbor, database } = await openManagementApp(t);
  await harbor.post("/users", newBody.contact());
  await harbor.errors("POST", "/users", newBody.contact({ sendWelcomeEmail: true, phone: "" }));
  const rows = await database.owner.rows`select from outbox where kind = 'mail'`;
  assert.equal(rows.length, 0);
});

test("A: disabling, renaming and deleting a user takes effect in every process within a second", async (t) => {
  const { management, id, userName, link } = await openWelcomed(t);
  const { harbor, app } = management;
  await send(management, { token: tokenOf(link), ...both(PASSWORD) });
  const user = new Partner(app, userName, PASSWORD);
  await user.get("/partners");
  const until = async (status: number, other = user) => {
    const startMs = performance.now();
    while ((await other.call("GET", "/partners")).status !== status) {
      assert.ok(performance.now() - startMs < 2_000);
    }
  };
  await harbor.patch(`/users/${id}`, { isActive: false });
  await until(401);
  await harbor.patch(`/users/${id}`, { isActive: true, userName: "renamed", userRole: "Kif User" });
  await until(200, new Partner(app, "renamed", PASSWORD));
  await harbor.patch(`/users/${id}`, { userRole: "Client User" });
  await until(403, new Partner(app, "renamed", PASSWORD));
  await harbor.delete(`/users/${id}`);
  await until(401, new Partner(app, "renamed", PASSWORD));
});

test("A: the contact of a partner or client and the caller's own user cannot be deleted", async (t) => {
  const { harbor } = await openShared(t, openManagementApp);
  const [{ contact }] = (await harbor.get("/clients")).data;
  const [own] = (await harbor.get("/partners")).data;
  for (const { id } of [contact, own.contact]) {
    assert.deepEqual(await harbor.errors("DELETE", `/users/${id}`), ["id 1007"]);
  }
});
