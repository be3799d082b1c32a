/** Any behavior of a card host leads to an answer or to an unknown outcome. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { gzipSync } from "node:zlib";
import {
  type CardHostFailure,
  HttpProcessor,
  type HttpProcessorNeeds,
} from "../../src/adapters/http-processor/http-processor.ts";
import { Secret } from "../../src/values/secret.ts";
import { ORDER } from "../kit/card-host.ts";
import { openReceiver, openSocket, type Reply } from "../kit/receiver.ts";

const { reference } = ORDER;
/** Long enough for slow machines, and short for hosts that do not answer. */
const PATIENT_MS = 10_000;
const SHORT_MS = 300;
const APPROVED = JSON.stringify({ reference, outcome: "approved", authorization_code: "A1B2C3" });

const says =
  (status: number, body: string | Buffer, headers: Record<string, string> = {}): Reply =>
  (response) =>
    response.writeHead(status, headers).end(body);

function openHost(t: TestContext, url: string, own: Partial<HttpProcessorNeeds> = {}) {
  const key = new Secret("host-key");
  const host = new HttpProcessor({ url: new URL(url), key, limitMs: PATIENT_MS, ...own });
  t.after(() => host.close());
  return host;
}

test("an order is sent completely, with our key and its reference", async (t) => {
  const receiver = await openReceiver(t, says(200, APPROVED));
  const answer = await openHost(t, receiver.url).submit(ORDER);
  assert.equal(answer.kind, "approved");
  const [arrival] = receiver.arrivals;
  assert.equal(arrival?.path, "/hook/orders");
  assert.equal(arrival?.headers["authorization"], "Bearer host-key");
  assert.equal(arrival?.headers["idempotency-key"], reference);
  assert.deepEqual(JSON.parse(arrival?.body ?? ""), {
    reference,
    account_id: "120000000001",
    transaction_id: "323000000001",
    transaction_type: "SALE",
    amount_cents: 1_234,
    currency: "USD",
    entry_mode: "KEYED",
    card: { number: "4111111111111111", expiration: "1230", verification: "123" },
    allows_partial: false,
    street_address: "1 Main Street",
    zip: "10001",
  });
});

test("an order has the merchant's numbers if the account has them", async (t) => {
  const receiver = await openReceiver(t, says(200, APPROVED));
  const merchant = { merchantId: "M1", terminalId: "T1", categoryCode: "5812" };
  await openHost(t, receiver.url).submit({ ...ORDER, merchant });
  assert.deepEqual(JSON.parse(receiver.arrivals[0]?.body ?? "").merchant, {
    merchant_id: "M1",
    terminal_id: "T1",
    category_code: "5812",
  });
});

test("tracks, PIN block and chip data are sent if the card has them", async (t) => {
  const receiver = await openReceiver(t, says(200, APPROVED));
  const card = {
    number: new Secret("4111111111111111"),
    expiration: "1230",
    verification: undefined,
    track1: new Secret("B4111111111111111^HOPPER/GRACE^3012101"),
    track2: new Secret("4111111111111111=3012101"),
    pinBlock: new Secret("0123456789ABCDEF"),
    pinKsn: "FFFF9876543210E00001",
    chip: new Map([
      ["9F26", Buffer.from("1122334455667788", "hex")],
      ["82", Buffer.from("2000", "hex")],
    ]),
  };
  await openHost(t, receiver.url).submit({ ...ORDER, card, entryMode: "EMV" });
  assert.deepEqual(JSON.parse(receiver.arrivals[0]?.body ?? "").card, {
    number: "4111111111111111",
    expiration: "1230",
    track1: "B4111111111111111^HOPPER/GRACE^3012101",
    track2: "4111111111111111=3012101",
    pin_block: "0123456789ABCDEF",
    pin_ksn: "FFFF9876543210E00001",
    chip: "9F2608112233445566778882022000",
  });
});

test("a refund names its original, and a voice authorization its code", async (t) => {
  const receiver = await openReceiver(t, says(200, APPROVED));
  const original = {
    reference: "0198f0a0-0000-7000-8000-00000000a5c0",
    transactionType: "SALE",
  } as const;
  await openHost(t, receiver.url).submit({ ...ORDER, original, authorizationCode: "V12345" });
  const body = JSON.parse(receiver.arrivals[0]?.body ?? "");
  assert.equal(body.original_reference, original.reference);
  assert.equal(body.authorization_code, "V12345");
});

