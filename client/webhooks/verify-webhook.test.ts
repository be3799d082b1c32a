/** Webhooks are checked as the Standard Webhooks library signs them. */
import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { test } from "node:test";
import { Webhook } from "standardwebhooks";
import { verifyReturnLink, verifyWebhook } from "../index.ts";

const SECRET = `whsec_${Buffer.from("a secret of the tests, 32 bytes!").toString("base64")}`;
const OTHER = `whsec_${Buffer.from("another secret of the tests").toString("base64")}`;
const NOW = new Date("2026-11-17T12:00:00Z");
const BODY = JSON.stringify({
  account_id: "120000000001",
  timestamp: NOW.getTime() / 1000,
  hash: "x",
  event: "transaction.returned",
  transaction: {
    transaction_id: "323000000001",
    transaction_amount: 12.5,
    transaction_approved: false,
    ach_return_code: "R01",
    custom_id: "order 7",
    error: false,
    error_code: 0,
    error_message: null,
    error_msg: null,
  },
});

const signHeaders = (body: string, secret = SECRET) => ({
  "webhook-id": "msg_1",
  "webhook-timestamp": String(NOW.getTime() / 1000),
  "webhook-signature": new Webhook(secret).sign("msg_1", NOW, body),
});
const verify = (body: string | Uint8Array, headers: object, secret: string | string[] = SECRET) =>
  verifyWebhook(body, headers as Record<string, string>, secret, { now: NOW });

test("a signed event is read with the client's names", async () => {
  const event = await verify(BODY, signHeaders(BODY));
  const { id, event: kind, accountId, sentAt, transaction } = event;
  assert.deepEqual([id, kind, accountId], ["msg_1", "transaction.returned", "120000000001"]);
  assert.deepEqual(sentAt, NOW);
  const { id: paid, amount, isApproved, achReturnCode, customId, errorCode } = transaction;
  assert.deepEqual(
    [paid, amount, isApproved, achReturnCode, customId, errorCode],
    ["323000000001", "12.50", false, "R01", "order 7", 0],
  );
});

test("bytes, the Headers of fetch and Node's headers are accepted", async () => {
  const headers = signHeaders(BODY);
  await verify(new TextEncoder().encode(BODY), new Headers(headers));
  const upper = Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]]);
  await verify(BODY, Object.fromEntries(upper));
});

test("during a rotation, one of several signatures and secrets is enough", async () => {
  const headers = signHeaders(BODY);
  const both = `${signHeaders(BODY, OTHER)["webhook-signature"]} ${headers["webhook-signature"]}`;
  await verify(BODY, { ...headers, "webhook-signature": both });
  await verify(BODY, headers, [OTHER, SECRET]);
});

test("a changed, unsigned or old event is refused", async () => {
  const headers = signHeaders(BODY);
  const refused = [
    verify(BODY.replace("12.5", "99.5"), headers),
    verify(BODY, { ...headers, "webhook-id": "msg_2" }),
    verify(BODY, { ...headers, "webhook-signature": "v1,AAAA v2,x" }),
    verify(BODY, { ...headers, "webhook-signature": undefined }),
    verify(BODY, headers, OTHER),
    verifyWebhook(BODY, headers, SECRET, { now: new Date(NOW.getTime() + 301_000) }),
    verify(BODY, { ...headers, "webhook-timestamp": "soon" }),
  ];
  await Promise.all(refused.map((one) => assert.rejects(one, { code: "invalid_signature" })));
});

test("a return link of a hosted form is checked", async () => {
  const values = ["books", "323000000001", "approved", "12.34", String(NOW.getTime() / 1000)];
  const signature = createHmac("sha256", "frs_x").update(values.join("\n")).digest("hex");
  const [form = "", transaction_id = "", status = "", amount = "", timestamp = ""] = values;
  const query = { form, transaction_id, status, amount, timestamp, signature };
  const link = (change = {}) =>
    `https://shop.test/done?a=1&${new URLSearchParams({ ...query, ...change })}`;
  assert.deepEqual(await verifyReturnLink(link(), "frs_x", NOW), {
    form: "books",
    transactionId: "323000000001",
    status: "approved",
    amount: "12.34",
    madeAt: NOW,
  });
  const refused = [
    verifyReturnLink(link({ amount: "1.00" }), "frs_x", NOW),
    verifyReturnLink(link({ signature: "zz" }), "frs_x", NOW),
    verifyReturnLink(link(), "frs_y", NOW),
    verifyReturnLink(link(), "frs_x", new Date(NOW.getTime() + 16 * 60_000)),
  ];
  await Promise.all(refused.map((one) => assert.rejects(one, { code: "invalid_signature" })));
});
