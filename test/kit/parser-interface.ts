/** The parser interface on a new database, with two partners, and helpers that call it. */
import assert from "node:assert/strict";
import Fastify from "fastify";
import { openParsing } from "../../src/app/areas/parser.ts";
import { Access } from "../../src/core/access/access.ts";
import { PARSER_POLICY } from "../../src/core/access/failures/login-policy.ts";
import { type DeviceType, deviceTypeId } from "../../src/core/management/devices/device-types.ts";
import {
  type KnownPartner,
  PARTNER_KEY_DIGEST,
  partnerKeySeal,
} from "../../src/core/management/logins/authenticate-partner.ts";
import type { Signer } from "../../src/core/management/logins/authenticate-signed.ts";
import { PartnerCredentialStore } from "../../src/core/management/logins/partner-credential-store.ts";
import { PartnerStore } from "../../src/core/management/partners/partner-store.ts";
import type { DatabasePool } from "../../src/db/database-pool.ts";
import { parserInterface } from "../../src/interfaces/parser/interface.ts";
import type { KeyCustody, TerminalKeys } from "../../src/ports/key-custody.ts";
import { Secret } from "../../src/values/secret.ts";
import { StandingClock } from "./clock.ts";
import { openTestCustody } from "./custody.ts";
import { openDatabase, type TestDatabase } from "./database.ts";
import { refuseMethods } from "./known-paths.ts";
import type { Lifetime } from "./shared.ts";

const NOW = "2026-11-15T23:59:58.5Z";
export const PATH = "/api/decrypt/parser";

/** Harbor's address, that of another network on a list, and one that is on no list. */
export const HOME = "127.0.0.1";
export const ELSEWHERE = "192.0.2.7";
export const STRANGER = "203.0.113.9";

/** Published test keys (X9.24). */
const BASE_KEYS = [
  { name: "test-tdes", kind: "tdes-2key", value: "0123456789ABCDEFFEDCBA9876543210" },
  { name: "test-aes-128", kind: "aes-128", value: "FEDCBA9876543210F1F1F1F1F1F1F1F1" },
] as const;

export interface NewPartner {
  readonly name: string;
  readonly allowList?: readonly string[];
  readonly below?: string;
  readonly publicKey?: string;
}

export async function addPartner(
  { owner, custody }: Environment,
  partner: NewPartner,
): Promise<string> {
  const { name, allowList = ["127.0.0.0/8"], below = null, publicKey = null } = partner;
  const key = new Secret(`${name}-key`);
  const [row] = await owner.rows<{ id: string }>`
    insert into partners (name, reference, path, parent_id)
    values (${name}, ${name}, '{}', ${below}) returning id`;
  const id = row?.id ?? assert.fail();
  await owner.rows`
    update partners set path = coalesce((
      select path from partners above where above.id = partners.parent_id), '{}') || id
    where id = ${id}`;
  const digest = custody.fingerprint(PARTNER_KEY_DIGEST, key);
  const sealed = await custody.seal(key, partnerKeySeal(id));
  await owner.rows`
    insert into partner_credentials
      (partner_id, parser_name, key_digest, key_sealed, public_key, allow_list)
    values (${id}, ${name}, ${digest}, ${sealed}, ${publicKey}, ${allowList}::cidr[])`;
  return id;
}

export interface NewDevice {
  readonly serial: string;
  readonly state?: string;
  readonly clientId?: string;
  readonly type?: DeviceType;
}

export async function addDevice(owner: DatabasePool, partnerId: string, device: NewDevice) {
  const { serial, state = "activated", clientId = null, type = "generic" } = device;
  const [row] = await owner.rows<{ id: string }>`
    insert into devices (partner_id, client_id, serial_number, device_type_id, device_state_id)
    select ${partnerId}, ${clientId}, ${serial}, ${deviceTypeId(type)}, id
    from device_states where name = ${state}
    returning id`;
  return row?.id ?? assert.fail();
}

export async function addClient(owner: DatabasePool, partnerId: string, mid: string) {
  const [row] = await owner.rows<{ id: string }>`
    insert into clients (partner_id, direct_partner_id, name, mid)
    values (${partnerId}, ${partnerId}, ${mid}, ${mid}) returning id`;
  return row?.id ?? assert.fail();
}

interface Environment extends Pick<TestDatabase, "owner" | "app" | "payments" | "beforeDrop"> {
  readonly custody: KeyCustody & TerminalKeys;
  readonly clock: StandingClock;
}