test("inquiries and reversals have the order but no card data", async (t) => {
  const reversed = JSON.stringify({ reference, outcome: "reversed" });
  const receiver = await openReceiver(t, says(200, reversed));
  const host = openHost(t, receiver.url);
  assert.deepEqual(await host.resolve(ORDER), { kind: "reversed" });
  assert.equal(await host.reverse(ORDER), "reversed");
  const paths = receiver.arrivals.map(({ path }) => path);
  assert.deepEqual(paths, ["/hook/inquiries", "/hook/reversals"]);
  for (const { body } of receiver.arrivals) {
    const members = Object.keys(JSON.parse(body));
    const known = ["reference", "account_id", "transaction_id"];
    assert.deepEqual(members, [...known, "transaction_type", "amount_cents", "currency"]);
  }
});

test("an answer not_sent of the host is accepted", async (t) => {
  const receiver = await openReceiver(
    t,
    says(200, JSON.stringify({ reference, outcome: "not_sent" })),
  );
  assert.deepEqual(await openHost(t, receiver.url).submit(ORDER), { kind: "not_sent" });
});

const STRANGE: Record<string, Reply> = {
  "the right words with status 500": says(500, APPROVED),
  "the right words with status 404": says(404, APPROVED),
  "the right words with status 202": says(202, APPROVED),
  "a redirect": says(307, APPROVED, { location: "/elsewhere" }),
  "HTML with status 200": says(200, "<html>approved</html>"),
  "no body": says(200, ""),
  "half of an answer": says(200, APPROVED.slice(0, 40)),
  "compressed, though nobody asked": says(200, gzipSync(APPROVED)),
  "another order's answer": says(200, APPROVED.replace(reference, "another")),
  "another word": says(200, APPROVED.replace("approved", "Approved")),
  "a list": says(200, `[${APPROVED}]`),
  "too much of an amount": says(200, APPROVED.replace("{", '{"amount_cents":1235,')),
  "a long answer": says(200, APPROVED.replace("{", `{"x":"${"x".repeat(70_000)}",`)),
  "an end before any answer": (response) => response.destroy(),
};

for (const [what, reply] of Object.entries(STRANGE)) {
  test(`${what}: unknown, and nothing is sent twice`, async (t) => {
    const receiver = await openReceiver(t, reply);
    const troubles: CardHostFailure[] = [];
    const host = openHost(t, receiver.url, { onTrouble: (trouble) => troubles.push(trouble) });
    assert.deepEqual(await host.submit(ORDER), { kind: "unknown" });
    assert.deepEqual(await host.resolve(ORDER), { kind: "still_unknown" });
    assert.equal(await host.reverse(ORDER), "unknown");
    assert.equal(receiver.arrivals.length, 3);
    assert.deepEqual(
      troubles.map(({ asked }) => asked),
      ["order", "inquiry", "reversal"],
    );
    assert.doesNotMatch(JSON.stringify(troubles), /4111111111111111|"123"|host-key/);
  });
}

test("a host that does not answer within twice the limit: unknown", async (t) => {
  const silent = await openSocket(t);
  const troubles: CardHostFailure[] = [];
  const onTrouble = (trouble: CardHostFailure) => troubles.push(trouble);
  const host = openHost(t, silent.url, { limitMs: SHORT_MS, onTrouble });
  assert.deepEqual(await host.submit(ORDER), { kind: "unknown" });
  assert.deepEqual(await host.resolve(ORDER), { kind: "still_unknown" });
  const limits = troubles.map(({ why }) => why);
  assert.deepEqual(limits, ["no answer within 600 ms", "no answer within 300 ms"]);
});

test("an answer that breaks off: unknown", async (t) => {
  const socket = await openSocket(t, (one) =>
    one.once("data", () => one.end("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{")),
  );
  assert.deepEqual(await openHost(t, socket.url).submit(ORDER), { kind: "unknown" });
});

test("no server at the address: not sent", async (t) => {
  const host = openHost(t, "http://127.0.0.1:1/cards");
  assert.deepEqual(await host.submit(ORDER), { kind: "not_sent" });
  assert.deepEqual(await host.resolve(ORDER), { kind: "still_unknown" });
  assert.equal(await host.reverse(ORDER), "unknown");
});

test("a host name that does not exist: not sent", async (t) => {
  const host = openHost(t, "http://card-host.invalid/cards");
  assert.deepEqual(await host.submit(ORDER), { kind: "not_sent" });
});

test("requests above the connection limit are not sent", async (t) => {
  const silent = await openSocket(t);
  const host = openHost(t, silent.url, { limitMs: SHORT_MS });
  const answers = await Promise.all(Array.from({ length: 300 }, () => host.submit(ORDER)));
  const kinds = Map.groupBy(answers, ({ kind }) => kind);
  assert.equal(kinds.get("unknown")?.length, 256);
  assert.equal(kinds.get("not_sent")?.length, 44);
});
