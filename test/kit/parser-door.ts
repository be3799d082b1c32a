/** The parser door on a database of its own, with two partners, and ways to call it. */
import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import type { TestContext } from "node:test";
import Fastify from "fastify";
import { Access } from "../../src/core/access/access.ts";
import { PARSER_POLICY } from "../../src/core/access/login-policy.ts";
import type { KnownPartner } from "../../src/core/estate/authenticate-partner.ts";
import { MessageIdStore } from "../../src/core/estate/message-id-store.ts";
import { MessageIds } from "../../src/core/estate/message-ids.ts";
import { PartnerCredentialStore } from "../../src/core/estate/partner-credential-store.ts";
import { PartnerStore } from "../../src/core/estate/partner-store.ts";
import type { DatabasePool } from "../../src/db/database.ts";
import { parserInterface } from "../../src/interfaces/parser/interface.ts";
import type { KeyCustody } from "../../src/ports/key-custody.ts";
import { Secret } from "../../src/values/secret.ts";
import { openDatabase } from "./database.ts";

const NOW = Temporal.Instant.from("2026-11-15T23:59:58.5Z");
export const clock = { wall: () => NOW, business: () => NOW };

const custody: KeyCustody = {
  seal: () => Promise.reject(new Error("nothing is sealed here")),
  open: () => Promise.reject(new Error("nothing is opened here")),
  fingerprint: (purpose, value) =>
    createHmac("sha256", "a key for tests").update(`${purpose}\n${value.reveal()}`).digest(),
};

export async function addPartner(owner: DatabasePool, name: string, allowList: readonly string[]) {
  const digest = custody.fingerprint("partner_credentials.key_digest", new Secret(`${name}-key`));
  await owner.rows`
    with partner as (
      insert into partners (name, reference, path) values (${name}, ${name}, '{}') returning id
    )
    insert into partner_credentials (partner_id, parser_name, key_digest, key_sealed, allow_list)
    select id, ${name}, ${digest}, '', ${allowList}::cidr[] from partner`;
  await owner.rows`update partners set path = array[id] where path = '{}'`;
}

/** Harbor calls from home, elsewhere from another net; a stranger's address is on no list. */
export const HOME = "127.0.0.1";
export const ELSEWHERE = "192.0.2.7";
export const STRANGER = "203.0.113.9";

export async function openDoor(t: TestContext) {
  const { app: db, owner } = await openDatabase(t);
  await addPartner(owner, "harbor", ["127.0.0.0/8", "2001:db8:1::/48"]);
  await addPartner(owner, "elsewhere", ["192.0.2.0/24"]);
  const log: unknown[] = [];
  const stream = { write: (line: string) => void log.push(JSON.parse(line)) };
  const routes: { readonly url: string; readonly schema?: unknown }[] = [];
  const app = Fastify({
    routerOptions: { ignoreTrailingSlash: true },
    logger: { level: "error", stream },
    trustProxy: "10.0.0.1",
  });
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => JSON.stringify);
  app.addHook("onRoute", (route) => void routes.push(route));
  const access = new Access({ database: db, custody, clock });
  const needs = {
    partnerEntrance: access.entrance<KnownPartner>(PARSER_POLICY),
    partnerLimit: access.partners,
    credentials: new PartnerCredentialStore(db),
    partners: new PartnerStore(db),
    custody,
    messageIds: await MessageIds.open({ blocks: new MessageIdStore(db), clock }),
  };
  await app.register((scope) => parserInterface(scope, needs), { prefix: "/api/decrypt/parser" });
  t.after(() => app.close());
  return { app, db, owner, log, routes };
}

type Door = Awaited<ReturnType<typeof openDoor>>;

interface Call {
  readonly path?: string;
  readonly method?: "GET" | "POST";
  readonly from?: string;
  readonly headers?: Record<string, string>;
  /** An object is sent as JSON, text as it is. */
  readonly body?: object | string | Buffer;
}

export async function call(
  { app }: Door,
  { path = "", method = "POST", from = HOME, ...sent }: Call,
) {
  const reply = await app.inject({
    method,
    url: `/api/decrypt/parser${path}`,
    remoteAddress: from,
    headers: { "content-type": "application/json", ...sent.headers },
    ...(sent.body === undefined ? {} : { payload: sent.body }),
  });
  const body = reply.json();
  assert.equal(body.success, false);
  assert.match(body.messageId, /^1\d{24}$/);
  assert.ok(typeof body.errMessage === "string" && body.errMessage !== "");
  const challenge = reply.statusCode === 401 ? 'Basic realm="Users"' : undefined;
  assert.equal(reply.headers["www-authenticate"], challenge);
  return { status: reply.statusCode, ...body };
}

export async function codeOf(door: Door, asked: Call): Promise<string> {
  const { status, errCode } = await call(door, asked);
  return `${status} ${errCode}`;
}

export const basic = (name: string, key = `${name}-key`) => {
  return { authorization: `Basic ${Buffer.from(`${name}:${key}`).toString("base64")}` };
};
export const transparent = (name: string, key = `${name}-key`) => ({
  partnerId: name,
  partnerKey: key,
});
