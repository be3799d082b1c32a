/** Tests of request-line.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type EndedRequest, writeRequestLine } from "./request-line.ts";

const SALE: EndedRequest = {
  method: "POST",
  url: "/api/qsapi/3.8?api_accesskey=11111111111111111111111111111111",
  route: "/api/qsapi/3.8",
  status: 200,
  tookMs: 12.345,
  address: "127.0.0.1",
  isAborted: false,
  outcome: "approved",
  errorCode: undefined,
};

const page = (url: string, changes: Partial<EndedRequest> = {}) =>
  writeRequestLine(
    { ...SALE, method: "GET", url, route: url, outcome: undefined, ...changes },
    true,
  );

test("a line has the interface's own outcome and code, and never a query", () => {
  const line = {
    method: "POST",
    route: "/api/qsapi/3.8",
    status: 200,
    ms: 12.3,
    from: "127.0.0.1",
  };
  assert.deepEqual(writeRequestLine(SALE, true), { ...line, outcome: "approved" });
  const refused = writeRequestLine({ ...SALE, outcome: "refused", errorCode: 10_003 }, false);
  assert.deepEqual(refused, { ...line, outcome: "refused", code: 10_003 });
});

test("in certification, pages' files and health checks have no line unless they fail", () => {
  for (const url of ["/console/assets/a.js", "/pay/assets/a.css", "/health/ready", "/metrics"]) {
    assert.equal(page(url), undefined, url);
    assert.notEqual(page(url, { status: 503 }), undefined, url);
    assert.notEqual(writeRequestLine({ ...SALE, url, route: url }, false), undefined);
  }
  assert.notEqual(page("/"), undefined);
});

test("certification shows the path with its ids, and production the route's pattern", () => {
  const request = { ...SALE, url: "/api/v1/clients/17?x=1", route: "/api/v1/clients/:id" };
  assert.match(JSON.stringify(writeRequestLine(request, true)), /"\/api\/v1\/clients\/17"/);
  assert.match(JSON.stringify(writeRequestLine(request, false)), /"\/api\/v1\/clients\/:id"/);
});

test("tokens and long parts of a path are not shown", () => {
  const receipt = { url: "/pay/shop/receipt/secret", route: "/pay/:form/receipt/:token" };
  assert.match(JSON.stringify(page("", receipt)), /"\/pay\/shop\/receipt\/:token"/);
  const lost = page("", { url: `/nothing/${"x".repeat(41)}`, route: "none", status: 404 });
  assert.match(JSON.stringify(lost), /"\/nothing\/…"/);
});
