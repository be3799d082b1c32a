/** FORM, JSON, JSONP and DEBUG on both interfaces, for every kind of answer. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ACCOUNT, CARD, openTestApp, post, type TestApp } from "../kit/app.ts";
import { openUnlimitedApp } from "../kit/hooked-app.ts";
import { openShared } from "../kit/shared.ts";

const SALE = { ...ACCOUNT, ...CARD, transaction_type: "SALE", transaction_amount: "12.34" };
const STATUS = { ...ACCOUNT, action: "GET_TRANSACTION_STATUS" };
const FORMATS = ["FORM", "JSON", "JSONP", "DEBUG"] as const;
const PAYMENT = "/api/qsapi/3.8";
const TYPES = {
  FORM: "application/x-www-form-urlencoded; charset=utf-8",
  JSON: "application/json; charset=utf-8",
  JSONP: "application/javascript; charset=utf-8",
  DEBUG: "text/plain; charset=utf-8",
};

type Form = Record<string, string>;
type Values = [name: string, text: string][];

/** A JSON value as FORM and DEBUG write it. */
function plain(name: string, value: unknown): string {
  if (value === null) return "";
  if (typeof value === "boolean") return value ? "1" : "0";
  return /amount|balance/.test(name) ? Number(value).toFixed(2) : String(value);
}

/** The fields of an answer as text, for every format. */
const READERS: Record<(typeof FORMATS)[number], (body: string) => Values> = {
  FORM: (body) => [...new URLSearchParams(body)],
  JSON: (body) => Object.entries(JSON.parse(body)).map(([n, value]) => [n, plain(n, value)]),
  JSONP: (body) => {
    const [, json = ""] = /^\/\*\*\/shop\.tell\((.*)\);$/s.exec(body) ?? assert.fail(body);
    return READERS.JSON(json);
  },
  DEBUG: (body) => {
    assert.match(body, /^Array\n\(\n(?: {4}\[\w+\] => .*\n)+\)\n$/);
    return [...body.matchAll(/^ {4}\[(\w+)\] => (.*)$/gm)].map(([, n = "", text = ""]) => [
      n,
      text,
    ]);
  },
};

async function answersOf({ server }: TestApp, url: string, form: Form): Promise<Values[]> {
  const answers: Values[] = [];
  for (const response_format of FORMATS) {
    const reply = await post(server, url, { ...form, response_format, jsonp: "shop.tell" });
    assert.equal(reply.statusCode, 200);
    assert.equal(reply.headers["content-type"], TYPES[response_format]);
    assert.equal(reply.headers["x-content-type-options"], "nosniff");
    answers.push(READERS[response_format](reply.body));
  }
  return answers;
}

test("every format has the same fields and values", async (t) => {
  const app = await openShared(t, openUnlimitedApp);
  const fetched = await post(app.server, "/api/tsapi/3.8", {
    ...ACCOUNT,
    action: "GET_TRANSACTION_ID",
  });
  const transaction_id = new URLSearchParams(fetched.body).get("transaction_id") ?? "";
  const names = { first_name: "José & Söhne", transaction_description: "50% = ½ [x] => y" };
  const requests: readonly [about: string, url: string, form: Form][] = [
    ["approved", PAYMENT, { ...SALE, ...names, transaction_id }],
    ["refused", PAYMENT, { ...ACCOUNT, transaction_type: "REFUND", token_id: "1" }],
    ["invalid", PAYMENT, { ...SALE, card_number: "x" }],
    ["unauthenticated", PAYMENT, { ...SALE, api_accesskey: "" }],
    ["found", "/api/tsapi/3.8", { ...STATUS, transaction_id }],
    ["not found", "/api/tsapi/3.8", { ...STATUS, transaction_id: "1" }],
    ["invalid status", "/api/tsapi/3.8", { ...STATUS, transaction_id: "x" }],
  ];
  for (const [about, url, form] of requests) {
    for (const address of [url, `${url}/`]) {
      const [first, ...others] = await answersOf(app, address, form);
      for (const other of others) assert.deepEqual(other, first, about);
    }
  }
});

test("a decline, a temporary error and an issued id have the same fields in every format", async (t) => {
  const app = await openShared(t, openUnlimitedApp);
  const requests: readonly [about: string, url: string, form: Form][] = [
    ["declined", PAYMENT, { ...SALE, transaction_amount: "1.01" }],
    ["not sent", PAYMENT, { ...SALE, transaction_amount: "1.92" }],
    ["an id", "/api/tsapi/3.8", { ...ACCOUNT, action: "GET_TRANSACTION_ID" }],
    ["stored", PAYMENT, { ...SALE, transaction_type: "STORE" }],
  ];
  for (const [about, url, form] of requests) {
    const [first, ...others] = await answersOf(app, url, form);
    const names = first?.map(([name]) => name);
    for (const other of others)
      assert.deepEqual(
        other.map(([name]) => name),
        names,
        about,
      );
  }
});

