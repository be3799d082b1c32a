/**
 * Compression at every interface: compressed request bodies are read, and answers are compressed on
 * request.
 */
import assert from "node:assert/strict";
import { createHash, createHmac, randomUUID } from "node:crypto";
import { test } from "node:test";
import { brotliCompressSync, deflateSync, gunzipSync, gzipSync } from "node:zlib";
import type { FastifyInstance } from "fastify";
import { ACCOUNT, CARD, openTestApp } from "../kit/app.ts";
import { openShared } from "../kit/shared.ts";

const FORM = "application/x-www-form-urlencoded";
const PARTNER = `Basic ${Buffer.from("harbor:harbor-certification-key-00000001").toString("base64")}`;
const USER = `Basic ${Buffer.from("harbor:certification-partner").toString("base64")}`;
const SALE = new URLSearchParams({
  ...ACCOUNT,
  ...CARD,
  transaction_type: "SALE",
  transaction_amount: "1.00",
  response_format: "JSON",
}).toString();
const PAYLOAD = JSON.stringify({ deviceType: "generic", devicePayload: "00", reference: "zip" });
const LOGIN = new URLSearchParams({
  account_id: "120000000001",
  email: "nobody@books.test",
  passsword: "wrong",
}).toString();

interface Sent {
  readonly url: string;
  readonly type: string;
  readonly body: Buffer;
  readonly encoding: string;
  readonly authorization?: string;
}

function send(server: FastifyInstance, { url, type, body, encoding, authorization }: Sent) {
  const headers = {
    "content-type": type,
    "content-encoding": encoding,
    ...(authorization === undefined ? {} : { authorization }),
  };
  return server.inject({ method: "POST", url, headers, payload: body });
}

test("gzip, deflate and br bodies are read by the payment interface", async (t) => {
  const { server } = await openShared(t, openTestApp);
  const packed: [encoding: string, body: Buffer][] = [
    ["gzip", gzipSync(SALE)],
    ["GZIP", gzipSync(SALE)],
    ["x-gzip", gzipSync(SALE)],
    ["deflate", deflateSync(SALE)],
    ["br", brotliCompressSync(SALE)],
    ["identity", Buffer.from(SALE)],
  ];
  for (const [encoding, body] of packed) {
    const reply = await send(server, { url: "/api/qsapi/3.8", type: FORM, body, encoding });
    assert.equal(reply.json().authorization_message, "APPROVED", encoding);
  }
});

/** Each interface with a body, a text that shows that it was read, and its answers 413 and 415. */
const INTERFACES: {
  readonly url: string;
  readonly type: string;
  readonly text: string;
  readonly read: RegExp;
  readonly refused: RegExp;
  readonly authorization?: string;
}[] = [
  { url: "/api/tsapi/3.8", type: FORM, text: SALE, read: /Invalid action/, refused: /31311/ },
  { url: "/api/rsapi/3.8", type: FORM, text: SALE, read: /No transactions/, refused: /parameter/ },
  { url: "/api/json/account/login/", type: FORM, text: LOGIN, read: /wrong/, refused: /detail/ },
  {
    url: "/api/v1/clients",
    type: "application/json",
    text: JSON.stringify({ name: 5 }),
    read: /"name".*1001/,
    refused: /"errorCode":741[35]/,
    authorization: USER,
  },
  {
    url: "/api/decrypt/parser",
    type: "application/json",
    text: PAYLOAD,
    read: /"errCode":2200,"reference":"zip"/,
    refused: /"errCode":200[35]/,
    authorization: PARTNER,
  },
  {
    url: "/console/api/session",
    type: "application/json",
    text: JSON.stringify({ as: "operator", name: "x", password: "y" }),
    read: /"error"/,
    refused: /"code":"invalid"/,
  },
  { url: "/pay/nothing", type: FORM, text: "a=b", read: /no payment page/, refused: /<html/ },
  { url: "/set-password", type: FORM, text: "a=b", read: /link/i, refused: /<html/ },
];

test("gzip bodies are read by every interface", async (t) => {
  const { server } = await openShared(t, openTestApp);
  for (const { url, type, text, read, authorization } of INTERFACES) {
    const more = authorization === undefined ? {} : { authorization };
    const packed = { url, type, encoding: "gzip", body: gzipSync(text), ...more };
    const reply = await send(server, packed);
    assert.match(reply.body, read, url);
    assert.ok(reply.statusCode !== 415, url);
  }
});

