/** A wrong method on a known path is answered with 405 and `Allow`, in each interface's format. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { FastifyInstance } from "fastify";
import { openTestApp } from "../kit/app.ts";
import { openShared } from "../kit/shared.ts";

const ORDER = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;

const send = (server: FastifyInstance, method: string, url: string) =>
  server.inject({ method: method as "GET", url });

test("a wrong method on a known path is answered with 405 and Allow, in the interface's format", async (t) => {
  const { server } = await openShared(t, openTestApp);
  const cases: [method: string, url: string, allow: string, form: RegExp][] = [
    ["PUT", "/api/v1/devices", "GET, HEAD, POST, OPTIONS", /"errorCode":7405,.*GET, HEAD, POST/],
    ["POST", "/api/v1/devices/7", "GET, HEAD, PATCH, OPTIONS", /"errorCode":7405/],
    ["POST", "/api/v1/devices/S1/generic", "GET, HEAD, OPTIONS", /"errorCode":7405/],
    ["GET", "/api/decrypt/parser", "POST, OPTIONS", /"success":false.*"errCode":405/],
    ["PATCH", "/api/json/categories/", "GET, HEAD, POST, OPTIONS", /^\{"detail":".*GET, HEAD/],
    ["GET", "/api/qsapi/3.8", "POST, OPTIONS", /^error=1&error_code=31311&.*POST/],
    ["DELETE", "/api/tsapi/3.8", "POST, OPTIONS", /^error=1&error_code=31311&/],
    ["GET", "/api/rsapi/3.8", "POST, OPTIONS", /parameter/],
    ["DELETE", "/pay/books", "GET, HEAD, POST, OPTIONS", /<!doctype html>/i],
    ["DELETE", "/set-password", "GET, HEAD, POST, OPTIONS", /<!doctype html>/i],
    ["POST", "/health/ready", "GET, HEAD, OPTIONS", /^\{"status":".*GET, HEAD/],
    ["POST", "/openapi.json", "GET, HEAD, OPTIONS", /^\{"status":/],
    ["DELETE", "/console/transactions", "GET, HEAD, OPTIONS", /^\{"status":/],
    ["QUERY", "/api/qsapi/3.8", "POST, OPTIONS", /^error=1&error_code=31311&/],
    ["PROPFIND", "/api/v1/clients", "GET, HEAD, POST, OPTIONS", /"errorCode":7405/],
  ];
  for (const [method, url, allow, form] of cases) {
    const bare = url.replace(/\/$/, "");
    for (const path of [bare, `${bare}/`, `${bare}?x=1`]) {
      const reply = await send(server, method, path);
      assert.equal(reply.statusCode, 405, `${method} ${path}: ${reply.body}`);
      assert.equal(reply.headers.allow, allow, path);
      assert.match(reply.body, form, path);
    }
  }
});

test("reporting has the error of a wrong method in its header too", async (t) => {
  const { server } = await openShared(t, openTestApp);
  const reply = await send(server, "PUT", "/api/rsapi/3.8");
  assert.equal(reply.statusCode, 405);
  assert.equal(reply.headers["qs-response-code"], "621 Invalid Parameter");
});

test("the console API answers 405 in its format, although its pages match every path", async (t) => {
  const { server } = await openShared(t, openTestApp);
  for (const [method, url, allow] of [
    ["PUT", "/console/api/session", /GET, HEAD.*OPTIONS/],
    ["PATCH", "/console/api/session", /GET, HEAD.*OPTIONS/],
  ] as const) {
    const reply = await send(server, method, url);
    assert.equal(reply.statusCode, 405, reply.body);
    assert.match(String(reply.headers.allow), allow);
    assert.equal(reply.json().error.code, "method_not_allowed");
  }
  for (const method of ["GET", "POST", "DELETE", "OPTIONS"]) {
    const reply = await send(server, method, "/console/api/unknown");
    assert.equal(reply.statusCode, 404, method);
    assert.equal(reply.json().error.code, "not_found");
    assert.equal(reply.headers.allow, undefined);
  }
});

test("GET of a console call without GET is 405, not a page", async (t) => {
  const { server } = await openShared(t, openTestApp);
  const reply = await send(server, "GET", "/console/api/password");
  assert.equal(reply.statusCode, 405, reply.body);
  assert.equal(reply.headers.allow, "POST, OPTIONS");
});

test("an unknown path is 404 for every method, without Allow", async (t) => {
  const { server } = await openShared(t, openTestApp);
  const paths = ["/nowhere", "/api/v1/nothing", "/api/v1/devices/1/2/3", "/api/decrypt/parser/x"];
  for (const path of [...paths, "/api/json/nothing/", "/api/qsapi/3.8/x", "/api/rsapi/3.8/x"]) {
    for (const method of ["GET", "POST", "PUT", "OPTIONS", "HEAD"]) {
      const reply = await send(server, method, path);
      assert.equal(reply.statusCode, 404, `${method} ${path}`);
      assert.equal(reply.headers.allow, undefined);
    }
  }
});

test("OPTIONS answers 204 with Allow and without CORS headers", async (t) => {
  const { server } = await openShared(t, openTestApp);
  for (const [url, allow] of [
    ["/api/v1/clients/5", "GET, HEAD, PATCH, DELETE, OPTIONS"],
    ["/api/qsapi/3.8/", "POST, OPTIONS"],
    ["/api/json/users/1/", "GET, HEAD, POST, PUT, DELETE, OPTIONS"],
    ["/health/live", "GET, HEAD, OPTIONS"],
  ] as const) {
    const reply = await server.inject({
      method: "OPTIONS",
      url,
      headers: { origin: "https://elsewhere.test", "access-control-request-method": "POST" },
    });
    assert.equal(reply.statusCode, 204, url);
    assert.equal(reply.headers.allow, allow, url);
    assert.equal(reply.body, "");
    const cors = Object.keys(reply.headers).filter((name) => name.startsWith("access-control"));
    assert.deepEqual(cors, []);
  }
});

test("HEAD works where GET works, without a body", async (t) => {
  const { server } = await openShared(t, openTestApp);
  for (const url of ["/health/live", "/version", "/openapi.json"]) {
    const [get, head] = [await send(server, "GET", url), await send(server, "HEAD", url)];
    assert.equal(head.statusCode, get.statusCode);
    assert.equal(head.body, "");
    assert.equal(head.headers["content-type"], get.headers["content-type"]);
  }
  const refused = await send(server, "HEAD", "/api/qsapi/3.8");
  assert.equal(refused.statusCode, 405);
  assert.equal(refused.headers.allow, "POST, OPTIONS");
});

test("every path of the OpenAPI document allows the documented methods and refuses all others", async (t) => {
  const { server } = await openTestApp(t, {}, { addressPerSecond: 0, callerPerSecond: 0 });
  const { paths } = (await server.inject("/openapi.json")).json();
  // A caller without permission must not learn that metrics exist.
  delete paths["/metrics"];
  assert.ok(Object.keys(paths).length > 20);
  for (const [pattern, calls] of Object.entries(paths as Record<string, object>)) {
    const url = pattern.replace(/\{\w+\}/g, "1");
    const { headers } = await send(server, "OPTIONS", url);
    const allowed = String(headers.allow).split(", ");
    const documented = Object.keys(calls).map((method) => method.toUpperCase());
    for (const method of [...documented, "OPTIONS"]) assert.ok(allowed.includes(method), url);
    for (const method of ORDER.filter((one) => !allowed.includes(one))) {
      const reply = await send(server, method, url);
      assert.equal(reply.statusCode, 405, `${method} ${url}`);
      assert.equal(reply.headers.allow, headers.allow);
    }
  }
});
