/** Malicious requests get the interface's own error, never 5xx, and store nothing. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import fc from "fast-check";
import { parseForm } from "../../src/wire/form.ts";
import { ACCOUNT, CARD, openTestApp, type TestApp } from "../kit/app.ts";
import { anyCodePoint, anyUrlCharacter } from "../kit/code-points.ts";
import { type Lifetime, openShared } from "../kit/shared.ts";

const NO_LIMITS = { callerPerSecond: 0, addressPerSecond: 0 };
const FORM = "application/x-www-form-urlencoded";
const PAYMENT = "/api/qsapi/3.8";
const STATUS = "/api/tsapi/3.8";
const SALE = `${new URLSearchParams({ ...ACCOUNT, ...CARD, transaction_type: "SALE", transaction_amount: "12.34" })}`;
const ASK = `${new URLSearchParams({ ...ACCOUNT, action: "GET_TRANSACTION_STATUS", transaction_id: "1" })}`;

interface Sent {
  readonly url?: string;
  readonly type?: string | undefined;
  readonly payload: string | Buffer;
  readonly headers?: Record<string, string>;
}

async function send({ server }: TestApp, { url = PAYMENT, type, payload, headers }: Sent) {
  const all = { ...(type === undefined ? {} : { "content-type": type }), ...headers };
  const reply = await server.inject({ method: "POST", url, headers: all, payload });
  const record = new URLSearchParams(reply.body);
  const answer = `${reply.statusCode} ${record.get("error_code")} ${record.get("error_message")}`;
  assert.ok(record.has("error"), `no record: ${reply.body.slice(0, 200)}`);
  return answer;
}

const TABLES = ["transactions", "attempts", "open_attempts", "issued_ids", "vault", "outbox"];

async function rowsIn({ database }: TestApp): Promise<string> {
  const counts = TABLES.map(async (table) => {
    const [row] = await database.owner.rows<{ xml: string }>`
      select query_to_xml(format('select count(*) from %I', ${table}::text), true, true, '')::text
        as xml`;
    return /<count>(\d+)/.exec(row?.xml ?? "")?.[1];
  });
  return (await Promise.all(counts)).join(" ");
}

/** For payments that are made. */
const openUsed = (t: Lifetime) => openTestApp(t, {}, NO_LIMITS);
/** For refusals: nothing is stored here. */
const openUntouched = (t: Lifetime) => openTestApp(t, {}, NO_LIMITS);

const NOTHING = TABLES.map(() => "0").join(" ");

type Row = readonly [about: string, sent: Sent, answer: string];

async function holdRows(t: TestContext, app: TestApp, rows: readonly Row[]): Promise<void> {
  for (const [about, sent, answer] of rows) {
    await t.test(about, async () => {
      assert.equal(await send(app, { type: FORM, ...sent }), answer);
    });
  }
  assert.equal(await rowsIn(app), NOTHING);
}

const UNREADABLE =
  "200 31311 the request body cannot be read: send a form (application/x-www-form-urlencoded) in UTF-8";
const UNKNOWN = "200 20001 Invalid account_id";
const WRONG_TYPE =
  "415 31311 the content type is not supported: send a form (application/x-www-form-urlencoded) in UTF-8";

test("unreadable bodies are refused", async (t) => {
  const app = await openShared(t, openUntouched);
  for (const url of [PAYMENT, STATUS]) {
    await holdRows(t, app, [
      ["bytes that are not UTF-8", { url, payload: Buffer.from([0x61, 0x3d, 0xff]) }, UNREADABLE],
      ["half a character", { url, payload: Buffer.from([0x61, 0x3d, 0xc3]) }, UNREADABLE],
      [
        "an over-long encoding",
        { url, payload: Buffer.from([0x61, 0x3d, 0xc0, 0xaf]) },
        UNREADABLE,
      ],
      ["escapes that are not UTF-8", { url, payload: `${SALE}&first_name=%ff` }, UNREADABLE],
      ["half a surrogate pair", { url, payload: `${SALE}&city=%ED%A0%80` }, UNREADABLE],
      ["a damaged escape", { url, payload: `${SALE}&first_name=%zz` }, UNREADABLE],
      ["an escape cut off", { url, payload: `${SALE}&first_name=%4` }, UNREADABLE],
      ["10,000 fields", { url, payload: "a=1&".repeat(10_000) }, UNREADABLE],
      ["1,001 fields after a sale", { url, payload: `${SALE}${"&a".repeat(1_001)}` }, UNREADABLE],
      ["a program", { url, payload: Buffer.from("7f454c4602010100ff00", "hex") }, UNREADABLE],
      ["a body too large", { url, payload: "x".repeat(2_000_000) }, "413 31311 body is too large"],
      ["no body", { url, payload: "" }, UNKNOWN],
      ["only separators", { url, payload: "&&&===&&=&" }, UNKNOWN],
      ["one long name", { url, payload: "n".repeat(1_000_000) }, UNKNOWN],
      ["a body of another form", { url, payload: JSON.stringify({ ...ACCOUNT }) }, UNKNOWN],
    ]);
  }
});

