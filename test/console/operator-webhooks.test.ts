/** The webhook endpoints of an account in the administration API, as a merchant has them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { WebhookSaved, WebhookView } from "../../src/interfaces/console/business/contract.ts";
import type { WebhookEventRow } from "../../src/interfaces/console/operator/contract.ts";
import { openTestApp, type TestApp } from "../kit/app.ts";
import { ConsoleClient, OPERATOR, OWNER, PARTNER } from "../kit/console.ts";
import { CLINIC_OWNER, MANAGER } from "../kit/merchant.ts";
import { DELIVERED, ScriptedSender, TestOutbox } from "../kit/outbox.ts";
import { type Lifetime, openShared } from "../kit/shared.ts";

const BOOKS = "120000000001";
const WEBHOOK = `/operator/accounts/${BOOKS}/webhook`;
const ENDPOINTS = `${WEBHOOK}/endpoints`;
const ONE = "https://one.example/";
const TWO = "https://two.example/";

async function open(t: Lifetime) {
  const app = await openTestApp(t);
  return { app, operator: await ConsoleClient.signedIn(app.server, OPERATOR) };
}

async function listActs({ database }: TestApp) {
  return database.owner.rows<{ act: string; before: unknown; after: unknown }>`
    select concat_ws(' ', actor_kind, actor_name, action, subject_id) as act, before, after
    from audit_entries where action like 'account.%webhook%' order by id`;
}

test("an operator adds endpoints, changes their events, replaces a secret and removes one, audited", async (t) => {
  const { app, operator } = await open(t);
  assert.deepEqual((await operator.get<WebhookView>(WEBHOOK)).body.webhooks, []);
  const secrets: (string | undefined)[] = [];
  for (const url of [ONE, TWO]) {
    secrets.push((await operator.post<WebhookSaved>(ENDPOINTS, { url })).body.secret);
  }
  const events = ["transaction.settled"];
  const changed = await operator.patch<WebhookSaved>(`${ENDPOINTS}/2`, { events, isOn: false });
  assert.equal(changed.body.secret, undefined);
  assert.deepEqual(
    changed.body.webhooks.map((one) => [one.number, one.url, one.isOn, one.events]),
    [
      [1, ONE, true, undefined],
      [2, TWO, false, events],
    ],
  );
  const rotated = await operator.post<WebhookSaved>(`${ENDPOINTS}/2/secret`);
  secrets.push(rotated.body.secret);
  for (const secret of secrets) assert.match(secret ?? "", /^whsec_/);
  assert.equal(new Set(secrets).size, 3);
  assert.notEqual(rotated.body.webhooks[1]?.previousSecretUntil, undefined);
  assert.equal((await operator.delete(`${ENDPOINTS}/2`)).status, 204);
  assert.equal((await operator.get<WebhookView>(WEBHOOK)).body.webhooks.length, 1);
  const by = (action: string) => `operator operator account.${action} ${BOOKS}`;
  assert.deepEqual(await listActs(app), [
    { act: by("set_webhook"), before: null, after: { url: ONE, isOn: true } },
    { act: by("set_webhook"), before: null, after: { endpoint: 2, url: TWO, isOn: true } },
    {
      act: by("set_webhook"),
      before: { endpoint: 2, url: TWO, isOn: true },
      after: { endpoint: 2, url: TWO, isOn: false, events },
    },
    { act: by("rotate_webhook_secret"), before: null, after: { endpoint: 2 } },
    {
      act: by("remove_webhook"),
      before: { endpoint: 2, url: TWO, isOn: false, events },
      after: null,
    },
  ]);
});

test("the merchant sees what the operator set, and events are delivered to it", async (t) => {
  const { app, operator } = await open(t);
  const events = ["transaction.declined"];
  await operator.post(ENDPOINTS, { url: ONE });
  await operator.post(ENDPOINTS, { url: TWO, events });
  const owner = await ConsoleClient.signedIn(app.server, OWNER);
  const { webhooks } = (await owner.get<WebhookView>("/settings/webhook")).body;
  assert.deepEqual((await operator.get<WebhookView>(WEBHOOK)).body.webhooks, webhooks);
  const clinic = await ConsoleClient.signedIn(app.server, CLINIC_OWNER);
  assert.deepEqual((await clinic.get<WebhookView>("/settings/webhook")).body.webhooks, []);
  const outbox = new TestOutbox(app.database, app.custody, app.clock);
  for (const event of ["transaction.approved", "transaction.declined"] as const) {
    await outbox.write({ accountId: BOOKS, event });
  }
  const sender = new ScriptedSender(() => DELIVERED);
  await outbox.drain(outbox.dispatcher(sender));
  assert.deepEqual(sender.orders.map(({ url, event }) => `${url} ${event}`).sort(), [
    `${ONE} transaction.approved`,
    `${ONE} transaction.declined`,
    `${TWO} transaction.declined`,
  ]);
  const log = await operator.get<{ items: WebhookEventRow[] }>(`${WEBHOOK}/events`);
  const toTwo = log.body.items.filter(
    ({ endpoint, state }) => endpoint === 2 && state === "delivered",
  );
  assert.deepEqual(
    toTwo.map(({ event }) => event),
    events,
  );
});

test("bad input, a sixth endpoint and unknown endpoints and accounts are named", async (t) => {
  const { operator } = await open(t);
  const fields = async (body: object) =>
    Object.keys((await operator.post(ENDPOINTS, body)).body.error.fields ?? {});
  assert.deepEqual(await fields({}), ["url"]);
  assert.deepEqual(await fields({ url: "https://me:pw@books.test" }), ["url"]);
  assert.deepEqual(await fields({ url: ONE, events: ["transaction.nonsense"] }), ["events"]);
  for (let count = 1; count <= 5; count++) {
    assert.equal((await operator.post(ENDPOINTS, { url: ONE })).status, 200);
  }
  const { status, body } = await operator.post(ENDPOINTS, { url: ONE });
  assert.deepEqual(
    [status, body.error.message],
    [409, "An account can have at most 5 endpoints. Remove one first."],
  );
  assert.equal((await operator.delete(`${ENDPOINTS}/5`)).status, 204);
  assert.equal((await operator.delete(`${ENDPOINTS}/5`)).status, 404);
  assert.equal((await operator.patch(`${ENDPOINTS}/5`, { isOn: true })).status, 409);
  assert.equal((await operator.post(`${ENDPOINTS}/5/secret`)).status, 409);
  for (const id of ["999999999999", "x"]) {
    const base = `/operator/accounts/${id}/webhook`;
    const answers = [
      await operator.get(base),
      await operator.post(`${base}/endpoints`, { url: ONE }),
      await operator.patch(`${base}/endpoints/1`, { url: ONE }),
      await operator.delete(`${base}/endpoints/1`),
      await operator.post(`${base}/endpoints/1/secret`),
    ];
    for (const answer of answers) assert.equal(answer.status, 404, id);
  }
});

test("only operators reach the endpoints of an account by its number", async (t) => {
  const { server } = await openShared(t, openTestApp);
  for (const proof of [OWNER, MANAGER, CLINIC_OWNER, PARTNER]) {
    const other = await ConsoleClient.signedIn(server, proof);
    const answers = [
      await other.get(WEBHOOK),
      await other.get(`${WEBHOOK}/events`),
      await other.post(ENDPOINTS, { url: ONE }),
      await other.patch(`${ENDPOINTS}/1`, { url: ONE }),
      await other.delete(`${ENDPOINTS}/1`),
      await other.post(`${ENDPOINTS}/1/secret`),
    ];
    for (const { status } of answers) assert.equal(status, 403, proof.name);
  }
});
