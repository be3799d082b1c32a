/** Webhooks over HTTP: their contents, time limits and allowed addresses. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { type TestContext, test } from "node:test";
import { Webhook } from "standardwebhooks";
import { systemClock } from "../../src/adapters/system-clock.ts";
import { nameServerResolve } from "../../src/adapters/webhook-sender/resolve.ts";
import {
  HttpWebhookSender,
  type SenderNeeds,
} from "../../src/adapters/webhook-sender/webhook-sender.ts";
import type { OutgoingWebhook } from "../../src/ports/webhooks.ts";
import { Secret } from "../../src/values/secret.ts";
import { StandingClock } from "../kit/clock.ts";
import { openReceiver, openSocket, type Reply } from "../kit/receiver.ts";
import { until } from "../kit/until.ts";

const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const OTHER_SECRET = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD";
const TRANSACTION = '{"transaction_id":"323000000007","transaction_amount":12.5,"error":false}';

function senderOf(t: TestContext, needs: Partial<SenderNeeds> = {}): HttpWebhookSender {
  const sender = new HttpWebhookSender({
    environment: "certification",
    clock: systemClock,
    ...needs,
  });
  t.after(() => sender.close());
  return sender;
}

function orderTo(url: string, order: Partial<OutgoingWebhook> = {}): OutgoingWebhook {
  return {
    eventId: "5ac2e1f0-3a52-4b59-9d5f-8f6b1f6f2c11",
    accountId: "120000000001",
    url,
    secrets: [new Secret(SECRET)],
    event: "transaction.approved",
    transaction: TRANSACTION,
    at: systemClock.wall(),
    ...order,
  };
}

/** Sends one webhook to a receiver with this answer. */
async function answerTo(t: TestContext, reply: Reply, needs: Partial<SenderNeeds> = {}) {
  const receiver = await openReceiver(t, reply);
  const answer = await senderOf(t, needs).send(orderTo(receiver.url));
  return { answer, receiver };
}

test("a webhook has the body of the contract, the transaction as it was written", async (t) => {
  const { answer, receiver } = await answerTo(t, (response) => response.end("thanks"));
  assert.deepEqual(answer, { kind: "delivered", status: 200, answer: "thanks" });
  const [arrival] = receiver.arrivals;
  const { timestamp, ...rest } = JSON.parse(arrival?.body ?? "");
  assert.ok(Math.abs(timestamp - Math.floor(systemClock.wall().epochMilliseconds / 1000)) <= 2);
  const hash = createHash("sha256").update(`120000000001,${SECRET},${timestamp}`).digest("hex");
  assert.deepEqual(rest, {
    account_id: "120000000001",
    hash,
    event: "transaction.approved",
    transaction: JSON.parse(TRANSACTION),
  });
  assert.ok(arrival?.body.endsWith(`"transaction":${TRANSACTION}}`));
  assert.equal(arrival?.headers["content-type"], "application/json");
  assert.equal(arrival?.headers["webhook-timestamp"], String(timestamp));
});

test("a library of the Standard Webhooks convention accepts the signature", async (t) => {
  const { receiver } = await answerTo(t, (response) => response.end());
  const [arrival] = receiver.arrivals;
  const headers = arrival?.headers as Record<string, string>;
  assert.doesNotThrow(() => new Webhook(SECRET).verify(arrival?.body ?? "", headers));
  assert.throws(() => new Webhook(OTHER_SECRET).verify(arrival?.body ?? "", headers));
  assert.throws(() => new Webhook(SECRET).verify(`${arrival?.body} `, headers));
});

test("during a rotation either secret verifies", async (t) => {
  const receiver = await openReceiver(t);
  const secrets = [new Secret(SECRET), new Secret(OTHER_SECRET)];
  await senderOf(t).send(orderTo(receiver.url, { secrets }));
  const [arrival] = receiver.arrivals;
  const headers = arrival?.headers as Record<string, string>;
  assert.match(headers["webhook-signature"] ?? "", /^v1,\S+ v1,\S+$/);
  for (const secret of [SECRET, OTHER_SECRET])
    new Webhook(secret).verify(arrival?.body ?? "", headers);
});

test("a repetition has the same id, and a time, hash and signature of its own", async (t) => {
  const receiver = await openReceiver(t);
  const sender = senderOf(t);
  const at = systemClock.wall();
  await sender.send(orderTo(receiver.url, { at }));
  await sender.send(orderTo(receiver.url, { at: at.add({ seconds: 90 }) }));
  const [first, second] = receiver.arrivals;
  assert.equal(first?.id, second?.id);
  for (const header of ["webhook-timestamp", "webhook-signature"]) {
    assert.notEqual(first?.headers[header], second?.headers[header]);
  }
  assert.notEqual(JSON.parse(first?.body ?? "").hash, JSON.parse(second?.body ?? "").hash);
});

