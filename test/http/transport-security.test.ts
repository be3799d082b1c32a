/** Strict-Transport-Security (RFC 6797) is in every answer over TLS and in none over plain HTTP. */
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { type AddressInfo, connect as connectPlain } from "node:net";
import path from "node:path";
import { type TestContext, test } from "node:test";
import { connect as connectTls } from "node:tls";
import { type Config, readConfig } from "../../src/config.ts";
import { openTestApp, type TestApp } from "../kit/app.ts";
import { makeCertificate } from "../kit/certificate.ts";
import { makeFolder } from "../kit/process.ts";
import { type Lifetime, openShared } from "../kit/shared.ts";

const NAME = "strict-transport-security";
const DEFAULT = "max-age=31536000";

/** An address of every interface, with the answer that it gives, as raw requests. */
const REQUESTS: Readonly<Record<string, string>> = {
  "the management interface": request("GET /api/v1/users"),
  "the parser": request("POST /api/decrypt/parser"),
  "the point of sale": request("GET /api/json/items"),
  "the payment interface": request("POST /api/qsapi/3.8"),
  "the status interface": request("POST /api/tsapi/3.8"),
  "the reporting interface": request("POST /api/rsapi/3.8"),
  "the hosted form": request("GET /pay/none"),
  "the page that sets a password": request("GET /set-password"),
  "the console's interface": request("GET /console/api/session"),
  "the console's pages": request("GET /console"),
  "a health check": request("GET /health/ready"),
  "the OpenAPI document": request("GET /openapi.json"),
  "an unknown address": request("GET /nothing/here"),
  "an address that cannot be decoded": request("GET /%zz"),
  "a method that is not served": request("DELETE /health/ready"),
  "headers that are too long": request("GET /health/ready", `X-Long: ${"x".repeat(20_000)}`),
  "bytes that are no request": "no request\r\n\r\n",
  "a request without Host": "GET /health/ready HTTP/1.1\r\n\r\n",
  "an expectation that nobody meets": request("GET /health/ready", "Expect: something"),
};

function request(line: string, ...headers: readonly string[]): string {
  const all = ["Host: localhost", "Connection: close", "Content-Length: 0", ...headers];
  return `${line} HTTP/1.1\r\n${all.join("\r\n")}\r\n\r\n`;
}

async function openTlsApp(t: TestContext, settings: Partial<Config> = {}) {
  const folder = await makeFolder(t);
  const tlsCertFile = path.join(folder, "cert.pem");
  const tlsKeyFile = path.join(folder, "key.pem");
  const { cert, key } = makeCertificate("transport security");
  await writeFile(tlsCertFile, cert);
  await writeFile(tlsKeyFile, key);
  const { server } = await openTestApp(t, { tlsCertFile, tlsKeyFile, ...settings });
  await server.listen({ host: "127.0.0.1", port: 0 });
  const { port } = server.server.address() as AddressInfo;
  const ask = (text: string) =>
    send(connectTls({ host: "127.0.0.1", port, ca: cert, servername: "" }), text);
  return { ask, server };
}

/** Returns the head of the answer. */
async function send(socket: ReturnType<typeof connectPlain>, text: string): Promise<string> {
  socket.setTimeout(10_000, () => socket.destroy(new Error("no answer came")));
  socket.write(text);
  const parts: Buffer[] = [];
  for await (const part of socket) parts.push(part);
  const [head = ""] = Buffer.concat(parts).toString("latin1").split("\r\n\r\n");
  return head;
}

function listPolicies(head: string): readonly string[] {
  const lines = head.split("\r\n").slice(1);
  const pairs = lines.map((line) => line.split(": ", 2) as [string, string]);
  return pairs.filter(([name]) => name.toLowerCase() === NAME).map(([, value]) => value);
}

test("every answer over TLS has Strict-Transport-Security once, for a year", async (t) => {
  const { ask } = await openTlsApp(t);
  for (const [what, text] of Object.entries(REQUESTS)) {
    await t.test(what, async () => {
      const head = await ask(text);
      assert.match(head, /^HTTP\/1\.1 \d{3} /);
      assert.deepEqual(listPolicies(head), [DEFAULT], head);
    });
  }
});