test("an unknown content encoding is answered with 415 in the interface's format, with the supported ones", async (t) => {
  const { server } = await openShared(t, openTestApp);
  for (const { url, type, text, refused, authorization } of INTERFACES) {
    for (const encoding of ["zstd", "gzip, gzip", "none"]) {
      const more = authorization === undefined ? {} : { authorization };
      const reply = await send(server, { url, type, encoding, body: Buffer.from(text), ...more });
      assert.equal(reply.statusCode, 415, `${url} ${encoding}: ${reply.body}`);
      assert.match(reply.body, refused, url);
      assert.equal(reply.headers["accept-encoding"], "gzip, deflate, br", url);
    }
  }
});

test("a body that decompresses to more than the limit is cut off and answered with 413", async (t) => {
  const { server } = await openShared(t, openTestApp);
  const bomb = gzipSync(Buffer.alloc(256 * 1_024 * 1_024, "a"), { level: 9 });
  assert.ok(bomb.length < 512 * 1_024, "the body is small on the wire");
  for (const { url, type, refused, authorization } of INTERFACES) {
    const more = authorization === undefined ? {} : { authorization };
    const body = url.startsWith("/pay") ? bomb.subarray(0, 30_000) : bomb;
    const before = process.memoryUsage().arrayBuffers;
    const reply = await send(server, { url, type, encoding: "gzip", body, ...more });
    assert.equal(reply.statusCode, 413, `${url}: ${reply.body}`);
    assert.match(reply.body, refused, url);
    const grown = process.memoryUsage().arrayBuffers - before;
    assert.ok(grown < 64 * 1_024 * 1_024, `${url} unpacked ${grown} bytes`);
  }
});

test("a damaged gzip body counts as unreadable", async (t) => {
  const { server } = await openShared(t, openTestApp);
  const whole = gzipSync(SALE);
  for (const body of [Buffer.from("not gzip"), whole.subarray(0, whole.length / 2)]) {
    const reply = await send(server, { url: "/api/qsapi/3.8", type: FORM, encoding: "gzip", body });
    assert.deepEqual([reply.statusCode, reply.body.includes("31311")], [200, true], reply.body);
  }
});

test("signatures are computed over the compressed body", async (t) => {
  const { server } = await openShared(t, openTestApp);
  const signed = async (url: string, digested: Buffer, secret: string) => {
    const [nonce, timestamp] = [randomUUID(), String(Math.floor(Date.now() / 1_000))];
    const digest = createHash("sha256").update(digested).digest("hex");
    const text = `POST ${url}\n${nonce}\n${timestamp}\n\n${digest}`;
    const response = createHmac("sha256", secret).update(text).digest("hex");
    const authorization = `Hmac username="harbor", nonce="${nonce}", timestamp="${timestamp}", response="${response}"`;
    const [type, encoding, body] = ["application/json", "gzip", gzipSync(PAYLOAD)];
    return (await send(server, { url, type, encoding, body, authorization })).statusCode;
  };
  const key = "harbor-certification-key-00000001";
  assert.equal(await signed("/api/decrypt/parser", gzipSync(PAYLOAD), key), 400);
  assert.equal(await signed("/api/decrypt/parser", Buffer.from(PAYLOAD), key), 401);
  assert.equal(await signed("/api/v1/clients", gzipSync(PAYLOAD), "certification-partner"), 409);
  assert.equal(await signed("/api/v1/clients", Buffer.from(PAYLOAD), "certification-partner"), 401);
});

test("the request log stores a compressed body decompressed and masked", async (t) => {
  const { server, database, flush } = await openTestApp(t);
  const url = "/api/decrypt/parser";
  const text = JSON.stringify({ ...JSON.parse(PAYLOAD), partnerKey: "harbor-certification-key" });
  const [type, encoding, body] = ["application/json", "gzip", gzipSync(text)];
  await send(server, { url, type, encoding, body, authorization: PARTNER });
  await flush();
  const [row] = await database.owner.rows<{ request: string }>`select request from request_log`;
  assert.match(row?.request ?? "", /"deviceType":"generic"/);
  assert.doesNotMatch(row?.request ?? "", /harbor-certification-key/);
});

const get = (server: FastifyInstance, url: string, headers: Record<string, string> = {}) =>
  server.inject({ url, headers: { authorization: USER, ...headers } });

