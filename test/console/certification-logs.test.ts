/** Mailbox, webhooks and test data in the console API. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Webhook } from "standardwebhooks";
import { Mailbox } from "../../src/adapters/mailbox.ts";
import { HttpWebhookSender } from "../../src/adapters/webhook-sender/webhook-sender.ts";
import { readCertificationSeed } from "../../src/core/certification/certification-seed.ts";
import { saveEndpoint } from "../../src/core/outbox/endpoint.ts";
import { firstEndpoint } from "../../src/core/outbox/endpoint-store.ts";
import type {
  EmailDetails,
  EmailRow,
  Simulators,
  WebhookDetails,
  WebhookLine,
} from "../../src/interfaces/console/certification/contract.ts";
import type { CursorPage } from "../../src/interfaces/console/contract.ts";
import { Secret } from "../../src/values/secret.ts";
import { ACCOUNT, CARD, OTHER_ACCOUNT, openTestApp, post } from "../kit/app.ts";
import { listAuditActions } from "../kit/certification.ts";
import { ConsoleClient, OPERATOR } from "../kit/console.ts";
import { TestOutbox } from "../kit/outbox.ts";
import { openReceiver } from "../kit/receiver.ts";

const SALE = { ...CARD, transaction_type: "SALE", response_format: "JSON" };

test("the test data are those of the seed", async (t) => {
  const { server } = await openTestApp(t);
  const operator = await ConsoleClient.signedIn(server, OPERATOR);
  const { body } = await operator.get<Simulators>("/certification/simulators");
  const seed = await readCertificationSeed();
  assert.equal(body.card.amounts.length, Object.keys(seed.simulators.card.amounts).length);
  assert.deepEqual(
    body.accounts.map(({ accountId, accessKey }) => [accountId, accessKey]),
    seed.accounts.map((account) => [account.account_id, account.api_accesskey]),
  );
  const { rows } = body.bank.achNetwork;
  assert.deepEqual(rows[0], { value: "1001", effect: "returned R01", accountNumber: "123451001" });
  assert.equal(body.devices.length, 12);
  assert.ok(body.partners.some(({ partnerKey }) => partnerKey.startsWith("harbor-certification")));
});

test("emails are listed, searched and shown, with sandboxed HTML", async (t) => {
  const { server, database, clock } = await openTestApp(t);
  const operator = await ConsoleClient.signedIn(server, OPERATOR);
  const mailbox = new Mailbox({ db: database.payments, clock });
  const email = { subject: "Welcome", text: "Go to {{link}}", html: '<a href="{{link}}">Go</a>' };
  const link = new Secret("http://127.0.0.1:8080/set-password?token=abc");
  for (const [at, to] of ["ann@books.test", "ben@clinic.test", "cleo@books.test"].entries()) {
    const id = `00000000-0000-4000-8000-00000000000${at}`;
    await mailbox.send({ id, to, ...email, ...(at === 1 ? { html: undefined } : {}), link });
  }
  const list = (query: string) =>
    operator.get<CursorPage<EmailRow>>(`/certification/emails?${query}`);
  const first = await list("take=2");
  assert.deepEqual(
    first.body.items.map(({ to }) => to),
    ["cleo@books.test", "ben@clinic.test"],
  );
  assert.equal((await list(`take=2&before=${first.body.next}`)).body.items.length, 1);
  assert.equal((await list("q=BOOKS.test")).body.items.length, 2);
  const [cleo, ben] = first.body.items;
  const shown = await operator.get<EmailDetails>(`/certification/emails/${cleo?.id}`);
  assert.match(shown.body.text, /Go to http:\/\/127\.0\.0\.1:8080\/set-password\?token=abc/);
  assert.equal(shown.body.hasHtml, true);
  const headers = { cookie: operator.cookie };
  const html = (id = "") =>
    server.inject({ url: `/console/api/certification/emails/${id}/html`, headers });
  const page = await html(cleo?.id);
  assert.match(page.body, /<base target="_blank">.*set-password\?token=abc/s);
  const policy = String(page.headers["content-security-policy"]);
  assert.match(policy, /default-src 'none'.*frame-ancestors 'self'; sandbox allow-popups/);
  assert.doesNotMatch(policy, /allow-scripts|allow-same-origin/);
  assert.equal((await html(ben?.id)).statusCode, 404);
  assert.equal((await operator.get("/certification/emails/77")).status, 404);
});

test("webhooks of all accounts are shown exactly as sent, with every response, and can be resent", async (t) => {
  const app = await openTestApp(t);
  const { server, database, custody, clock } = app;
  const operator = await ConsoleClient.signedIn(server, OPERATOR);
  let status = 500;
  const receiver = await openReceiver(t, (response) => response.writeHead(status).end("busy"));
  const outbox = new TestOutbox(database, custody, clock);
  const wish = { url: receiver.url, isOn: true };
  const saved = await saveEndpoint(outbox.endpointNeeds, firstEndpoint(ACCOUNT.account_id), wish);
  await saveEndpoint(outbox.endpointNeeds, firstEndpoint(OTHER_ACCOUNT.account_id), wish);
  for (const account of [ACCOUNT, OTHER_ACCOUNT]) {
    await post(server, "/api/qsapi/3.8", { ...account, ...SALE, transaction_amount: "5.00" });
  }
  const sender = new HttpWebhookSender({ environment: "certification", clock });
  t.after(() => sender.close());
  const dispatcher = outbox.dispatcher(sender);
  await outbox.drain(dispatcher);

  const list = (query = "") =>
    operator.get<CursorPage<WebhookLine>>(`/certification/webhooks?${query}`);
  const { items } = (await list()).body;
  assert.deepEqual(
    items.map(({ accountName, event, state, lastAttempt }) => [
      accountName,
      event,
      state,
      lastAttempt?.lastResponse,
    ]),
    [
      ["Lakeside Clinic", "transaction.approved", "waiting", "500"],
      ["Main Street Books", "transaction.approved", "waiting", "500"],
    ],
  );
  assert.equal((await list(`account=${ACCOUNT.account_id}`)).body.items.length, 1);
  assert.equal((await list("state=delivered")).body.items.length, 0);
  assert.equal((await list("event=transaction.settled")).body.items.length, 0);
  const page = await list("take=1");
  assert.deepEqual((await list(`take=1&before=${page.body.next}`)).body.items, items.slice(1));

  const at = `/certification/webhooks/${ACCOUNT.account_id}/${items[1]?.eventId}`;
  const { body: shown } = await operator.get<WebhookDetails>(at);
  const [attempt] = shown.attempts;
  const arrival = receiver.arrivals.find(({ id }) => id === shown.eventId);
  assert.deepEqual([attempt?.status, attempt?.answer], [500, "busy"]);
  assert.equal(attempt?.sent?.body, arrival?.body, "byte for byte");
  for (const [name, value] of Object.entries(attempt?.sent?.headers ?? {})) {
    assert.equal(arrival?.headers[name], value, name);
  }
  const secret = saved.kind === "saved" ? saved.secret?.reveal() : undefined;
  new Webhook(secret ?? "").verify(attempt?.sent?.body ?? "", attempt?.sent?.headers ?? {});
  assert.equal(JSON.parse(shown.payload).authorization_message, "APPROVED");

  status = 200;
  assert.equal((await operator.post(`${at}/replay`)).status, 204);
  await outbox.drain(dispatcher);
  const again = await operator.get<WebhookDetails>(at);
  assert.deepEqual([again.body.state, again.body.attempts.length], ["delivered", 2]);
  const [failedAt, email] = [clock.wall(), "receipt"];
  await database.owner.rows`
    insert into outbox (account_id, kind, event, payload, created_at, due_at, tries, set_aside_at)
    values (${OTHER_ACCOUNT.account_id}, 'mail', ${email}, '{}', ${failedAt}, ${failedAt}, 3,
      ${failedAt})`;
  const since = clock.wall().subtract({ hours: 1 }).toString();
  const all = await operator.post<{ replayed: number }>("/certification/webhooks/replay", {
    since,
  });
  assert.equal(all.body.replayed, 1, "only failed webhooks, no emails");
  await outbox.drain(dispatcher);
  assert.equal((await list("state=delivered")).body.items.length, 2);
  assert.deepEqual(await listAuditActions(app, "account.replay%"), [
    `operator account.replay_webhook ${ACCOUNT.account_id} /console`,
    `operator account.replay_webhooks ${OTHER_ACCOUNT.account_id} /console`,
  ]);
  assert.equal((await operator.post("/certification/webhooks/replay", { since: "x" })).status, 422);
  const none = "00000000-0000-4000-8000-000000000000";
  assert.equal((await operator.post(`/certification/webhooks/1/${none}/replay`)).status, 404);
});
