/**
 * Every interface that answers 429 says after how many seconds a request can succeed. For too many
 * logins at once, access/interfaces.test.ts tests it.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { InjectOptions } from "fastify";
import { RateLimit } from "../../src/core/access/rate-limit.ts";
import { openTestApp, post, type TestApp } from "../kit/app.ts";

const OWNER = { account_id: "120000000001", email: "owner@books.test" };
const LOGIN = "/api/json/account/login/";
const FORM = "application/x-www-form-urlencoded";

const basic = (password: string) => ({
  authorization: `Basic ${Buffer.from(`harbor:${password}`).toString("base64")}`,
});

async function readRetryAfter({ server }: TestApp, call: InjectOptions): Promise<number> {
  const { statusCode, headers, body } = await server.inject(call);
  assert.equal(statusCode, 429, body);
  assert.match(String(headers["retry-after"]), /^[1-9][0-9]*$/, JSON.stringify(call));
  return Number(headers["retry-after"]);
}

test("after the announced time one more request is allowed, and not earlier", () => {
  const time = { ms: 0 };
  const limit = new RateLimit({ perSecond: 0.5, burst: 2, nowMs: () => time.ms });
  assert.equal(limit.waitMs("ada"), 0);
  while (limit.admitRequest("ada")) time.ms += 300;
  const waitMs = limit.waitMs("ada");
  assert.ok(waitMs > 0 && waitMs <= 2_000, String(waitMs));
  time.ms += waitMs - 1;
  assert.ok(!limit.admitRequest("ada"));
  time.ms += 1;
  assert.ok(limit.admitRequest("ada"));
});

test("a rate-limited address is told by every interface when to try again", async (t) => {
  const app = await openTestApp(t, {}, { addressPerSecond: 0.01, addressBurst: 1 });
  const headers = { "content-type": FORM };
  const calls: InjectOptions[] = [
    { url: "/api/v1/partners", headers: basic("certification-partner") },
    { method: "POST", url: "/api/decrypt/parser", payload: {} },
    { method: "POST", url: LOGIN, payload: "", headers },
  ];
  for (const call of calls) await app.server.inject(call);
  for (const call of calls) {
    const seconds = await readRetryAfter(app, call);
    assert.ok(seconds > 90 && seconds <= 100, `${call.url}: ${seconds}`);
  }
});

test("a rate-limited caller is told when to try again", async (t) => {
  const app = await openTestApp(t, {}, { callerPerSecond: 0.01, callerBurst: 1 });
  const form = { ...OWNER, passsword: "certification-owner" };
  const { token } = (await post(app.server, LOGIN, form)).json();
  const calls: InjectOptions[] = [
    { url: `/api/json/account?token=${token}` },
    { url: "/api/v1/partners", headers: basic("certification-partner") },
  ];
  for (const call of calls) {
    assert.equal((await app.server.inject(call)).statusCode, 200);
    const seconds = await readRetryAfter(app, call);
    assert.ok(seconds > 90 && seconds <= 100, `${call.url}: ${seconds}`);
  }
});

test("a locked-out caller is told when the lock ends", async (t) => {
  const app = await openTestApp(t);
  const payload = new URLSearchParams({ ...OWNER, passsword: "wrong" }).toString();
  const headers = { "content-type": FORM };
  const login = { method: "POST", url: LOGIN, payload, headers } as const;
  const parse = {
    method: "POST",
    url: "/api/decrypt/parser",
    payload: {},
    headers: basic("wrong"),
  } as const;
  for (const call of [login, parse]) {
    for (let n = 0; n < 10; n++) assert.equal((await app.server.inject(call)).statusCode, 401);
    // The first request is looked up, the second one remembered.
    for (let n = 0; n < 2; n++) assert.equal(await readRetryAfter(app, call), 15 * 60, call.url);
    app.clock.advance({ minutes: 14, seconds: 30 });
    assert.equal(await readRetryAfter(app, call), 30, call.url);
    app.clock.advance({ seconds: 30 });
    assert.equal((await app.server.inject(call)).statusCode, 401, call.url);
  }
});
