/** Tests of mask.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { maskJson, maskText } from "./mask.ts";
import { isSecretName } from "./mask-names.ts";

// Numbers are published test numbers of the card brands.
for (const [what, text, masked] of [
  ["a card number", "paid with 4111111111111111.", "paid with ************1111."],
  ["one in groups of four", "4111 1111 1111 1111", "************1111"],
  ["one with dashes", "5555-5555-5555-4444", "************4444"],
  ["one as 4-6-5", "3782 822463 10005", "***********0005"],
  ["one with points", "card 4111.1111.1111.1111.", "card ************1111."],
  ["one with points as 4-6-5", "3782.822463.10005", "***********0005"],
  ["one with points behind an escape", "%224111.1111.1111.1111%22", "%22************1111%22"],
  ["one of 13 digits", "4222222222222", "*********2222"],
  ["one glued to letters", "PAN4111111111111111x", "PAN************1111x"],
  ["one behind a backslash", "a\\u4111111111111111", "a\\u************1111"],
  ["one before its expiry", "4111111111111111 1227 123", "************1111 1227 123"],
  ["one behind other numbers", "2 x 4111 1111 1111 1111", "2 x ************1111"],
  ["one behind a date", "2026-11-15 4111111111111111", "2026-11-15 ************1111"],
  ["two", "4111111111111111 378282246310005", "************1111 ***********0005"],
  ["one in a form", "n=4111+1111+1111+1111&m=1", "n=************1111&m=1"],
  ["one in an encoded form", "n%3D4111%201111%201111%201111", "n%3D************1111"],
  ["one behind an encoded quote", "%224111111111111111%22", "%22************1111%22"],
  ["one with slashes", "4111/1111/1111/1111", "************1111"],
  ["one with spaced slashes", "4111 / 1111 / 1111 / 1111", "************1111"],
  ["one with underscores", "ref_4111_1111_1111_1111_x", "ref_************1111_x"],
  ["one with commas", "4111,1111,1111,1111", "************1111"],
  ["one with a comma after each digit", "4,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1", "************1111"],
  ["one with stars", "4111*1111*1111*1111", "************1111"],
  ["one with middle dots", "4111·1111·1111·1111", "************1111"],
  ["one with bullets as 4-6-5", "3782•822463•10005", "***********0005"],
  ["one over four lines", "card:\n4111\n1111\r\n1111\n1111\nend", "card:\n************1111\nend"],
  ["one with colons", "4111:1111:1111:1111", "************1111"],
  ["one with bars", "4111|1111|1111|1111", "************1111"],
  ["one with mixed signs", "4111/1111_1111*1111", "************1111"],
  ["one before a bar and its verification value", "4111111111111111|987", "************1111|987"],
  ["one in two halves", "41111111/11111111", "************1111"],
  [
    "one behind a date with slashes",
    "11/15/2026 4111/1111/1111/1111",
    "11/15/2026 ************1111",
  ],
  ["one in full-width digits", "４１１１１１１１１１１１１１１１", "************1111"],
  [
    "one in full-width digits and signs",
    "４１１１／１１１１／１１１１／１１１１",
    "************1111",
  ],
  ["one in Arabic digits", "٤١١١ ١١١١ ١١١١ ١١١١", "************1111"],
  ["one in mathematical digits", "𝟒𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏", "************1111"],
  ["one in a form with slashes", "n=4111%2F1111%2F1111%2F1111&m=1", "n=************1111&m=1"],
  ["one in a form over lines", "n=4111%0D%0A1111%0D%0A1111%0D%0A1111", "n=************1111"],
  ["one that overlaps another", "5100 0000 4111 1111 1111 1111", "********************1111"],
  ["one behind a masked one", "*********1111 4222222222222", "*********1111 *********2222"],
] as const) {
  test(`${what} keeps its last four digits`, () => assert.equal(maskText(text), masked));
}

// These digits would be a card number if they were not part of something else.
for (const [what, text] of [
  ["a number with a wrong check digit", "4111111111111112"],
  ["a number of no brand", "9999999999999995"],
  ["a run of more than 19 digits", "41111111111111111111"],
  ["a transaction id", "transaction 411111111111 was refunded"],
  ["a message id", "1202611150102034111111111"],
  ["a UUID of digits", "41111111-1111-4111-8111-111111111111"],
  ["digits of a UUID", "abcdefa4-1234-4123-8009-abcdef012345"],
  ["a time with a fraction", "2026-11-15T01:02:03.400000000-0006"],
  ["dates side by side", "2025-01-30 2025-02-06 2025-03-01"],
  ["an id before an amount", "captured 340000000009 125.00"],
  ["an id behind a time of day", "12:34:36 123456789005"],
  ["an address behind an id", "361234567000 10.0.0.1"],
  ["dotted groups with a wrong check digit", "4111.1111.1111.1112"],
  ["figures with four decimals", "4111.1111 1111.1111"],
  ["a duration with its fraction", "4111.111111111111"],
  ["milliseconds since 1970", "1763170000000"],
  ["dates with slashes", "11/15/2026, 12/31/2026, 2026/11/15, 2026/12/31"],
  ["a date, an id and an amount in a row of CSV", "2026-11-15,340000000009,125.00,USD"],
  ["amounts with thousands", "3,400.00 4,111.11 5,500.00"],
  ["a list of ids", "340000000009,340000000017;411111111111,411111111129"],
  ["a list of small numbers", "[4,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,2,3,4]"],
  ["an IPv6 address of digits", "2001:4860:4860:0000:0000:0000:0000:8888"],
  ["times of day", "12:34:56, 23:59:59, 04:11:11"],
  ["an expiry and a zip code", "12/27 21201-1234"],
  ["a phone number", "+1 (410) 555-0100 x 12"],
  ["numbers far apart", "4111 -- 1111 -- 1111 -- 1111"],
  ["a path with ids", "/accounts/120000000001/transactions/320000000017?page=2"],
  ["a version", "1.26.3-rc.1+build.4111"],
  ["a number with slashes and a wrong check digit", "4111/1111/1111/1112"],
  ["numbers in columns", "4111 1111     1111 1111"],
  ["an id behind a masked number", "************4242 424242424242"],
  ["a masked number", "************1111"],
  ["an address with a port", "http://127.0.0.1:8080/a@b"],
  ["an address with a user", "postgres://postgres@127.0.0.1:5432/x"],
  ["a word that is no value", "the token has expired"],
  ["a name that only begins as a secret's", "token_id=320000000001&pinned=1"],
  ["a secret that is not there", "token=&password=null"],
] as const) {
  test(`${what} stays unchanged`, () => assert.equal(maskText(text), text));
}

for (const [what, text, masked] of [
  ["track 1", "%B4111111111111111^DOE/JANE^27121010000000000?", "[track]"],
  ["track 1 with blanks", "%B3782 822463 10005^DOE/JANE^2712101?", "[track]"],
  ["track 2", ";4111111111111111=27121010000000000?", "[track]"],
  ["track 2 of a number without a brand", ";9912345678=2712101?", "[track]"],
  ["track 2 without sentinels", "read 4111111111111111=2712101 ok", "read [track] ok"],
  ["keyed entry as a track", ";4111111111111111=2712:123?", "[track]"],
  ["track 2 of a chip", "57114111111111111111D271210100000F", "[track]"],
  ["both tracks", "%B4111111111111111^A/B^2712?;4111111111111111=2712?", "[track][track]"],
  ["track 2 as hex", "x 3B343131313131313131313131313131313D323731323F", "x [track]"],
  ["a card number as hex", Buffer.from("é4111111111111111").toString("hex"), "[track]"],
  ["track 2 encoded", "%3B4111111111111111%3D2712101%3F&x=1", "[track]&x=1"],
] as const) {
  test(`${what} is removed completely`, () => assert.equal(maskText(text), masked));
}

for (const [what, text, masked] of [
  ["a query", "GET /users/?token=6d1f-0f5a&page=2", "GET /users/?token=[masked]&page=2"],
  [
    "an encoded query",
    "next=%2Fusers%3Ftoken%3Dabc%26page",
    "next=%2Fusers%3Ftoken%3D[masked]%26page",
  ],
  ["a form", "account_id=1&api_accesskey=abc%26d&x=1", "account_id=1&api_accesskey=[masked]&x=1"],
  [
    "an indexed form",
    "sale[token]=abc&sale%5Bpin%5D=12",
    "sale[token]=[masked]&sale%5Bpin%5D=[masked]",
  ],
  ["a header", "Authorization: Basic YTpi\nHost: x", "Authorization: [masked]\nHost: x"],
  ["a header with quotes", 'authorization: Digest response="ab", x="y"', "authorization: [masked]"],
  ["cookies", "Cookie: a=b; c=d\r\nX: y", "Cookie: [masked]\r\nX: y"],
  [
    "a printed object",
    "{ passsword: 'it is', pin: 1234 }",
    "{ passsword: '[masked]', pin: [masked] }",
  ],
  ["a printed list", "[api_accesskey] => abc\n[x] => y", "[api_accesskey] => [masked]\n[x] => y"],
  ["groups of digits", "pin=4111 1111 1111 1111 x", "pin=[masked] x"],
  ["a setting", "MASTER_KEY=0011aabb ENVIRONMENT=x", "MASTER_KEY=[masked] ENVIRONMENT=x"],
  ["an address", "postgres://app:p@ss:w@db:5432/x", "postgres://app:[masked]@db:5432/x"],
  ["a sentence", "webhook secret: whsec_abc, sent", "webhook secret: [masked], sent"],
  ["encoded JSON", "%22partnerKey%22%3A%22a%20b%22%2C", "%22partnerKey%22%3A%22[masked]%22%2C"],
] as const) {
  test(`a secret in ${what} is removed`, () => assert.equal(maskText(text), masked));
}

for (const [what, value, masked] of [
  ["a string", { password: 'a"b\\', x: 1 }, { password: "[masked]", x: 1 }],
  ["a number", { a: { pin: 1234 }, x: 1 }, { a: { pin: "[masked]" }, x: 1 }],
  ["an object", { secret: { a: ["}", 1] }, x: 1 }, { secret: "[masked]", x: 1 }],
  ["an array", { "set-cookie": ["a=b", "c"], x: 1 }, { "set-cookie": "[masked]", x: 1 }],
  ["nothing", { token: null, hash: "", cvv: false }, { token: null, hash: "", cvv: false }],
  ["a card number", { n: 4111111111111111 }, { n: "************1111" }],
  ["a negative one", { n: [-4111111111111111] }, { n: ["************1111"] }],
  ["a fraction", { ms: 0.4111111111111111 }, { ms: 0.4111111111111111 }],
  ["a key", { "4111111111111111": 1 }, { "************1111": 1 }],
  ["numbers of an array", { n: [4111, 1111, 1111, 1111] }, { n: ["************1111"] }],
  ["lines in a text", { m: "4111\n1111\n1111\n1111" }, { m: "************1111" }],
  ["groups in strings of an array", { m: ["4111", "1111"] }, { m: ["4111", "1111"] }],
  ["text with a name at its end", { msg: "no token:", x: "y" }, { msg: "no token:", x: "y" }],
  ["a name and a backslash", { m: "token:\\", x: "y" }, { m: "token:[masked]", x: "y" }],
  ["a backslash and a letter", { m: "\\u4111111111111111" }, { m: "\\u************1111" }],
  ["JSON cut off", { m: '{"pin":{"a":1', x: 1 }, { m: '{"pin":"[masked]"', x: 1 }],
  ["a name behind a track", { "4111111111111111=2712pin": 1 }, { "[track]pin": "[masked]" }],
  ["a header in a text", { m: "\r\ncookie: a\r\nb" }, { m: "\r\ncookie: [masked]\r\nb" }],
  ["a control character", { m: "\u00014111111111111111" }, { m: "\u0001************1111" }],
  [
    "a control character and a point",
    { m: "\u0000.4 0000 000 0000 6" },
    { m: "\u0000.*********0006" },
  ],
  ["one before a track", { m: "\u00014111111111111111^x" }, { m: "\u0001[track]" }],
  ["an escaped letter", { m: "\b4111111111111111^x" }, { m: "\b[track]" }],
  ["half a character", { m: "\ud8344111111111111111" }, { m: "\ud834************1111" }],
] as const) {
  test(`masked JSON is JSON: ${what}`, () => {
    assert.deepEqual(JSON.parse(maskJson(JSON.stringify(value))), masked);
  });
}

test("JSON in a string in JSON is masked, and stays JSON", () => {
  const inner = { token: 'q"\\', pin: 12, body: JSON.stringify({ cvv: "123", z: 1 }), z: 1 };
  const line = maskJson(JSON.stringify({ body: JSON.stringify(inner), z: 1 }));
  const body = JSON.parse(JSON.parse(line).body);
  const masked = { token: "[masked]", pin: "[masked]", body: '{"cvv":"[masked]","z":1}', z: 1 };
  assert.deepEqual(body, masked);
});

test("text that is longer than the scanner's buffer is masked to its end", () => {
  const long = `${"x".repeat(100_000)} 4111111111111111 token=abc`;
  assert.equal(maskText(long), `${"x".repeat(100_000)} ************1111 token=[masked]`);
});

test("a name is recognized in any spelling, and only as a whole", () => {
  for (const name of ["api_accesskey", "partnerKey", "MASTER-KEY", "Set-Cookie", "cvv"]) {
    assert.ok(isSecretName(name), name);
  }
  for (const name of ["token_id", "ksn", "authorization_code", "account_id", ""]) {
    assert.ok(!isSecretName(name), name);
  }
});
