/**
 * Canaries: unique card numbers, tracks and keys, sent in every field of every interface. None may
 * appear in a log, the request log, the audit log, an email or an error.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { InjectOptions } from "fastify";
import { maskingDestination } from "../../src/adapters/log/masking-destination.ts";
import { ACCOUNT, openTestApp, type TestApp } from "../kit/app.ts";
import { type Canary, canaries, keyCanary } from "../kit/canaries.ts";
import { tier } from "../kit/tier.ts";

/** Twelve cover each kind and brand once. */
const CANARIES = tier(12, 100);
const NO_LIMITS = { callerPerSecond: 0, addressPerSecond: 0 };
const GATEWAY = ["/api/qsapi/3.8", "/api/tsapi/3.8", "/api/rsapi/3.8"];
const FORM_FIELDS = [
  "account_id",
  "api_accesskey",
  "transaction_type",
  "transaction_amount",
  "card_number",
  "card_expiration",
  "card_verification",
  "card_tracks",
  "transaction_id",
  "first_name",
  "transaction_description",
  "custom_data",
  "cashier",
  "email",
  "response_format",
  "jsonp",
  "hash",
  "something_unknown",
];
const PARSER_FIELDS = [
  "partnerId",
  "partnerKey",
  "deviceType",
  "devicePayload",
  "deviceSerial",
  "ksn",
  "reference",
  "clientId",
];
const LOGIN_FIELDS = ["account_id", "email", "passsword"];

function form(url: string, fields: Record<string, string>): InjectOptions {
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  return { method: "POST", url, headers, payload: new URLSearchParams(fields).toString() };
}

function json(url: string, body: object): InjectOptions {
  const headers = { "content-type": "application/json" };
  return { method: "POST", url, headers, payload: JSON.stringify(body) };
}

/** One request for every field of every interface, with the canary in it. */
function requestsWith({ text }: Canary): InjectOptions[] {
  const sale = { ...ACCOUNT, transaction_type: "SALE", tender_type: "CARD" };
  const basic = `Basic ${Buffer.from(`harbor:${text}`).toString("base64")}`;
  const query = encodeURIComponent(text);
  return [
    ...GATEWAY.flatMap((url) => FORM_FIELDS.map((name) => form(url, { ...sale, [name]: text }))),
    ...PARSER_FIELDS.map((name) => json("/api/decrypt/parser", { [name]: text })),
    json("/api/decrypt/parser", { deep: { deeper: [text] } }),
    ...LOGIN_FIELDS.map((name) =>
      form("/api/json/account/login/", {
        account_id: "1",
        email: "a@b.test",
        passsword: "x",
        [name]: text,
      }),
    ),
    { method: "GET", url: `/api/json/account?token=${query}` },
    { method: "GET", url: `/api/json/account/logout/?token=${query}` },
    { method: "GET", url: `/api/v1/partners?take=${query}`, headers: { authorization: basic } },
    { method: "GET", url: "/api/v1/partners", headers: { authorization: text } },
    { method: "GET", url: `/nowhere/${query}?${query}=${query}` },
    { method: "GET", url: `/api/qsapi/3.8/%zz?card_number=${query}` },
    { method: "GET", url: `/api/v1/${query}/%` },
    { method: "POST", url: "/api/qsapi/3.8", headers: { "content-type": text }, payload: text },
  ];
}

/** A key has no recognizable format. Only its field name shows that it is secret. */
function requestsWithKey(key: string): InjectOptions[] {
  const basic = `Basic ${Buffer.from(`harbor:${key}`).toString("base64")}`;
  return [
    ...GATEWAY.map((url) => form(url, { account_id: "120000000001", api_accesskey: key })),
    form(GATEWAY[0] ?? "", { account_id: "120000000001", hash: key, timestamp: "1" }),
    json("/api/decrypt/parser", { partnerId: "harbor", partnerKey: key }),
    form("/api/json/account/login/", { account_id: "1", email: "a@b.test", passsword: key }),
    { method: "GET", url: `/api/json/account?token=${key}` },
    { method: "GET", url: "/api/v1/partners", headers: { authorization: basic } },
  ];
}

const SINKS = [
  "request_log",
  "audit_entries",
  "mailbox",
  "outbox",
  "delivery_attempts",
  "business_runs",
];

async function readSinks({ database }: TestApp): Promise<string> {
  const texts = SINKS.map(async (table) => {
    const rows = await database.owner.rows<{ row: string }>`
      select coalesce(string_agg(it::text, E'\n'), '') as row
      from (select query_to_xml(format('select * from %I', ${table}::text), true, false, '')::text) it`;
    return rows.map(({ row }) => row).join("\n");
  });
  return (await Promise.all(texts)).join("\n");
}

test(`${CANARIES} card numbers, tracks and keys in every field of every interface are stored and logged nowhere`, async (t) => {
  const lines: string[] = [];
  const write = (line: string) => void lines.push(line);
  const destination = maskingDestination({ terminal: false, write });
  const app = await openTestApp(t, { logLevel: "trace" }, { ...NO_LIMITS, destination });
  const birds = canaries(CANARIES);
  const keys = Array.from({ length: 20 }, keyCanary);
  for (const request of [...birds.flatMap(requestsWith), ...keys.flatMap(requestsWithKey)]) {
    await app.server.inject(request);
  }
  await app.flush();
  const stored = await readSinks(app);
  const isFilled = lines.length > 50 * CANARIES && stored.length > 1_000 * CANARIES;
  assert.ok(isFilled, "the places that were searched contain something");
  const places = { log: lines.join("\n"), stored };
  for (const needle of [...birds.map(({ needle }) => needle), ...keys]) {
    for (const [place, content] of Object.entries(places)) {
      assert.ok(!content.includes(needle), `${needle} is in the ${place}`);
    }
  }
});
