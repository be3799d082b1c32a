/** The real system that the model is compared with: the app behind HTTP, its jobs and records. */
import type { TestContext } from "node:test";
import { openPayments } from "../../src/app/areas/payments.ts";
import { openPaymentsPool } from "../../src/app/database/pools.ts";
import { sealAccessKey } from "../../src/core/accounts/access-key.ts";
import { ensureMonths } from "../../src/core/payments/ids/partition-store.ts";
import type { PaymentNeeds } from "../../src/core/payments/payment-needs.ts";
import type { DatabasePool } from "../../src/db/database-pool.ts";
import { Secret } from "../../src/values/secret.ts";
import { monthsAround } from "../../src/values/transaction-id.ts";
import { openTestApp, type TestApp } from "../kit/app.ts";
import { testHosts } from "../kit/hosts.ts";
import { testConfig } from "../kit/test-config.ts";
import type { Fields } from "./expected.ts";
import type { AccountTerms, Request } from "./payment-model.ts";

const NO_LIMITS = { callerPerSecond: 0, addressPerSecond: 0 };

export interface Answer {
  readonly fields: Fields;
  readonly isReplay: boolean;
}

export interface Environment {
  readonly app: TestApp;
  /** For jobs and for reading records. */
  readonly db: DatabasePool;
  /** For jobs, as if they ran in their own process. */
  readonly needs: PaymentNeeds;
}

export async function openEnvironment(
  t: TestContext,
  months: Temporal.Instant,
): Promise<Environment> {
  const app = await openTestApp(t, {}, NO_LIMITS);
  const { database, custody, clock } = app;
  await ensureMonths(database.owner, monthsAround(months));
  // Every step reads the orders of two accounts out of thousands.
  await database.owner.rows`create index on simulator.card_orders (account_id)`;
  const config = testConfig();
  const db = openPaymentsPool(config, database.url);
  database.beforeDrop(() => db.close());
  return { app, db, needs: openPayments({ db, custody, clock, config, hosts: testHosts() }) };
}

/** A new account. */
export async function addAccount({ app }: Environment, terms: AccountTerms) {
  const { id, accessKey, timeZone, allowsCredit, declinesAvs, declinesCvv, batches } = terms;
  const { digest, sealed } = await sealAccessKey(app.custody, id, new Secret(accessKey));
  await app.database.owner.rows`
    with account as (
      insert into accounts (id, name, time_zone, card_processor, ach_processor, allows_credit,
        declines_avs, declines_cvv)
      values (${id}, 'Model', ${timeZone}, 'simulator', 'simulator', ${allowsCredit},
        ${declinesAvs}, ${declinesCvv})
    ), key as (
      insert into account_keys (account_id, digest, sealed) values (${id}, ${digest}, ${sealed})
    )
    insert into card_batches (account_id, number, closed_at, transaction_count, net_cents)
    select ${id}::bigint, ${batches}::int, now(), 1, 1 where ${batches}::int > 0`;
}

export type Words = Readonly<Record<string, string | undefined>>;

function encode(words: Words): string {
  const sent = Object.entries(words).filter(([, value]) => value !== undefined);
  return new URLSearchParams(sent as [string, string][]).toString();
}

interface Call {
  readonly path: string;
  readonly terms: AccountTerms;
  readonly words: Words;
  readonly headers?: Record<string, string>;
}

/** Every account has its own address, so that failed logins do not lock out the others. */
function send({ app }: Environment, { path, terms, words, headers = {} }: Call) {
  const place = Number(terms.id.slice(3));
  const login = { account_id: terms.id, api_accesskey: terms.accessKey, response_format: "JSON" };
  return app.server.inject({
    method: "POST",
    url: path,
    remoteAddress: `10.${(place >> 16) & 255}.${(place >> 8) & 255}.${place & 255}`,
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    payload: encode({ ...login, ...words }),
  });
}

export async function pay(
  env: Environment,
  terms: AccountTerms,
  { form, key }: Request,
): Promise<Answer> {
  const headers = key === undefined ? {} : { "Idempotency-Key": key };
  const call = { path: "/api/qsapi/3.8", terms, words: { ...form }, headers };
  const reply = await send(env, call);
  const fields = reply.statusCode === 200 ? reply.json<Fields>() : { status: reply.statusCode };
  return { fields, isReplay: reply.headers["idempotent-replayed"] === "true" };
}

async function ask(env: Environment, terms: AccountTerms, words: Words): Promise<Fields> {
  return (await send(env, { path: "/api/tsapi/3.8", terms, words })).json<Fields>();
}

export function requestStatus(env: Environment, terms: AccountTerms, id: string): Promise<Fields> {
  return ask(env, terms, { action: "GET_TRANSACTION_STATUS", transaction_id: id });
}

export async function fetchId(env: Environment, terms: AccountTerms): Promise<string> {
  const { transaction_id } = await ask(env, terms, { action: "GET_TRANSACTION_ID" });
  return String(transaction_id);
}
