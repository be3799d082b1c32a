/** The start page at /: what runs here, the logins, and a first payment. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { FastifyInstance } from "fastify";
import { readCertificationSeed } from "../../src/core/certification/certification-seed.ts";
import { ACCOUNT, openTestApp } from "../kit/app.ts";
import { openShared } from "../kit/shared.ts";

function postStart(server: FastifyInstance, headers: Record<string, string> = {}) {
  return server.inject({
    method: "POST",
    url: "/",
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    payload: "",
  });
}

test("the start page has the version, the clock, every published login and links that work", async (t) => {
  const { server } = await openShared(t, openTestApp);
  const page = await server.inject("/");
  assert.equal(page.statusCode, 200);
  assert.match(page.body, /Business clock<\/dt><dd><time datetime="\d{4}-/);
  const { accounts, partners, operators, mobileUsers } = await readCertificationSeed();
  const published = [
    ...accounts.map(({ api_accesskey }) => api_accesskey),
    ...partners.map(({ partnerKey }) => partnerKey),
    ...operators.map(({ password }) => password),
    ...mobileUsers.map(({ email }) => email),
  ];
  assert.deepEqual(
    published.filter((value) => !page.body.includes(`<code>${value}</code>`)),
    [],
  );
  const links = Array.from(page.body.matchAll(/(?:href|src)="(\/[^"]*)"/g), ([, url = ""]) => url);
  assert.ok(links.length > 10);
  for (const url of new Set(links)) {
    const { statusCode } = await server.inject(url);
    assert.equal(statusCode, 200, url);
  }
});

test("its button makes a real payment and shows the answer and the command", async (t) => {
  const { server } = await openShared(t, openTestApp);
  const paid = await postStart(server, { "sec-fetch-site": "same-origin" });
  const id = /&quot;transaction_id&quot;: &quot;(\d+)&quot;/.exec(paid.body)?.[1];
  assert.ok(id, paid.body);
  assert.match(paid.body, /Approved: transaction/);
  assert.match(paid.body, new RegExp(`href="/console/transactions/${id}"`));
  assert.match(paid.body, /curl -s http:\/\/[^/]+\/api\/qsapi\/3\.8 -d account_id=120000000001/);
  const status = await server.inject({
    method: "POST",
    url: "/api/tsapi/3.8",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    payload: new URLSearchParams({
      ...ACCOUNT,
      action: "GET_TRANSACTION_STATUS",
      transaction_id: id,
      response_format: "JSON",
    }).toString(),
  });
  assert.equal(status.json().found, true);
});

test("a page of another site cannot press the button", async (t) => {
  const { server } = await openShared(t, openTestApp);
  const foreign: readonly Record<string, string>[] = [
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { origin: "https://other.test" },
    { origin: "null" },
  ];
  for (const headers of foreign) {
    const refused = await postStart(server, headers);
    assert.equal(refused.statusCode, 403, JSON.stringify(headers));
    assert.doesNotMatch(refused.body, /transaction_id/);
  }
  const own = { origin: "http://gateway.test", host: "gateway.test" };
  assert.equal((await postStart(server, own)).statusCode, 200);
});

test("the start page is rate limited", async (t) => {
  const { server } = await openTestApp(t, {}, { addressPerSecond: 0.01, addressBurst: 1 });
  await server.inject("/");
  const refused = await server.inject("/");
  assert.equal(refused.statusCode, 429);
  assert.ok(Number(refused.headers["retry-after"]) > 0);
});

test("production has no start page, no button and no logins", async (t) => {
  const { server } = await openTestApp(t, { environment: "production" });
  const page = await server.inject("/");
  assert.deepEqual([page.statusCode, page.headers.location], [302, "/docs"]);
  assert.equal((await postStart(server)).statusCode, 405);
});
