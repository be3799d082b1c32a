/** The header X-Error-Detail: which part of a login failed, and which parameter was wrong. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { ACCOUNT, openTestApp, post, type TestApp } from "../kit/app.ts";
import { PATH } from "../kit/parser-interface.ts";
import { type Lifetime, openShared } from "../kit/shared.ts";
import { hmac, ownDigest } from "../kit/signatures.ts";

const NO_LIMITS = { callerPerSecond: 0, addressPerSecond: 0 };
const GATEWAY = ["/api/qsapi/3.8", "/api/tsapi/3.8", "/api/rsapi/3.8"];
const KEY = "harbor-key";

const OPENERS = {
  certification: (t: Lifetime) => openTestApp(t, { environment: "certification" }, NO_LIMITS),
  production: (t: Lifetime) => openTestApp(t, { environment: "production" }, NO_LIMITS),
} as const;

const secondsNow = ({ clock }: TestApp) => Math.floor(clock.wall().epochMilliseconds / 1_000);

function hashLogin(seconds: number, key = ACCOUNT.api_accesskey) {
  const { account_id } = ACCOUNT;
  const timestamp = String(seconds);
  const hash = createHash("sha256").update(`${account_id},${key},${timestamp}`).digest("hex");
  return { account_id, timestamp, hash };
}

async function gatewayDetail({ server }: TestApp, url: string, form: Record<string, string>) {
  return (await post(server, url, form)).headers["x-error-detail"];
}

async function parserDetail({ server }: TestApp, headers: Record<string, string>) {
  const reply = await server.inject({ method: "POST", url: PATH, headers, payload: "" });
  assert.equal(reply.statusCode, 401);
  return reply.headers["x-error-detail"];
}

async function managementDetail({ server }: TestApp, headers: Record<string, string>) {
  const reply = await server.inject({ url: "/api/v1/partners", headers });
  assert.equal(reply.statusCode, 401);
  return reply.headers["x-error-detail"];
}

test("D, E, F: in certification a failed login says which part failed", async (t) => {
  const app = await openShared(t, OPENERS.certification);
  const now = secondsNow(app);
  const { account_id } = ACCOUNT;
  for (const url of GATEWAY) {
    const detail = (form: Record<string, string>) => gatewayDetail(app, url, form);
    assert.match(String(await detail(hashLogin(now - 1_000))), /^The timestamp is not within 15/);
    assert.match(String(await detail(hashLogin(now, "9".repeat(32)))), /^The hash is wrong/);
    assert.match(String(await detail({ account_id, api_accesskey: "wrong" })), /key is wrong/);
    assert.match(String(await detail({ account_id })), /missing or cannot be read/);
    assert.doesNotMatch(String(await detail(hashLogin(now))), /hash|timestamp|missing/);
  }
});

test("B: in certification a failed login says which part failed", async (t) => {
  const app = await openShared(t, OPENERS.certification);
  const now = secondsNow(app);
  const key = "wrong";
  assert.match(String(await parserDetail(app, hmac(now - 1_000, { key }))), /^The timestamp/);
  assert.match(
    String(await parserDetail(app, hmac(now, { key }))),
    /^The signature in the response parameter is wrong/,
  );
  assert.match(
    String(await parserDetail(app, hmac(now, { name: "x" }))),
    /^The account, user or partner/,
  );
  const { authorization } = ownDigest({ key: KEY });
  const realm = { authorization: authorization.replace('realm="Users"', 'realm="Other"') };
  assert.equal(await parserDetail(app, realm), 'The realm is wrong. It must be "Users".');
  const basic = { authorization: `Basic ${Buffer.from("harbor:no").toString("base64")}` };
  assert.match(String(await parserDetail(app, basic)), /password or key is wrong/);
});

test("A: in certification a failed login says which part failed", async (t) => {
  const app = await openShared(t, OPENERS.certification);
  const now = secondsNow(app);
  const basic = { authorization: `Basic ${Buffer.from("harbor:no").toString("base64")}` };
  assert.match(String(await managementDetail(app, basic)), /password or key is wrong/);
  assert.match(String(await managementDetail(app, hmac(now - 1_000, {}))), /^The timestamp/);
  assert.match(
    String(await managementDetail(app, hmac(now, {}))),
    /^The signature in the response parameter is wrong/,
  );
});

test("in production a failed login does not say why", async (t) => {
  const app = await openShared(t, OPENERS.production);
  const now = secondsNow(app);
  for (const url of GATEWAY) {
    for (const form of [hashLogin(now - 1_000), hashLogin(now, "9".repeat(32))]) {
      assert.equal(await gatewayDetail(app, url, form), undefined);
    }
  }
  assert.equal(await parserDetail(app, hmac(now - 1_000, {})), undefined);
  assert.equal(await managementDetail(app, hmac(now, {})), undefined);
});

test("E: an error names its parameter, in certification and in production", async (t) => {
  for (const environment of ["certification", "production"] as const) {
    const app = await openShared(t, OPENERS[environment]);
    const detail = (form: Record<string, string>) =>
      gatewayDetail(app, "/api/rsapi/3.8", { ...ACCOUNT, ...form });
    assert.equal(
      await detail({ tender_type: "GOLD" }),
      "tender_type must be one of: ALL, CARD, ACH, EBT, GIFT.",
    );
    assert.equal(
      await detail({ start_date: "2026-02-30" }),
      "start_date must be a real calendar date, for example 2026-02-28.",
    );
    assert.equal(
      await detail({ start_date: "2026-02-02", end_date: "2026-02-01" }),
      "start_date must not be after end_date.",
    );
    assert.equal(
      await detail({ amount: "many" }),
      "amount must be an amount such as 12.34, with at most two decimal places.",
    );
    assert.equal(await detail({ amount_min: "1" }), "amount_max is required.");
    const card = { tender_type: "CARD", action_date: "2026-02-01" };
    assert.match(String(await detail(card)), /^\w+ cannot be combined/);
  }
});

const SALE = {
  ...ACCOUNT,
  tender_type: "CARD",
  transaction_type: "SALE",
  transaction_amount: "1.00",
  card_number: "4111111111111111",
  card_expiration: "1230",
};

const PAYMENT_DETAILS: readonly [Record<string, string>, string][] = [
  [{ first_name: "x".repeat(51) }, "first_name is too long: at most 50 characters."],
  [{ tender_type: "ACH" }, "first_name is required."],
  [{ reissue: "yes" }, "reissue must be one of: 1, 0, true, false."],
  [{ email: "ada" }, "email must be one email address."],
  [{ ip_address: "10.0.0.256" }, "ip_address must be an IPv4 address, for example 203.0.113.7."],
  [{ currency: "EUR" }, "currency must be the currency of the account."],
  [
    { cashier: "4111111111111111" },
    "cashier must not contain control characters or anything that looks like a card number.",
  ],
  [{ installment_count: "two" }, "installment_count must contain only digits."],
  [{ jsonp: "a b" }, "jsonp must be the name of a JavaScript function."],
  [
    { transaction_amount: "many" },
    "transaction_amount must be an amount such as 12.34, at most 999999.99, and zero only where the transaction type allows it.",
  ],
  [{ card_expiration: "0120" }, "card_expiration must be MMYY and not in the past."],
];

test("F: an error names its variable and what is allowed, in certification and in production", async (t) => {
  for (const environment of ["certification", "production"] as const) {
    const app = await openShared(t, OPENERS[environment]);
    for (const [change, detail] of PAYMENT_DETAILS) {
      const said = await gatewayDetail(app, "/api/qsapi/3.8", { ...SALE, ...change });
      assert.equal(said, detail, JSON.stringify(change));
    }
    assert.equal(await gatewayDetail(app, "/api/qsapi/3.8", SALE), undefined);
  }
});

test("F: a variable that is sent twice is named", async (t) => {
  const { server } = await openShared(t, OPENERS.certification);
  const payload = `${new URLSearchParams(SALE)}&cashier=Ann&cashier=Bob`;
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const reply = await server.inject({ method: "POST", url: "/api/qsapi/3.8", payload, headers });
  assert.equal(reply.headers["x-error-detail"], "cashier must be sent once.");
});

test("D, E, F: a rate limit says when to try again", async (t) => {
  const app = await openTestApp(t, {}, { callerPerSecond: 0.01, callerBurst: 1 });
  await post(app.server, "/api/tsapi/3.8", { ...ACCOUNT, action: "GET_TRANSACTION_ID" });
  for (const url of GATEWAY) {
    const { headers } = await post(app.server, url, SALE);
    assert.match(
      String(headers["x-error-detail"]),
      /^Too many requests\. Try again in (9\d|100) seconds\.$/,
      url,
    );
    assert.match(String(headers["retry-after"]), /^(9\d|100)$/, url);
  }
});
