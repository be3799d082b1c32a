/** A shop of the certification data behind the whole server: users, forms, photos and cards. */
import assert from "node:assert/strict";
import type { LightMyRequestResponse } from "fastify";
import { SharpPhotoEncoder } from "../../src/adapters/photo-encoder.ts";
import { openPayments } from "../../src/app/areas/payments.ts";
import { openPageLinks } from "../../src/app/page-links.ts";
import type { Config } from "../../src/config.ts";
import { AccountStore } from "../../src/core/accounts/account-store.ts";
import { IdStore } from "../../src/core/payments/ids/id-store.ts";
import { openPosCore, type PosCore } from "../../src/core/pos/pos.ts";
import { PendingStore } from "../../src/core/pos/sales/pending-store.ts";
import { settlePending } from "../../src/core/pos/sales/settle-pending.ts";
import { openTestApp, post, type TestApp } from "./app.ts";
import { testHosts } from "./hosts.ts";
import type { Lifetime } from "./shared.ts";
import { testConfig } from "./test-config.ts";

export const BOOKS = "120000000001";
export const CLINIC = "120000000002";
const NO_LIMITS = { callerPerSecond: 0, addressPerSecond: 0 };
const CONFIG = testConfig();

export type Answer = LightMyRequestResponse;
export type FormFields = Readonly<Record<string, string | number | readonly (string | number)[]>>;

export interface FileField {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly fileName?: string;
}

export interface CallOptions {
  readonly form?: FormFields;
  readonly files?: readonly FileField[];
  /** Sends a multipart form even if it has no files. */
  readonly isMultipart?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A user of the mobile app. */
export class Phone {
  readonly #app: TestApp;
  readonly token: string;

  constructor(app: TestApp, token: string) {
    this.#app = app;
    this.token = token;
  }

  get(path: string): Promise<Answer> {
    return this.call("GET", path);
  }

  post(path: string, form: FormFields = {}, options: CallOptions = {}): Promise<Answer> {
    return this.call("POST", path, { form, ...options });
  }

  async call(
    method: "GET" | "POST" | "PUT" | "DELETE",
    path: string,
    options: CallOptions = {},
  ): Promise<Answer> {
    const { form, files = [], isMultipart = files.length > 0, headers = {} } = options;
    const mark = path.includes("?") ? "&" : "?";
    const url = `/api/json${path}${mark}token=${this.token}`;
    if (form === undefined && files.length === 0) {
      return this.#app.server.inject({ method, url, headers });
    }
    const { type, body } = isMultipart ? multipart(form ?? {}, files) : urlencoded(form ?? {});
    const all = { ...headers, "content-type": type };
    return this.#app.server.inject({ method, url, headers: all, payload: body });
  }
}

export interface TestShop extends TestApp {
  readonly owner: Phone;
}

export async function openShopApp(t: Lifetime, settings: Partial<Config> = {}): Promise<TestShop> {
  const app = await openTestApp(t, settings, NO_LIMITS);
  return { ...app, owner: await logIn(app, "owner") };
}

export async function logIn(
  app: TestApp,
  who: string,
  shop: "books" | "clinic" = "books",
): Promise<Phone> {
  const answer = await post(app.server, "/api/json/account/login/", {
    account_id: shop === "books" ? BOOKS : CLINIC,
    email: who.includes("@") ? who : `${who}@${shop}.test`,
    passsword: who.includes("@") ? PASSWORD : `certification-${who}`,
  });
  assert.equal(answer.statusCode, 200, answer.body);
  return new Phone(app, answer.json().token);
}

/** The password of users that tests create. */
export const PASSWORD = "a-password-of-the-test";

export function listPairs(form: FormFields): [string, string][] {
  return Object.entries(form).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, String(one)]),
  );
}

function urlencoded(form: FormFields) {
  const body = Buffer.from(new URLSearchParams(listPairs(form)).toString());
  return { type: "application/x-www-form-urlencoded", body };
}

export function multipart(form: FormFields, files: readonly FileField[] = []) {
  const head = (name: string, more = "") =>
    `--x--y\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`;
  const parts = [
    ...listPairs(form).map(([name, value]) => Buffer.from(`${head(name)}${value}\r\n`)),
    ...files.flatMap(({ name, bytes, fileName = "photo.jpg" }) => [
      Buffer.from(head(name, `; filename="${fileName}"\r\nContent-Type: image/jpeg`)),
      Buffer.from(bytes),
      Buffer.from("\r\n"),
    ]),
    Buffer.from("--x--y--\r\n"),
  ];
  return { type: "multipart/form-data; boundary=x--y", body: Buffer.concat(parts) };
}

/** A token for a card that is stored at the gateway. */
export async function aToken(
  { server }: TestApp,
  own: Record<string, string> = {},
): Promise<string> {
  const answer = await post(server, "/api/qsapi/3.8", {
    account_id: BOOKS,
    api_accesskey: "1".repeat(32),
    response_format: "JSON",
    transaction_type: "STORE",
    tender_type: "CARD",
    card_number: "4111111111111111",
    card_expiration: "1230",
    ...own,
  });
  const { transaction_id, error } = answer.json();
  assert.equal(error, false, answer.body);
  return transaction_id;
}

/** The point of sale as the job has it, with another card host if one is given. */
export function openJobPos(app: TestApp, own: Partial<PosCore["payments"]> = {}): PosCore {
  const { database, custody, clock } = app;
  const db = database.payments;
  return openPosCore({
    database: database.app,
    merchants: new AccountStore(db),
    payments: {
      ...openPayments({ db, custody, clock, config: CONFIG, hosts: testHosts() }),
      ...own,
    },
    issuedIds: new IdStore(db),
    photos: new SharpPhotoEncoder(),
    custody,
    clock,
    links: openPageLinks(CONFIG),
  });
}

/** Runs the job once. */
export function settle(app: TestApp): Promise<number> {
  return settlePending({
    pos: openJobPos(app),
    pending: new PendingStore(app.database.payments),
    onFailure: (error) => assert.fail(String(error)),
  });
}

/** Two tax rates, a category and two items. */
export async function catalog(phone: Phone) {
  const made = async (path: string, form: FormFields) => (await phone.post(path, form)).json();
  const state = await made("/tax-rates/", { name: "State", amount: "6.25" });
  const city = await made("/tax-rates/", { name: "City", amount: "2.375" });
  const drinks = await made("/categories/", { name: "Drinks" });
  const coffee = await made("/items/", {
    name: "Coffee",
    price: "3.50",
    category_id: drinks.id,
    tax_rate_ids: `${state.id}, ${city.id}`,
  });
  const book = await made("/items/", {
    name: "Book",
    price: "20",
    "tax_rate_ids[]": [state.id],
  });
  return { state, city, drinks, coffee, book };
}

/** One custom line without tax, so that the sale has this total. */
export function custom(total: string, more: FormFields = {}): FormFields {
  return {
    subtotal: total,
    total,
    "line_items[0][name]": "Something",
    "line_items[0][price]": total,
    ...more,
  };
}

export function assertErrors(answer: Answer, fields: readonly string[], what = answer.body): void {
  assert.equal(answer.statusCode, 400, what);
  const { errors, ...rest } = answer.json();
  assert.deepEqual(rest, {}, what);
  assert.deepEqual(Object.keys(errors).sort(), [...fields].sort(), what);
  for (const words of Object.values(errors)) assert.ok(Array.isArray(words) && words.length > 0);
}

export function assertDetail(answer: Answer, status: number, what = answer.body): void {
  assert.equal(answer.statusCode, status, what);
  assert.deepEqual(Object.keys(answer.json()), ["detail"], what);
}
