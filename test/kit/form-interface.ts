/**
 * A customer of the hosted payment form, without a browser: opens it, fills it in and reads the
 * pages.
 */
import assert from "node:assert/strict";
import type { LightMyRequestResponse } from "fastify";
import { openPayments } from "../../src/app/areas/payments.ts";
import type { Config } from "../../src/config.ts";
import type { AccessSettings } from "../../src/core/access/access.ts";
import { reconcile } from "../../src/core/payments/recovery/reconcile.ts";
import { ACCOUNT, openTestApp, post, type TestApp } from "./app.ts";
import { testHosts } from "./hosts.ts";
import { type Lifetime, openShared } from "./shared.ts";
import { testConfig } from "./test-config.ts";

export const NO_LIMITS = { callerPerSecond: 0, addressPerSecond: 0 };

/** A customer with a published test card. */
export const CARD_FIELDS = {
  amount: "12.34",
  method: "card",
  card_number: "4111 1111 1111 1111",
  card_expiration: "12/30",
  card_verification: "123",
  first_name: "Ada",
  last_name: "Lovelace",
  email: "ada@example.test",
  street_address1: "1 Main Street",
  zip: "10001",
  field_1: "A-77",
};

/** The same customer with a bank account that all simulators accept. */
export const BANK_FIELDS = {
  amount: "45.00",
  method: "ach",
  bank_routing_number: "021000021",
  bank_account_number: "1234567890",
  ach_account_type: "checking",
  first_name: "Ada",
  last_name: "Lovelace",
  email: "ada@example.test",
  ach_authorization: "yes",
  field_1: "A-78",
};

export type Fields = Readonly<Record<string, string>>;

export class Customer {
  readonly app: TestApp;
  readonly form: string;
  /** The customer's current address. */
  address = "127.0.0.1";
  #cookie = "";

  constructor(app: TestApp, form = "books") {
    this.app = app;
    this.form = form;
  }

  get cookie(): string {
    return this.#cookie;
  }

  async get(url: string): Promise<LightMyRequestResponse> {
    const headers = this.#cookie === "" ? {} : { cookie: this.#cookie };
    const { address: remoteAddress } = this;
    return this.#keep(await this.app.server.inject({ method: "GET", url, headers, remoteAddress }));
  }

  open(): Promise<LightMyRequestResponse> {
    return this.get(`/pay/${this.form}`);
  }

  /** Returns the token of a page. */
  async ticket(): Promise<string> {
    return readFormToken((await this.open()).body);
  }

  async send(fields: Fields, headers: Fields = {}): Promise<LightMyRequestResponse> {
    const cookie = this.#cookie === "" ? {} : { cookie: this.#cookie };
    const type = { "content-type": "application/x-www-form-urlencoded" };
    return this.#keep(
      await this.app.server.inject({
        method: "POST",
        url: `/pay/${this.form}`,
        headers: { ...type, ...cookie, ...headers },
        remoteAddress: this.address,
        payload: new URLSearchParams(fields).toString(),
      }),
    );
  }

  /** Opens the page and pays. Returns the page of the receipt if the payment was approved. */
  async pay(fields: Fields): Promise<LightMyRequestResponse> {
    const sent = await this.send({ token: await this.ticket(), ...fields });
    return sent.statusCode === 303 ? this.get(readRedirect(sent)) : sent;
  }

  #keep(response: LightMyRequestResponse): LightMyRequestResponse {
    const set = String(response.headers["set-cookie"] ?? "");
    const [pair = ""] = set.split(";");
    if (set !== "") this.#cookie = set.includes("Max-Age=0") ? "" : pair;
    return response;
  }
}

export function readFormToken(html: string): string {
  return /name="token" value="([^"]+)"/.exec(html)?.[1] ?? assert.fail("the page has no ticket");
}

export function readRedirect(response: LightMyRequestResponse): string {
  assert.equal(response.statusCode, 303, response.body);
  return String(response.headers.location);
}

/** Returns the error beside a field. */
export function readFieldError(html: string, name: string): string | undefined {
  return new RegExp(`id="${name}-error">([^<]*)<`).exec(html)?.[1];
}

/** Returns the text of a page without tags, as a customer reads it. */
export function readPageText(html: string): string {
  const [, main = html] = /<main[^>]*>([\s\S]*)<\/main>/.exec(html) ?? [];
  return main
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll(/\s+/g, " ")
    .replaceAll("&#39;", "'")
    .trim();
}

export async function openFormApp(
  t: Lifetime,
  settings: Partial<Config> = {},
  access: Partial<AccessSettings> = NO_LIMITS,
): Promise<Customer> {
  return new Customer(await openTestApp(t, settings, access));
}

let forms = 0;

/** A customer of a form that only this test has, and what happens from now on. */
export async function openOwnForm(t: Lifetime) {
  const { app } = await openShared(t, openFormApp);
  const name = `books-${++forms}`;
  await app.database.owner.rows`
    insert into payment_forms (account_id, name, title, methods, ach_sec_code, reportable_fields)
    select account_id, ${name}, title, methods, ach_sec_code, reportable_fields
    from payment_forms where name = 'books'`;
  const earlier = new Set((await transactionsOf(app)).map(({ id }) => id));
  const askedEarlier = await askedHost(app);
  return {
    customer: new Customer(app, name),
    made: async () => (await transactionsOf(app)).filter(({ id }) => !earlier.has(id)),
    asked: async () => (await askedHost(app)) - askedEarlier,
  };
}

export interface Kept {
  readonly id: string;
  readonly state: string;
  readonly amount_cents: number;
  readonly message: string;
  readonly sec_code: string | null;
  readonly form_name: string | null;
  readonly form_fields: Fields | null;
  readonly payment_type: string | null;
  readonly ip_address: string | null;
}

export function transactionsOf({ database }: TestApp): Promise<Kept[]> {
  return database.owner.rows<Kept>`
    select id, state, amount_cents, message, sec_code, form_name, form_fields, payment_type,
      ip_address
    from transactions order by authorized_at, id`;
}

/** How often the card host was asked. */
export async function askedHost({ database }: TestApp): Promise<number> {
  const [row] = await database.owner.rows<{ orders: number }>`
    select count(*)::integer as orders from simulator.card_orders`;
  return row?.orders ?? 0;
}

/** Asks the card host again after its time limit, so that unknown results become known. */
export async function askHostAgain({ clock, custody, database }: TestApp): Promise<void> {
  const config = testConfig();
  clock.advance({ minutes: 2 });
  const payments = openPayments({
    db: database.payments,
    custody,
    clock,
    config,
    hosts: testHosts(),
  });
  await reconcile(payments, (error) => assert.fail(String(error)));
}

/** Returns the merchant's report as JSON. */
export async function readReport(app: TestApp): Promise<readonly Fields[]> {
  const wish = { ...ACCOUNT, start_date: "", reportable_fields: "1", response_format: "JSON" };
  const { body } = await post(app.server, "/api/rsapi/3.8", wish);
  return JSON.parse(body).transactions;
}

/** Changes settings of a form directly in its row. */
export async function setForm({ app, form }: Customer, set: string): Promise<void> {
  await app.database.owner.withClient((client) =>
    client.query(`update payment_forms set ${set} where name = '${form}'`),
  );
}