test("a file of the console has the header over TLS", async (t) => {
  const { ask, server } = await openTlsApp(t);
  const { body } = await server.inject("/console");
  const [file = ""] = /\/console\/assets\/[^"]+/.exec(body) ?? [];
  const head = await ask(request(`GET ${file}`));
  assert.match(head, /^HTTP\/1\.1 200 /);
  assert.deepEqual(listPolicies(head), [DEFAULT], head);
});

test("no answer over plain HTTP has Strict-Transport-Security", async (t) => {
  const { server } = await openTestApp(t);
  await server.listen({ host: "127.0.0.1", port: 0 });
  const { port } = server.server.address() as AddressInfo;
  for (const [what, text] of Object.entries(REQUESTS)) {
    await t.test(what, async () => {
      const head = await send(connectPlain({ host: "127.0.0.1", port }), text);
      assert.match(head, /^HTTP\/1\.1 \d{3} /);
      assert.deepEqual(listPolicies(head), [], head);
    });
  }
});

const PROXY = "192.0.2.1";
const MONITOR = "198.51.100.7";

function openBehindProxy(t: Lifetime): Promise<TestApp> {
  return openTestApp(t, { trustedProxies: [PROXY], metricsFrom: [MONITOR, "2001:db8::7"] });
}

test("a forwarded address is the caller's also with a port, from a trusted proxy only", async (t) => {
  const { server } = await openShared(t, openBehindProxy);
  const ask = async (list: string, remoteAddress = PROXY) => {
    const headers = { "x-forwarded-for": list };
    return (await server.inject({ url: "/metrics", remoteAddress, headers })).statusCode;
  };
  const own = [MONITOR, `${MONITOR}:5678`, "[2001:db8::7]:443", "[2001:db8::7]"];
  for (const list of [...own, `${MONITOR}:1, ${PROXY}:2`, `203.0.113.1, ${MONITOR}:1`]) {
    assert.equal(await ask(list), 200, list);
  }
  for (const list of ["203.0.113.1:5678", `${MONITOR}:1, 203.0.113.1:2`, `${MONITOR}:x`]) {
    assert.equal(await ask(list), 404, list);
  }
  assert.equal(await ask(`${MONITOR}:5678`, "203.0.113.1"), 404);
});

test("behind a trusted proxy the header is sent if the proxy says https, and other callers cannot cause it", async (t) => {
  const { server } = await openShared(t, openBehindProxy);
  const ask = async (remoteAddress: string, headers: Record<string, string>, url = "/nothing") => {
    const { headers: answered } = await server.inject({ url, remoteAddress, headers });
    return answered[NAME];
  };
  const https = { "x-forwarded-proto": "https" };
  assert.equal(await ask("192.0.2.1", https), DEFAULT);
  for (const url of ["/health/ready", "/console", "/api/v1/users", "/pay/none", "/%zz"]) {
    assert.equal(await ask("192.0.2.1", https, url), DEFAULT, url);
  }
  assert.equal(await ask("192.0.2.1", { "x-forwarded-proto": "http" }), undefined);
  assert.equal(await ask("192.0.2.1", {}), undefined);
  assert.equal(await ask("192.0.2.2", https), undefined);
});

test("STRICT_TRANSPORT_SECURITY changes or disables the header", async (t) => {
  const own = "max-age=63072000; includeSubDomains; preload";
  const changed = readConfig({ STRICT_TRANSPORT_SECURITY: own }).strictTransportSecurity;
  const { ask } = await openTlsApp(t, { strictTransportSecurity: changed });
  for (const what of ["a health check", "bytes that are no request"]) {
    assert.deepEqual(listPolicies(await ask(REQUESTS[what] ?? "")), [own], what);
  }
  const off = readConfig({ STRICT_TRANSPORT_SECURITY: "off" }).strictTransportSecurity;
  assert.equal(off, undefined);
  const without = await openTlsApp(t, { strictTransportSecurity: off });
  for (const what of ["a health check", "bytes that are no request"]) {
    assert.deepEqual(listPolicies(await without.ask(REQUESTS[what] ?? "")), [], what);
  }
});

test("STRICT_TRANSPORT_SECURITY is the same by default in certification and production", () => {
  assert.equal(readConfig({}).strictTransportSecurity, DEFAULT);
  const production = {
    ENVIRONMENT: "production",
    MASTER_KEY: "7e57".repeat(16),
    DATABASE_URL: "postgres://sixdoors@localhost/sixdoors",
    PUBLIC_URL: "https://pay.example.com",
    TRUSTED_PROXIES: "192.0.2.1",
  };
  assert.equal(readConfig(production).strictTransportSecurity, DEFAULT);
});

test("STRICT_TRANSPORT_SECURITY refuses values that browsers would ignore", () => {
  const wrong = ["on", "max-age", "max-age=-1", "max-age=1 year", "max-age=60, preload", "preload"];
  for (const value of [...wrong, "max-age=60; preload; preload", "max-age=60\r\nx: y"]) {
    assert.throws(
      () => readConfig({ STRICT_TRANSPORT_SECURITY: value }),
      /^ConfigError: STRICT_TRANSPORT_SECURITY must be off, or max-age=<seconds>/,
      value,
    );
  }
});