export async function openApi(t: Lifetime) {
  const database = await openDatabase(t);
  const { owner, app, payments, beforeDrop } = database;
  const custody = await openTestCustody(owner);
  database.beforeDrop(async () => custody.close());
  for (const { value, ...claim } of BASE_KEYS) {
    await custody.baseKeys.addTestKey({ ...claim, ksi: null }, new Secret(value));
  }
  const env = { owner, app, payments, beforeDrop, custody, clock: new StandingClock(NOW) };
  const harbor = await addPartner(env, {
    name: "harbor",
    allowList: ["127.0.0.0/8", "2001:db8:1::/48"],
  });
  const elsewhere = await addPartner(env, { name: "elsewhere", allowList: ["192.0.2.0/24"] });
  return { ...env, harbor, elsewhere, ...(await openProcess(env)) };
}

/** One process of an installation, with its server and its memory. */
export async function openProcess(env: Environment) {
  const { app: db, payments, custody, clock } = env;
  const log: unknown[] = [];
  const stream = { write: (line: string) => void log.push(JSON.parse(line)) };
  const routes: { readonly url: string; readonly schema?: unknown }[] = [];
  const server = Fastify({
    routerOptions: { ignoreTrailingSlash: true },
    logger: { level: "error", stream },
    trustProxy: "10.0.0.1",
  });
  refuseMethods(server);
  server.setValidatorCompiler(() => () => true);
  server.setSerializerCompiler(() => JSON.stringify);
  server.addHook("onRoute", (route) => void routes.push(route));
  const settings = { callerPerSecond: 0, addressPerSecond: 0 };
  const access = new Access({ database: db, custody, clock, settings });
  const pools = { app: db, payments };
  const parsing = await openParsing({
    pools,
    keys: custody,
    clock,
    config: { databaseQueue: 100 },
  });
  const needs = {
    ...parsing,
    partnerChecker: access.createChecker<KnownPartner>(PARSER_POLICY),
    signerChecker: access.createChecker<Signer>(PARSER_POLICY),
    partnerLimit: access.partners,
    explainsLogins: false,
    credentials: new PartnerCredentialStore(db),
    partners: new PartnerStore(db),
    custody,
    clock,
  };
  await server.register((scope) => parserInterface(scope, needs), { prefix: PATH });
  env.beforeDrop(async () => {
    access.close();
    await server.close();
  });
  return { server, access, log, routes, parsing };
}

export type Api = Awaited<ReturnType<typeof openApi>>;

export interface Call {
  readonly path?: string;
  readonly method?: "GET" | "POST";
  readonly from?: string;
  readonly headers?: Record<string, string>;
  /** An object is sent as JSON, a text unchanged. */
  readonly body?: object | string | Buffer;
}

const CHALLENGE = /^Digest realm="Users", algorithm=SHA-256, qop="auth", nonce="([\w.-]+)"/;

export async function call(
  { server }: Pick<Api, "server">,
  { path = "", method = "POST", from = HOME, ...sent }: Call,
) {
  const reply = await server.inject({
    method,
    url: `${PATH}${path}`,
    remoteAddress: from,
    headers: { "content-type": "application/json", ...sent.headers },
    ...(sent.body === undefined ? {} : { payload: sent.body }),
  });
  const body = reply.json();
  assert.match(body.messageId, /^1\d{24}$/);
  assert.equal(body.success, reply.statusCode === 200);
  if (!body.success) assert.ok(typeof body.errMessage === "string" && body.errMessage !== "");
  const challenge = String(reply.headers["www-authenticate"] ?? "");
  if (reply.statusCode === 401) assert.match(challenge, CHALLENGE);
  else assert.equal(challenge, "");
  return { status: reply.statusCode, challenge, ...body };
}

/**
 * Returns the status and the error code, such as "400 2005", or "200" for a payload that was read.
 */
export async function callForCode(api: Pick<Api, "server">, asked: Call): Promise<string> {
  const { status, errCode = "" } = await call(api, asked);
  return `${status} ${errCode}`.trim();
}

export const basic = (name: string, key = `${name}-key`) => {
  return { authorization: `Basic ${Buffer.from(`${name}:${key}`).toString("base64")}` };
};
export const transparent = (name: string, key = `${name}-key`) => ({
  partnerId: name,
  partnerKey: key,
});