test("a few connections serve many webhooks", async (t) => {
  const receiver = await openReceiver(t);
  const sender = senderOf(t);
  for (let k = 0; k < 20; k++) await sender.send(orderTo(receiver.url));
  assert.ok(new Set(receiver.arrivals.map(({ remotePort }) => remotePort)).size <= 2);
});

test("only 2xx is delivered", async (t) => {
  for (const [status, kind] of [
    [201, "delivered"],
    [204, "delivered"],
    [304, "refused"],
    [400, "refused"],
    [410, "gone"],
    [500, "refused"],
  ] as const) {
    const { answer } = await answerTo(t, (response) => response.writeHead(status).end());
    assert.deepEqual(answer, { kind, status, answer: "" });
  }
});

test("a redirect is not followed", async (t) => {
  const elsewhere = await openReceiver(t);
  const { answer } = await answerTo(t, (response) =>
    response.writeHead(307, { location: elsewhere.url }).end(),
  );
  assert.equal(answer.kind === "refused" && answer.status, 307);
  assert.equal(elsewhere.arrivals.length, 0);
});

test("Retry-After is read as seconds or as a date; other values are ignored", async (t) => {
  const clock = new StandingClock("2026-03-01T12:00:00Z");
  for (const [header, afterMs] of [
    ["120", 120_000],
    ["Sun, 01 Mar 2026 12:05:00 GMT", 300_000],
    ["Sun, 01 Mar 2026 11:00:00 GMT", 0],
    ["soon", undefined],
    ["-5", undefined],
  ] as const) {
    const reply: Reply = (response) => response.writeHead(503, { "retry-after": header }).end();
    const { answer } = await answerTo(t, reply, { clock });
    const expected = afterMs === undefined ? { kind: "refused" } : { kind: "retry_later", afterMs };
    assert.deepEqual(answer, { ...expected, status: 503, answer: "" }, header);
  }
});

test("only the start of a long answer is read", async (t) => {
  const chunk = "x".repeat(16 * 1024);
  let written = 0;
  const { answer } = await answerTo(t, (response) => {
    const write = () => {
      while (!response.destroyed && written < 64 * 1024 * 1024) {
        written += chunk.length;
        if (!response.write(chunk)) return response.once("drain", write);
      }
      return response;
    };
    write();
  });
  assert.deepEqual(answer, { kind: "delivered", status: 200, answer: "x".repeat(1024) });
  assert.ok(written < 16 * 1024 * 1024, `${written}`);
});

test("an answer after the time limit counts as a timeout", async (t) => {
  const limitMs = 150;
  const silent = await openSocket(t);
  const mute: Reply = (response) => void response.writeHead(200).flushHeaders();
  const trickle: Reply = (response) => {
    const timer = setInterval(() => response.write("."), 20);
    response.on("close", () => clearInterval(timer));
  };
  const late = { kind: "failed", failure: "timed_out" };
  const start = performance.now();
  assert.deepEqual(await senderOf(t, { limitMs }).send(orderTo(silent.url)), late);
  assert.deepEqual((await answerTo(t, mute, { limitMs })).answer, late);
  assert.deepEqual((await answerTo(t, trickle, { limitMs })).answer, late);
  assert.ok(performance.now() - start < 20 * limitMs);
});

test("network failures are returned as answers", async (t) => {
  const sender = senderOf(t, {
    resolve: async () => {
      throw Object.assign(new Error("no such name"), { code: "ENOTFOUND" });
    },
  });
  const greeting = "220 smtp.example.com ESMTP\r\n";
  const garbage = await openSocket(t, (socket) => socket.once("data", () => socket.end(greeting)));
  const closing = await openSocket(t, (socket) => socket.destroy());
  const plain = garbage.url.replace("http:", "https:");
  for (const [url, failure] of [
    ["http://nowhere.example/", "not_resolved"],
    ["http://127.0.0.1:1/", "not_connected"],
    [garbage.url, "bad_answer"],
    [closing.url, "connection_lost"],
    [plain, "not_trusted"],
    ["http://user:password@127.0.0.1/", "bad_url"],
    ["ftp://127.0.0.1/", "bad_url"],
    ["not a url", "bad_url"],
  ] as const) {
    assert.deepEqual(await sender.send(orderTo(url)), { kind: "failed", failure }, url);
  }
});

