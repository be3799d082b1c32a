/** Any behavior of a provider leads to an answer or to "unavailable". */
import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import { type TestContext, test } from "node:test";
import { gzipSync } from "node:zlib";
// Loaded before any limit runs: a busy machine takes longer for it than these tests wait.
import "undici";
import type { VerifierQuestion } from "../../src/ports/verifier.ts";
import { Secret } from "../../src/values/secret.ts";
import { openReceiver, openSocket, type Reply } from "../kit/receiver.ts";
import { until } from "../kit/until.ts";
import { openProvider } from "../kit/verification.ts";

const QUESTION: VerifierQuestion = {
  requestId: "0198f0a0-0000-7000-8000-00000000a5c1",
  accountId: "120000000001",
  routingNumber: "021000021",
  accountNumber: new Secret("000123456789"),
  accountType: "savings",
  secCode: "WEB",
  firstName: "Ann",
  lastName: "O'Lee",
};
const UNAVAILABLE = { kind: "unavailable" };
const LIMIT_MS = 1_500;

const says =
  (status: number, body: string | Buffer, headers: Record<string, string> = {}): Reply =>
  (response) =>
    response.writeHead(status, headers).end(body);
const accepts = says(200, '{"result":"accepted"}');

test("a request is written and its answer read as the mapping says", async (t) => {
  const receiver = await openReceiver(t, accepts);
  const verifier = openProvider(t, receiver.url);
  assert.deepEqual(await verifier.verify(QUESTION), { kind: "passed" });
  const [arrival] = receiver.arrivals;
  assert.equal(arrival?.headers["authorization"], "Bearer provider-key");
  assert.equal(arrival?.headers["idempotency-key"], QUESTION.requestId);
  assert.equal(arrival?.headers["content-type"], "application/json");
  assert.deepEqual(JSON.parse(arrival?.body ?? ""), {
    id: QUESTION.requestId,
    bank: { routing: "021000021", number: "000123456789", kind: "S" },
    holder: { first: "Ann", last: "O'Lee" },
  });
});

test("a refusal has the provider's reason", async (t) => {
  const receiver = await openReceiver(t, says(422, '{"result":"denied","why":"Closed"}'));
  const answer = await openProvider(t, receiver.url).verify(QUESTION);
  assert.deepEqual(answer, { kind: "refused", reason: "Closed" });
});

/** How often each is tried. An answer without a matching rule is not tried again. */
const STRANGE: Record<string, readonly [reply: Reply, tries: number]> = {
  "HTML with status 200": [says(200, "<html>accepted</html>", { "content-type": "text/html" }), 2],
  "HTML with status 503": [says(503, "<h1>Maintenance</h1>"), 2],
  "no body": [says(204, ""), 2],
  "half of an answer": [says(200, '{"result":"accep'), 2],
  "compressed, though nobody asked": [says(200, gzipSync('{"result":"accepted"}')), 2],
  "bytes that are no text": [says(200, Buffer.from([0x22, 0xff, 0xfe, 0x22])), 2],
  "depth without end": [says(200, "[".repeat(60_000)), 2],
  "the right word with status 500": [says(500, '{"result":"accepted"}'), 2],
  "too many requests": [says(429, '{"result":"later"}'), 2],
  "a redirect": [says(302, '{"result":"accepted"}', { location: "/accepted" }), 1],
  "not our key": [says(401, '{"result":"accepted"}'), 1],
  "another word": [says(200, '{"result":"Accepted"}'), 1],
  "a wrong type": [says(200, '{"result":["accepted"]}'), 1],
  "a list": [says(200, '["accepted"]'), 1],
  "a bare word": [says(200, '"accepted"'), 1],
  null: [says(200, "null"), 1],
  "a prototype": [says(200, '{"__proto__":{"result":"accepted"}}'), 1],
  "a long answer": [says(200, `{"result":"accepted","x":"${"x".repeat(70_000)}"}`), 2],
};

for (const [what, [reply, tries]] of Object.entries(STRANGE)) {
  test(`${what}: unavailable`, async (t) => {
    const receiver = await openReceiver(t, reply);
    assert.deepEqual(await openProvider(t, receiver.url).verify(QUESTION), UNAVAILABLE);
    assert.equal(receiver.arrivals.length, tries);
    const ids = new Set(receiver.arrivals.map(({ headers }) => headers["idempotency-key"]));
    assert.deepEqual([...ids], [QUESTION.requestId], "every try has the same request id");
  });
}

const drip =
  (everyMs: number, piece: string): Reply =>
  (response) => {
    const timer = setInterval(() => response.write(piece), everyMs);
    response.on("close", () => clearInterval(timer));
  };

