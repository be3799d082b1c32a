/** An app with a webhook for its first account, requests of that account, and its outbox. */
import assert from "node:assert/strict";
import { openPayments } from "../../src/app/areas/payments.ts";
import { showOnce } from "../../src/core/access/show-once.ts";
import { setWebhook } from "../../src/core/accounts/set-webhook.ts";
import type { PaymentNeeds } from "../../src/core/payments/payment-needs.ts";
import { ACCOUNT, CARD, openTestApp, post, type TestApp } from "./app.ts";
import { testHosts } from "./hosts.ts";
import type { Lifetime } from "./shared.ts";
import { testConfig } from "./test-config.ts";

export const NO_LIMITS = { callerPerSecond: 0, addressPerSecond: 0 };
export const HOOK = "http://shop.test/hook";
export const SALE = { ...ACCOUNT, ...CARD, transaction_type: "SALE", transaction_amount: "12.34" };
const BY = { actor: { kind: "system", name: "a test" } } as const;

export type Form = Record<string, string>;

export interface Told {
  readonly event: string;
  readonly transaction_id: string | null;
  /** The webhook body as it is sent: names, order and values. */
  readonly payload: string;
}

export async function send({ server }: TestApp, form: Form, headers: Form = {}) {
  const type = { "content-type": "application/x-www-form-urlencoded" };
  return server.inject({
    method: "POST",
    url: "/api/qsapi/3.8",
    headers: { ...type, ...headers },
    payload: new URLSearchParams({ response_format: "JSON", ...form }).toString(),
  });
}

export function pay(app: TestApp, changes: Form = {}, headers: Form = {}) {
  return send(app, { ...SALE, ...changes }, headers);
}

/** A request about an earlier transaction, without a card. */
export function change(app: TestApp, form: Form, headers: Form = {}) {
  return send(app, { ...ACCOUNT, ...form }, headers);
}

export async function fetchId({ server }: TestApp): Promise<string> {
  const form = { ...ACCOUNT, action: "GET_TRANSACTION_ID", response_format: "JSON" };
  return (await post(server, "/api/tsapi/3.8", form)).json().transaction_id;
}

/** Returns the secret if it is new. */
export async function hook(
  { database, custody, clock }: TestApp,
  wish: { readonly url?: string; readonly isOn?: boolean } = { url: HOOK },
): Promise<string> {
  const needs = { db: database.app, custody, clock, environment: "certification" } as const;
  const outcome = await setWebhook(needs, ACCOUNT.account_id, { wish, by: BY });
  assert.ok(outcome.kind === "saved", outcome.kind);
  return outcome.secret === undefined ? "" : showOnce(outcome.secret);
}

/** An app that takes any number of requests. */
export function openUnlimitedApp(t: Lifetime): Promise<TestApp> {
  return openTestApp(t, {}, NO_LIMITS);
}

export async function openHooked(t: Lifetime): Promise<TestApp> {
  const app = await openUnlimitedApp(t);
  await hook(app);
  return app;
}

async function listWebhooks({ database }: TestApp): Promise<readonly Told[]> {
  return database.owner.rows<Told>`
    select event, transaction_id, payload::text as payload from outbox
    where kind = 'webhook' order by id`;
}

/** The webhooks that some work has added to the outbox. */
export async function listNewWebhooks(
  app: TestApp,
  work: () => Promise<unknown>,
): Promise<readonly Told[]> {
  const before = await listWebhooks(app);
  await work();
  return (await listWebhooks(app)).slice(before.length);
}

/** The fields of the answer in a failed event, without those that identify the request. */
export function errorsIn(payload: string): object {
  const identity = ["tender_type", "transaction_type", "last4", "transaction_amount", "custom_id"];
  const fields = Object.entries(JSON.parse(payload));
  return Object.fromEntries(fields.filter(([name]) => !identity.includes(name)));
}

/** The payment core of the jobs, on the app's database. */
export function jobsOf({ database, custody, clock }: TestApp): PaymentNeeds {
  const config = testConfig();
  return openPayments({ db: database.payments, custody, clock, config, hosts: testHosts() });
}