test("production calls no port of another protocol", async (t) => {
  const sender = senderOf(t, {
    environment: "production",
    resolve: async () => ["127.0.0.1"],
    isAllowed: () => true,
  });
  const answer = await sender.send(orderTo("https://shop.example:25/"));
  assert.deepEqual(answer, { kind: "failed", failure: "target_refused" });
});

test("production sends to public addresses by https only", async (t) => {
  const receiver = await openReceiver(t);
  const asked: string[] = [];
  const resolve = async (hostname: string) => {
    asked.push(hostname);
    return hostname === "mixed.example" ? ["93.184.215.14", "10.0.0.7"] : ["127.0.0.1"];
  };
  const sender = senderOf(t, { environment: "production", resolve });
  for (const url of [
    receiver.url,
    `https://127.0.0.1:${receiver.port}/`,
    `https://2130706433:${receiver.port}/`,
    `https://0x7f.1:${receiver.port}/`,
    `https://[::1]:${receiver.port}/`,
    `https://[::ffff:127.0.0.1]:${receiver.port}/`,
    "https://169.254.169.254/latest/meta-data/",
    `https://merchant.example:${receiver.port}/`,
    "https://mixed.example/",
  ]) {
    const expected = { kind: "failed", failure: "target_refused" };
    assert.deepEqual(await sender.send(orderTo(url)), expected, url);
  }
  assert.deepEqual(asked, ["merchant.example", "mixed.example"]);
  assert.equal(receiver.arrivals.length, 0);
});

test("the checked address is the one that is called", async (t) => {
  const judged = await openReceiver(t, undefined, { host: "127.0.0.1" });
  const inside = await openReceiver(t, undefined, { host: "127.0.0.2", port: judged.port });
  let lookUps = 0;
  const sender = senderOf(t, {
    resolve: async () => (lookUps++ === 0 ? ["127.0.0.1"] : ["127.0.0.2"]),
    isAllowed: (address) => address !== "127.0.0.2",
  });
  const url = `http://rebinding.example:${judged.port}/`;
  assert.equal((await sender.send(orderTo(url))).kind, "delivered");
  assert.equal(lookUps, 1);
  assert.equal(judged.arrivals.length, 1);
  // Two at once need a second connection, and with it a second look-up, which is judged anew.
  const both = await Promise.all([sender.send(orderTo(url)), sender.send(orderTo(url))]);
  assert.ok(both.some((one) => one.kind === "failed" && one.failure === "target_refused"));
  assert.equal(inside.arrivals.length, 0);
});

/** Answers every question for an IPv4 address with one, and has none of IPv6. */
async function openNameServer(t: TestContext, address: string): Promise<string> {
  const server = createSocket("udp4");
  server.on("message", (question, { port }) => {
    const end = question.indexOf(0, 12) + 5;
    const isV4 = question.readUInt16BE(end - 4) === 1;
    const header = Buffer.from([0x81, 0x80, 0, 1, 0, isV4 ? 1 : 0, 0, 0, 0, 0]);
    const record = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4]);
    const answer = isV4 ? [record, Buffer.from(address.split(".").map(Number))] : [];
    const parts = [question.subarray(0, 2), header, question.subarray(12, end), ...answer];
    server.send(Buffer.concat(parts), port);
  });
  server.bind(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => server.close());
  return `127.0.0.1:${server.address().port}`;
}

test("production uses name servers and checks their addresses", async (t) => {
  const resolve = nameServerResolve([await openNameServer(t, "127.0.0.1")]);
  assert.deepEqual(await resolve("shop.example"), ["127.0.0.1"]);
  const receiver = await openReceiver(t);
  const url = `http://shop.example:${receiver.port}/`;
  assert.equal((await senderOf(t, { resolve }).send(orderTo(url))).kind, "delivered");
  const strict = senderOf(t, { resolve, environment: "production" });
  const answer = await strict.send(orderTo(url.replace("http:", "https:")));
  assert.deepEqual(answer, { kind: "failed", failure: "target_refused" });
});

test("certification can call this machine by name", async (t) => {
  const receiver = await openReceiver(t);
  const answer = await senderOf(t).send(orderTo(`http://localhost:${receiver.port}/`));
  assert.equal(answer.kind, "delivered");
});

test("closing the sender aborts running requests", async (t) => {
  const silent = await openSocket(t);
  const sender = senderOf(t);
  const sending = sender.send(orderTo(silent.url));
  await until(() => silent.connections() === 1);
  await sender.close();
  assert.deepEqual(await sending, { kind: "failed", failure: "stopped" });
});