test("content types other than a form are refused", async (t) => {
  const app = await openShared(t, openUntouched);
  for (const url of [PAYMENT, STATUS]) {
    const payload = JSON.stringify({ ...ACCOUNT, ...CARD });
    for (const type of [
      "application/json",
      "text/plain",
      "multipart/form-data; boundary=x",
      "application/octet-stream",
      "application/x-www-form-urlencoded-not",
      "nonsense",
    ]) {
      assert.equal(await send(app, { url, type, payload }), WRONG_TYPE, type);
    }
    assert.equal(await send(app, { url, payload }), WRONG_TYPE, "none");
    const parameters = `${FORM}; charset=iso-8859-1`;
    assert.match(await send(app, { url, type: parameters, payload: "a=1" }), /^200 20001/);
  }
  assert.equal(await rowsIn(app), NOTHING);
});

test("malformed variables are refused", async (t) => {
  const app = await openShared(t, openUntouched);
  const sale = (more: string): Sent => ({ payload: `${SALE}&${more}` });
  const long = "x".repeat(900_000);
  await holdRows(t, app, [
    ["U+0000 in a name", sale("first_name=a%00b"), "200 31311 first_name is not valid"],
    ["U+0000 in a flag", sale("reissue=1%00"), "200 31311 reissue is not valid"],
    ["U+0000 in an id", sale("transaction_id=1%00"), "200 20007 Invalid transaction_id"],
    ["an escape character", sale("cashier=%1b[2J"), "200 31311 cashier is not valid"],
    ["a name twice", sale("first_name=a&first_name=a"), "200 31311 first_name is not valid"],
    ["a card twice", sale("card_number=4111111111111111"), "200 20004 INVALID CARD NUMBER"],
    ["an amount twice", sale("transaction_amount=1"), "200 20003 Invalid transaction_amount"],
    ["a type twice", sale("transaction_type=SALE"), "200 20002 Invalid transaction_type"],
    ["a tender twice", sale("tender_type=CARD"), "200 20002 Invalid tender_type"],
    ["an account twice", sale(`account_id=${ACCOUNT.account_id}`), UNKNOWN],
    ["a key twice", sale(`api_accesskey=${ACCOUNT.api_accesskey}`), UNKNOWN],
    ["a callback twice", sale("jsonp=a&jsonp=a"), "200 31311 jsonp is not valid"],
    [
      "a format twice",
      sale("response_format=JSON&response_format=JSON"),
      "200 31311 response_format is not valid",
    ],
    [
      "a number beyond all",
      sale(`installment_count=${"9".repeat(300)}`),
      "200 31311 installment_count exceeds the maximum size of 4",
    ],
    [
      "an id beyond all",
      sale(`transaction_id=${"9".repeat(300)}`),
      "200 31311 transaction_id exceeds the maximum size of 12",
    ],
    [
      "an over-long name",
      sale(`first_name=${long}`),
      "200 31311 first_name exceeds the maximum size of 50",
    ],
    [
      "an over-long text",
      sale(`custom_data=${long}`),
      "200 31311 custom_data exceeds the maximum size of 65535",
    ],
    ["over-long tracks", sale(`card_tracks=${long}`), "200 30370 CARD DATA UNREADABLE"],
    [
      "tracks of signs alone",
      sale(`card_tracks=${"%3B%5E%3D".repeat(50)}`),
      "200 30370 CARD DATA UNREADABLE",
    ],
    ["an over-long flag", sale(`allow_partial=${long}`), "200 31311 allow_partial is not valid"],
    ["a script in a flag", sale("allow_partial=<script>"), "200 31311 allow_partial is not valid"],
    ["a header in an address", sale("email=a@b%0d%0abcc:c@d"), "200 31311 email is not valid"],
  ]);
});

test("an amount of any other shape is 20003, and nothing is paid", async (t) => {
  const app = await openShared(t, openUntouched);
  const sale = SALE.replace("transaction_amount=12.34", "");
  for (const amount of ["1e5", "Infinity", "NaN", "0x10", "１２", "1 000", "+1", "9".repeat(400)]) {
    const payload = `${sale}&transaction_amount=${encodeURIComponent(amount)}`;
    const answer = await send(app, { type: FORM, payload });
    assert.equal(answer, "200 20003 Invalid transaction_amount", amount.slice(0, 20));
  }
  assert.equal(await rowsIn(app), NOTHING);
});