const SLOW: Record<string, Reply> = {
  "never answers": () => {},
  "answers after the limit": (response) => void setTimeout(() => accepts(response, NOBODY), 2_000),
  "begins, and never ends": (response) => void response.write('{"result":"accepted"'),
  "sends a byte now and then": drip(20, " "),
};
const NOBODY = { id: "", path: "", headers: {}, body: "", remotePort: undefined };

for (const [what, reply] of Object.entries(SLOW)) {
  test(`a provider that ${what}: unavailable within the limit, after two attempts`, async (t) => {
    const receiver = await openReceiver(t, reply);
    const verifier = openProvider(t, receiver.url, { limitMs: LIMIT_MS });
    const startedMs = performance.now();
    assert.deepEqual(await verifier.verify(QUESTION), UNAVAILABLE);
    const tookMs = performance.now() - startedMs;
    assert.ok(tookMs > LIMIT_MS * 0.8 && tookMs < LIMIT_MS + 5_000, `${tookMs} ms`);
    assert.equal(receiver.arrivals.length, 2);
  });
}

test("an endless answer is cut off soon after its limit", async (t) => {
  let sent = 0;
  const chunk = Buffer.alloc(64 * 1024, " ");
  const pour = (response: ServerResponse) => {
    while (!response.destroyed && response.write(chunk)) sent += chunk.length;
    if (!response.destroyed) response.once("drain", () => pour(response));
  };
  let open = 0;
  const receiver = await openReceiver(t, (response) => {
    open++;
    response.once("close", () => open--);
    response.writeHead(200, { "content-length": String(2 ** 30) });
    pour(response);
  });
  const before = process.memoryUsage().rss;
  const verifier = openProvider(t, receiver.url, { limitMs: 5_000 });
  assert.deepEqual(await verifier.verify(QUESTION), UNAVAILABLE);
  await until(() => open === 0);
  assert.ok(sent < 64 * 2 ** 20, `${sent} bytes of 2 GiB`);
  assert.ok(process.memoryUsage().rss - before < 128 * 2 ** 20);
});

const BROKEN: Record<string, string> = {
  "no HTTP": "220 mail.example.com ESMTP\r\n",
  "headers without end": `HTTP/1.1 200 OK\r\n${"x-a: b\r\n".repeat(10_000)}`,
  "two lengths": "HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n{}",
  "an end in the middle": 'HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n{"result":"accepted"}',
};

for (const [what, bytes] of Object.entries(BROKEN)) {
  test(`${what}: unavailable`, async (t) => {
    const socket = await openSocket(t, (connection) => connection.end(bytes));
    assert.deepEqual(await openProvider(t, socket.url).verify(QUESTION), UNAVAILABLE);
  });
}

test("no server, an unknown name or missing TLS: unavailable", async (t) => {
  const { url, port } = await openReceiver(t, accepts);
  const places = [`https://127.0.0.1:${port}/`, "http://127.0.0.1:1/", "http://nowhere.invalid/"];
  for (const place of places) {
    assert.deepEqual(await openProvider(t, place).verify(QUESTION), UNAVAILABLE, place);
  }
  assert.deepEqual(await openProvider(t, url).verify(QUESTION), { kind: "passed" });
});

test("if the first attempt fails, the second one counts", async (t) => {
  let tries = 0;
  const receiver = await openReceiver(t, (response, arrival) =>
    (++tries === 1 ? says(502, "bad gateway") : accepts)(response, arrival),
  );
  assert.deepEqual(await openProvider(t, receiver.url).verify(QUESTION), { kind: "passed" });
  assert.equal(tries, 2);
});

/** First its own answers, then `then`. */
async function openFailing(t: TestContext, reply: { current: Reply }) {
  const receiver = await openReceiver(t, (response, arrival) => reply.current(response, arrival));
  const verifier = openProvider(t, receiver.url, { failuresMax: 3, restMs: 1_000 });
  const verify = async (times: number) => {
    const kinds: string[] = [];
    while (kinds.length < times) kinds.push((await verifier.verify(QUESTION)).kind);
    return kinds;
  };
  return { receiver, verify };
}

test("a provider that keeps failing is not asked for a while, then tried again", async (t) => {
  const reply = { current: says(500, "") };
  const { receiver, verify } = await openFailing(t, reply);
  await verify(3);
  assert.equal(receiver.arrivals.length, 6);
  assert.deepEqual(await verify(5), Array(5).fill("unavailable"));
  assert.equal(receiver.arrivals.length, 6, "nothing was sent");
  reply.current = accepts;
  await until(async () => (await verify(1))[0] === "passed");
  assert.deepEqual(await verify(3), Array(3).fill("passed"));
});

test("answers that are not understood do not count against the provider", async (t) => {
  const { receiver, verify } = await openFailing(t, { current: says(400, '{"result":"what?"}') });
  assert.deepEqual(await verify(10), Array(10).fill("unavailable"));
  assert.equal(receiver.arrivals.length, 10);
});
