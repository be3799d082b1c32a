/** Limits that apply before an interface reads a request, and TLS, over real sockets. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { Agent, get } from "node:https";
import { connect } from "node:net";
import path from "node:path";
import { type TestContext, test } from "node:test";
import { serveHere } from "../kit/command-process.ts";
import { openSeededDatabase } from "../kit/database.ts";
import { makeFolder, type Settings } from "../kit/process.ts";
import { ACCOUNT, Connection } from "../process/interfaces.ts";

const FORM = { "content-type": "application/x-www-form-urlencoded" };
const JSON_TYPE = { "content-type": "application/json" };
const MEBIBYTE = 1024 * 1024;

async function serveSeeded(t: TestContext, settings: Settings) {
  const { url } = await openSeededDatabase(t);
  const DATA_DIR = await makeFolder(t);
  const MASTER_KEY = "7e57".repeat(16);
  const own = { DATABASE_URL: url, MASTER_KEY, DATA_DIR, LOG_LEVEL: "warn" };
  return serveHere(t, { ...own, ...settings });
}

test("limits", async (t) => {
  const { url } = await serveSeeded(t, { REQUEST_TIMEOUT_MS: "1000" });
  const connection = new Connection(t, url);
  const post = (path: string, headers: Record<string, string>, body: string) =>
    connection.call({ method: "POST", path, headers, body });

  await t.test("a body over 1 MiB is answered with 413 in the interface's format", async () => {
    const body = "x".repeat(MEBIBYTE + 1);
    const payment = await post("/api/qsapi/3.8", FORM, body);
    assert.equal(payment.status, 413);
    assert.match(payment.body, /error_code=31311/);
    const report = await post("/api/rsapi/3.8", FORM, body);
    assert.equal(report.status, 413);
    assert.match(String(report.headers["qs-response-code"]), /^621 /);
    const parser = await post("/api/decrypt/parser", JSON_TYPE, body);
    assert.deepEqual([parser.status, JSON.parse(parser.body).errCode], [413, 2003]);
    const pos = await post("/api/json/account/login/", FORM, body);
    assert.equal(pos.status, 413);
    assert.ok(JSON.parse(pos.body).detail);
  });

  await t.test("a body of 1 MiB is read", async () => {
    const head = `${new URLSearchParams(ACCOUNT)}&action=GET_TRANSACTION_ID&x=`;
    const { body } = await post("/api/tsapi/3.8", FORM, head.padEnd(MEBIBYTE, "x"));
    assert.match(body, /^transaction_id=\d{12}/);
  });

  await t.test("1,000 fields are read, and 1,001 are refused", async () => {
    const form = (count: number) => Array.from({ length: count }, (_, k) => `f${k}=`).join("&");
    const own = `${new URLSearchParams(ACCOUNT)}&action=GET_TRANSACTION_ID`;
    const most = await post("/api/tsapi/3.8", FORM, `${own}&${form(997)}`);
    assert.match(most.body, /^transaction_id=\d{12}/);
    const more = await post("/api/tsapi/3.8", FORM, `${own}&${form(998)}`);
    assert.match(more.body, /error_code=31311/);
  });

  await t.test("headers over 16 KiB are answered with 431", async () => {
    const long = { "x-long": "x".repeat(16 * 1024) };
    assert.equal((await connection.call({ path: "/version", headers: long })).status, 431);
    const short = { "x-long": "x".repeat(15 * 1024) };
    assert.equal((await connection.call({ path: "/version", headers: short })).status, 200);
  });

  const line = `POST /api/qsapi/3.8 HTTP/1.1\r\nhost: x\r\ncontent-type: ${FORM["content-type"]}\r\n`;
  for (const [part, beginning] of [
    ["head", line],
    ["body", `${line}content-length: 100\r\n\r\n`],
  ] as const) {
    await t.test(`a request whose ${part} arrives slowly is cut off`, async () => {
      const { answer, tookMs } = await sendSlowly(new URL(url), beginning);
      assert.match(answer, /^HTTP\/1\.1 408 /);
      assert.ok(tookMs > 900 && tookMs < 4_000, `after ${tookMs} ms`);
    });
  }

  await t.test(
    "a request that works for longer than it may take to arrive is answered",
    async () => {
      assert.equal((await connection.pay("1.95"))["transaction_approved"], true);
    },
  );
});

/** Sends one byte at a time until the server closes the connection. */
async function sendSlowly({ hostname, port }: URL, beginning: string) {
  const started = performance.now();
  const socket = connect(Number(port), hostname);
  socket.on("error", () => {});
  socket.write(beginning);
  const timer = setInterval(() => socket.write("x"), 200);
  let answer = "";
  for await (const part of socket.setEncoding("utf8")) answer += part;
  clearInterval(timer);
  return { answer, tookMs: performance.now() - started };
}

test("TLS_CERT_FILE and TLS_KEY_FILE enable TLS", async (t) => {
  const folder = await makeFolder(t);
  const [TLS_CERT_FILE, TLS_KEY_FILE] = ["cert.pem", "key.pem"].map((f) =>
    path.join(folder, f),
  ) as [string, string];
  const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1"];
  const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  const files = ["-keyout", TLS_KEY_FILE, "-out", TLS_CERT_FILE];
  execFileSync("openssl", ["req", "-x509", ...key, ...files, "-days", "2", ...subject], {
    stdio: "ignore",
  });

  const { child, url } = await serveSeeded(t, { TLS_CERT_FILE, TLS_KEY_FILE });
  assert.match(url, /^https:/);
  const agent = new Agent({ ca: await readFile(TLS_CERT_FILE), keepAlive: true });
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
  get(`${url}/health/ready`, { agent }, (response) => {
    response.resume();
    resolve(response.statusCode);
  }).once("error", reject);
  assert.equal(await promise, 200);
  // An idle client connection does not delay the end.
  assert.equal((await child.stop()).code, 0);
  agent.destroy();
});
