/**
 * The point-of-sale interface on a new database, with one shop, and helpers that call it. It takes
 * no payments.
 */
import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import Fastify, { type FastifyInstance, type LightMyRequestResponse } from "fastify";
import { SharpPhotoEncoder } from "../../src/adapters/photo-encoder.ts";
import { openPayments } from "../../src/app/areas/payments.ts";
import { Access } from "../../src/core/access/access.ts";
import { AccountStore } from "../../src/core/accounts/account-store.ts";
import { IdStore } from "../../src/core/payments/ids/id-store.ts";
import { openPosServices } from "../../src/core/pos/pos.ts";
import type { DatabasePool } from "../../src/db/database-pool.ts";
import { posInterface } from "../../src/interfaces/pos/interface.ts";
import type { KeyCustody } from "../../src/ports/key-custody.ts";
import { Secret } from "../../src/values/secret.ts";
import { openDatabase } from "./database.ts";
import { testHosts } from "./hosts.ts";
import { refuseMethods } from "./known-paths.ts";
import { hashCheaply, openCheapPasswords } from "./passwords.ts";
import type { Lifetime } from "./shared.ts";
import { linksTo, testConfig } from "./test-config.ts";

export const BOOKS = "120000000001";
export const CLINIC = "120000000002";
export const PASSWORD = "certification-owner";
export const OWNER = { account_id: BOOKS, email: "owner@books.test", passsword: PASSWORD };
const PASSWORD_HASH = await hashCheaply(new Secret(PASSWORD));
export const FORM = "application/x-www-form-urlencoded";
const JSON_TYPE = "application/json; charset=UTF-8";

export type Fields = Readonly<Record<string, string>>;
type Answer = LightMyRequestResponse;

export const custody: KeyCustody = {
  fingerprint: (purpose, value) => createHmac("sha256", purpose).update(value.reveal()).digest(),
  seal: () => Promise.reject(new Error("the point of sale seals nothing")),
  open: () => Promise.reject(new Error("the point of sale opens nothing")),
};

/** A wall clock that stands still until a test moves it. */
class ScriptedClock {
  #now = Temporal.Instant.from("2026-11-15T12:00:00Z");

  wall(): Temporal.Instant {
    return this.#now;
  }

  business(): Temporal.Instant {
    throw new Error("sessions live by the wall clock");
  }

  advance(duration: Temporal.DurationLike): void {
    this.#now = this.#now.add(duration);
  }
}

interface Api {
  readonly server: FastifyInstance;
  readonly log: string[];
}

export async function openApi(
  t: Lifetime,
  database: DatabasePool,
  { clock = new ScriptedClock(), keys = custody, passwords = openCheapPasswords() } = {},
): Promise<Api> {
  const log: string[] = [];
  const server = Fastify({
    routerOptions: { ignoreTrailingSlash: true },
    logger: { level: "error", stream: { write: (line: string) => log.push(line) } },
  });
  refuseMethods(server as unknown as FastifyInstance);
  server.setValidatorCompiler(() => () => true);
  server.setSerializerCompiler(() => JSON.stringify);
  const access = new Access({ database, custody: keys, clock });
  const config = testConfig();
  const needs = openPosServices({
    database,
    access,
    passwords,
    custody: keys,
    clock,
    merchants: new AccountStore(database),
    payments: openPayments({ db: database, custody: keys, clock, config, hosts: testHosts() }),
    issuedIds: new IdStore(database),
    photos: new SharpPhotoEncoder(),
    links: linksTo("http://pos.test"),
  });
  await server.register((scope) => posInterface(scope, needs), { prefix: "/api/json" });
  t.after(() => server.close());
  return { server, log };
}

/** A shop with an admin user, and the interface. */
export async function openShop(t: Lifetime) {
  const database = await openDatabase(t);
  const clock = new ScriptedClock();
  const api = await openApi(t, database.app, { clock });
  await addAccount(database.owner, BOOKS);
  await addUser(database.owner, BOOKS, "owner@books.test");
  return { ...api, ...database, clock };
}

export async function addAccount(db: DatabasePool, id: string): Promise<void> {
  await db.rows`
    insert into accounts (id, name, time_zone) values (${id}, ${`Shop ${id}`}, 'America/New_York')`;
}

export async function addUser(
  db: DatabasePool,
  accountId: string,
  email: string,
  { role = "admin", hash = PASSWORD_HASH }: { role?: string; hash?: string | null } = {},
): Promise<number> {
  const [row] = await db.rows<{ id: string }>`
    insert into pos_users (account_id, email, role, password_hash)
    values (${accountId}, ${email}, ${role}, ${hash}) returning id`;
  return Number(row?.id);
}

export function post(
  { server }: Pick<Api, "server">,
  path: string,
  payload: string | Buffer,
  { type = FORM, from = "127.0.0.1" } = {},
) {
  const headers = { "content-type": type };
  return server.inject({
    method: "POST",
    url: `/api/json${path}`,
    payload,
    headers,
    remoteAddress: from,
  });
}

export function get({ server }: Pick<Api, "server">, path: string) {
  return server.inject(`/api/json${path}`);
}

export function logIn(api: Pick<Api, "server">, fields: Fields = OWNER, from = "127.0.0.1") {
  return post(api, "/account/login/", new URLSearchParams(fields).toString(), { from });
}

export async function logInForToken(
  api: Pick<Api, "server">,
  fields: Fields = OWNER,
): Promise<string> {
  const answer = await logIn(api, fields);
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json().token;
}

export function multipart(fields: Fields): string {
  const parts = Object.entries(fields).map(
    ([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return `${parts.join("")}--x--\r\n`;
}

export const MULTIPART = { type: "multipart/form-data; boundary=x" };

/** Counts each status. */
export function tally(answers: readonly Answer[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { statusCode } of answers) counts[statusCode] = (counts[statusCode] ?? 0) + 1;
  return counts;
}

export function assertDetail(answer: Answer, status: number, what = answer.body): void {
  assert.equal(answer.statusCode, status, what);
  assert.deepEqual(Object.keys(answer.json()), ["detail"], what);
  assert.equal(typeof answer.json().detail, "string");
  assertHeaders(answer);
}

export function assertHeaders({ headers }: Answer): void {
  assert.equal(headers["content-type"], JSON_TYPE);
  assert.equal(headers["referrer-policy"], "no-referrer");
  assert.equal(headers["cache-control"], "no-store");
}

export function assertFields(answer: Answer, fields: readonly string[], what = answer.body): void {
  assert.equal(answer.statusCode, 400, what);
  assertHeaders(answer);
  const { errors, ...rest } = answer.json();
  assert.deepEqual(rest, {});
  assert.deepEqual(Object.keys(errors).sort(), [...fields].sort(), what);
  for (const words of Object.values(errors)) assert.ok(Array.isArray(words) && words.length > 0);
}