test("an answer is compressed if the caller accepts gzip, and has a Vary header", async (t) => {
  const { server } = await openShared(t, openTestApp);
  for (const url of ["/openapi.json", "/api/v1/devices?take=500"]) {
    const plain = await get(server, url);
    assert.ok(plain.rawPayload.length > 1_024, url);
    assert.equal(plain.headers["content-encoding"], undefined);
    assert.match(String(plain.headers.vary), /accept-encoding/i);
    for (const accepted of ["gzip", "deflate, gzip;q=1.0, *;q=0.5", "GZIP", "br, gzip", "*"]) {
      const packed = await get(server, url, { "accept-encoding": accepted });
      assert.equal(packed.headers["content-encoding"], "gzip", accepted);
      assert.match(String(packed.headers.vary), /accept-encoding/i);
      assert.equal(gunzipSync(packed.rawPayload).toString(), plain.body);
      assert.equal(Number(packed.headers["content-length"]), packed.rawPayload.length);
      assert.equal(packed.headers["content-type"], plain.headers["content-type"]);
    }
    for (const accepted of ["gzip;q=0", "identity", "br", "", "gzip;q=0.000, *;q=0"]) {
      const answer = await get(server, url, { "accept-encoding": accepted });
      assert.equal(answer.headers["content-encoding"], undefined, accepted);
      assert.equal(answer.body, plain.body);
    }
  }
});

test("a small answer is not compressed", async (t) => {
  const { server } = await openShared(t, openTestApp);
  const headers = { "accept-encoding": "gzip" };
  assert.equal((await get(server, "/version", headers)).headers["content-encoding"], undefined);
  const paid = await server.inject({
    method: "POST",
    url: "/api/qsapi/3.8",
    headers: { ...headers, "content-type": FORM },
    payload: SALE,
  });
  assert.equal(paid.headers["content-encoding"], undefined);
  assert.equal(paid.headers.vary, undefined);
});

test("HEAD has the same length and encoding as GET", async (t) => {
  const { server } = await openShared(t, openTestApp);
  const headers = { "accept-encoding": "gzip" };
  const got = await get(server, "/openapi.json", headers);
  const head = await server.inject({ method: "HEAD", url: "/openapi.json", headers });
  const encodings = [got, head].map((reply) => reply.headers["content-encoding"]);
  assert.deepEqual(encodings, ["gzip", "gzip"]);
  assert.equal(head.rawPayload.length, 0);
});

test("compressed files have a consistent validator", async (t) => {
  const { server } = await openShared(t, openTestApp);
  const url = "/docs/guides/integrators.md";
  const plain = await get(server, url);
  assert.equal(plain.statusCode, 200);
  const packed = await get(server, url, { "accept-encoding": "gzip" });
  assert.equal(packed.headers["content-encoding"], "gzip");
  assert.equal(gunzipSync(packed.rawPayload).toString(), plain.body);
  assert.match(String(packed.headers.etag), /^W\//, "the bytes differ, so the validator is weak");
  assert.equal(packed.headers["accept-ranges"], undefined);
  const again = await get(server, url, {
    "accept-encoding": "gzip",
    "if-none-match": String(packed.headers.etag),
  });
  assert.deepEqual([again.statusCode, again.rawPayload.length], [304, 0]);
  const part = await get(server, url, { "accept-encoding": "gzip", range: "bytes=0-1999" });
  assert.equal(part.statusCode, 206);
  assert.equal(part.headers["content-encoding"], undefined);
});

test("pages and parsed payloads, which mix secrets with a caller's text, are not compressed", async (t) => {
  const { server } = await openShared(t, openTestApp);
  const headers = { "accept-encoding": "gzip" };
  const form = await get(server, "/pay/books", headers);
  assert.deepEqual([form.statusCode, form.rawPayload.length > 1_024], [200, true]);
  assert.equal(form.headers["content-encoding"], undefined);
  const page = await get(server, "/set-password?token=x", headers);
  assert.equal(page.headers["content-encoding"], undefined);
  const refused = await server.inject({
    method: "POST",
    url: "/api/decrypt/parser",
    headers: { ...headers, authorization: PARTNER, "content-type": "application/json" },
    payload: JSON.stringify({ ...JSON.parse(PAYLOAD), clientId: "c".repeat(255) }),
  });
  assert.equal(refused.headers["content-encoding"], undefined);
});

test("a long payment answer is compressed, and the request log can read it", async (t) => {
  const { server, database, flush } = await openTestApp(t);
  const payload = `${SALE}&transaction_description=${"long ".repeat(400)}`;
  const reply = await server.inject({
    method: "POST",
    url: "/api/qsapi/3.8",
    headers: { "accept-encoding": "gzip", "content-type": FORM },
    payload,
  });
  assert.equal(reply.headers["content-encoding"], "gzip");
  const { authorization_message: words } = JSON.parse(gunzipSync(reply.rawPayload).toString());
  assert.equal(words, "APPROVED");
  await flush();
  const [row] = await database.owner.rows<{ answer: string }>`select answer from request_log`;
  assert.match(row?.answer ?? "", /"authorization_message":"APPROVED"/);
});