test("malformed status requests are refused", async (t) => {
  const app = await openShared(t, openUntouched);
  const ask = (more: string): Sent => ({ url: STATUS, payload: `${ASK}&${more}` });
  await holdRows(t, app, [
    ["an action twice", ask("action=GET_TRANSACTION_ID"), "200 20002 Invalid action"],
    ["an id twice", ask("transaction_id=1"), "200 20007 Invalid transaction_id"],
    ["a callback twice", ask("jsonp=a&jsonp=b"), "200 31311 jsonp is not valid"],
    [
      "a format of 9,000",
      ask(`response_format=${"J".repeat(9_000)}`),
      "200 31311 response_format exceeds the maximum size of 5",
    ],
  ]);
});

test("names of JavaScript object members have no special meaning", async (t) => {
  const app = await openShared(t, openUsed);
  const odd =
    "__proto__=x&constructor=y&toString=z&hasOwnProperty=1&__proto__[error]=1&=x&%5B%5D=1";
  assert.equal(await send(app, { type: FORM, payload: `${SALE}&${odd}` }), "200 0 ");
  assert.equal(await send(app, { url: STATUS, type: FORM, payload: `${ASK}&${odd}` }), "200 0 ");
  for (const type of ["__proto__", "constructor", "toString"]) {
    const payload = SALE.replace("transaction_type=SALE", `transaction_type=${type}`);
    assert.match(await send(app, { type: FORM, payload }), /^200 20002/);
    const format = `${SALE}&response_format=${type}`;
    assert.match(await send(app, { type: FORM, payload: format }), /^200 31311/);
  }
});

test("unknown variables change nothing", async (t) => {
  const app = await openShared(t, openUsed);
  const many = Array.from({ length: 900 }, (_, place) => `x${place}=${place}`).join("&");
  assert.equal(await send(app, { type: FORM, payload: `${SALE}&${many}` }), "200 0 ");
  const twice = `${SALE}&unknown=1&unknown=2&first_nam=x&first_nam=%00`;
  assert.equal(await send(app, { type: FORM, payload: twice }), "200 0 ");
});

test("other methods and paths are answered in the interface's own format", async (t) => {
  const { server } = await openShared(t, openUntouched);
  for (const [method, url, status] of [
    ["GET", PAYMENT, 405],
    ["PUT", PAYMENT, 405],
    ["DELETE", STATUS, 405],
    ["GET", `${STATUS}/more`, 404],
  ] as const) {
    const reply = await server.inject({ method, url });
    assert.equal(reply.statusCode, status);
    assert.match(reply.body, /^error=1&error_code=31311&/);
  }
});

test("an address with a malformed escape is answered in the interface's format and not repeated", async (t) => {
  const { server } = await openShared(t, openUntouched);
  for (const [api, form] of [
    [PAYMENT, /^error=1&error_code=31311/],
    [STATUS, /^error=1&error_code=31311/],
    ["/api/rsapi/3.8", /parameter/],
    ["/api/v1", /"errorCode":7404/],
    ["/api/decrypt/parser", /"success":false/],
    ["/api/json", /"detail"/],
    ["", /nothing exists at this address/],
  ] as const) {
    const reply = await server.inject(`${api}/%zz?card_number=4111111111111111&token=abcd`);
    assert.match(reply.body, form, api);
    assert.doesNotMatch(reply.body, /4111111111111111|abcd/);
    assert.match(String(reply.headers["x-request-id"]), /^[0-9a-f-]{36}$/);
  }
});

test("every request is answered with a record and never with 5xx", async (t) => {
  const app = await openShared(t, openUsed);
  const names = ["card_number", "transaction_amount", "jsonp", "response_format", "token_id"];
  const value = fc.oneof(fc.string({ unit: anyCodePoint }), fc.string({ unit: anyUrlCharacter }));
  const pair = fc.tuple(fc.constantFrom(...names, "custom_data", "__proto__"), value);
  await fc.assert(
    fc.asyncProperty(fc.array(pair, { maxLength: 5 }), async (pairs) => {
      const form = new URLSearchParams(pairs);
      const payload = `${form}&${new URLSearchParams({ ...ACCOUNT, transaction_type: "SALE" })}`;
      const headers = { "content-type": FORM };
      const reply = await app.server.inject({ method: "POST", url: PAYMENT, headers, payload });
      assert.equal(reply.statusCode, 200);
      assert.match(reply.body, /error_code/);
    }),
    { numRuns: 300 },
  );
});

test("forms are read as URLSearchParams reads them", () => {
  const text = fc.string({ unit: "grapheme" }).map((one) => one.toWellFormed());
  fc.assert(
    fc.property(fc.array(fc.tuple(text, text)), (pairs) => {
      const form = parseForm(new URLSearchParams(pairs).toString());
      const read = [...form].flatMap(([name, values]) => values.map((one) => [name, one]));
      const byName = ([one = ""]: string[], [other = ""]: string[]) => (one < other ? -1 : 1);
      const stable = (all: string[][]) =>
        Object.groupBy(all.toSorted(byName), ([name = ""]) => name);
      assert.deepEqual(stable(read), stable(pairs));
    }),
  );
});