test("FORM is the default", async (t) => {
  const { server } = await openShared(t, openTestApp);
  const reply = await post(server, PAYMENT, SALE);
  assert.equal(reply.headers["content-type"], TYPES.FORM);
  assert.match(reply.body, /^transaction_id=\d{12}&tender_type=CARD&/);
  assert.match(reply.body, /&request_amount=12\.34&.*&keyed=1&swiped=0&/);
  assert.match(reply.body, /&error=0&error_code=0&error_message=&error_msg=$/);
});

test("JSON has numbers for amounts, booleans for flags and strings for ids", async (t) => {
  const { server } = await openShared(t, openTestApp);
  const reply = await post(server, PAYMENT, { ...SALE, response_format: "JSON" });
  assert.match(reply.body, /^\{"transaction_id":"\d{12}",/);
  assert.match(reply.body, /"request_amount":12\.34,"transaction_amount":12\.34,/);
  assert.match(reply.body, /"keyed":true,"swiped":false,/);
});

test("JSONP calls `callback` unless another name is sent", async (t) => {
  const { server } = await openShared(t, openTestApp);
  for (const [jsonp, called] of [
    ["", "callback"],
    ["_shop.$tell.it2", "_shop.$tell.it2"],
  ] as const) {
    const reply = await post(server, PAYMENT, { ...SALE, response_format: "JSONP", jsonp });
    assert.ok(reply.body.startsWith(`/**/${called}({"transaction_id"`), reply.body);
    assert.ok(reply.body.endsWith("});"));
  }
});

test("JSONP is safe in a page: no sent value ends a script or a line", async (t) => {
  const { server } = await openShared(t, openTestApp);
  const first_name = "</script><!--\u2028\u2029";
  const form = { ...SALE, first_name, response_format: "JSONP" };
  const { body } = await post(server, PAYMENT, form);
  assert.doesNotMatch(body, /[<\u2028\u2029]/);
  const [, json = ""] = /^\/\*\*\/callback\((.*)\);$/.exec(body) ?? assert.fail(body);
  assert.equal(JSON.parse(json).first_name, first_name);
});

test("a callback that is not an identifier is refused, and not in JSONP", async (t) => {
  const { server } = await openShared(t, openTestApp);
  for (const jsonp of ["alert(1)//", "a;b", "a..b", "a.", "é", "</script>", "x".repeat(101)]) {
    const reply = await post(server, PAYMENT, { ...SALE, response_format: "JSONP", jsonp });
    assert.equal(reply.headers["content-type"], TYPES.FORM);
    const record = new URLSearchParams(reply.body);
    assert.equal(record.get("error_code"), "31311");
    assert.match(record.get("error_message") ?? "", /^jsonp (is not valid|exceeds)/);
  }
});

test("DEBUG has one line per field, whatever values were sent", async (t) => {
  const { server } = await openShared(t, openTestApp);
  const transaction_description = "one\r\n    [error] => 0\nthree";
  const form = { ...SALE, transaction_description, response_format: "DEBUG" };
  const { body } = await post(server, PAYMENT, form);
  const fields = READERS.DEBUG(body);
  assert.equal(fields.filter(([name]) => name === "error").length, 1);
  assert.deepEqual(
    fields.find(([name]) => name === "transaction_description"),
    ["transaction_description", "one     [error] => 0 three"],
  );
});

test("a replay is the same in every format and has the header Idempotent-Replayed", async (t) => {
  const { server } = await openShared(t, openTestApp);
  const bodies: Values[] = [];
  for (const response_format of FORMATS) {
    const payload = new URLSearchParams({ ...SALE, response_format, jsonp: "shop.tell" });
    const headers = {
      "content-type": "application/x-www-form-urlencoded",
      "Idempotency-Key": "7",
    };
    const sent = { method: "POST", url: PAYMENT, headers, payload: String(payload) } as const;
    const reply = await server.inject(sent);
    const isFirst = bodies.length === 0;
    assert.equal(reply.headers["idempotent-replayed"], isFirst ? undefined : "true");
    bodies.push(READERS[response_format](reply.body));
  }
  for (const body of bodies) assert.deepEqual(body, bodies[0]);
});
