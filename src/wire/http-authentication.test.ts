/** Tests of http-authentication.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  authorizationScheme,
  readAuthorizationParameters,
  readBasicCredentials,
} from "./http-authentication.ts";

const basic = (text: string | Uint8Array) => `Basic ${Buffer.from(text).toString("base64")}`;
const plain = (header: string) => {
  const read = readBasicCredentials(header);
  return read && [read.name, read.secret.reveal()];
};
const listOf = (header: string) => {
  const read = readAuthorizationParameters(header);
  return read && Object.fromEntries(read.values);
};

test("Basic splits at the first colon", () => {
  assert.deepEqual(plain(basic("harbor:a:b:")), ["harbor", "a:b:"]);
  assert.deepEqual(plain(basic("harbor:")), ["harbor", ""]);
});

test("Basic takes its scheme in any case and text in UTF-8", () => {
  assert.deepEqual(plain(basic("zoë:pässword").replace("Basic", "bASIC ")), ["zoë", "pässword"]);
});

test("Basic with no colon, no name, a control character or bytes that are not UTF-8 is nothing", () => {
  for (const text of ["harbor", ":secret", "", "har\u0000bor:x", "harbor:x\n", "harbor:\u007f"]) {
    assert.equal(readBasicCredentials(basic(text)), undefined, JSON.stringify(text));
  }
  assert.equal(readBasicCredentials(basic(Uint8Array.of(0x61, 0x3a, 0xff))), undefined);
});

test("Basic in base64 that is not exactly base64 is nothing", () => {
  // The second one differs from the first in bits that carry nothing.
  assert.deepEqual(plain("Basic YTpi"), ["a", "b"]);
  assert.deepEqual(plain("Basic YTpiYw=="), ["a", "bc"]);
  for (const text of [
    "YTpiYx==",
    "YTpiYw",
    "YTpiYw=",
    "YT pi",
    "YTpi!",
    "YTpi,YTpi",
    "",
    "=",
    "_-",
  ]) {
    assert.equal(readBasicCredentials(`Basic ${text}`), undefined, text);
  }
});

test("no header, another scheme and a header beyond the limit are nothing", () => {
  for (const header of [undefined, "", "Basic", "BasicYTpi", "Bearer YTpi", ` ${basic("a:b")}`]) {
    assert.equal(readBasicCredentials(header), undefined);
  }
  assert.equal(readBasicCredentials(basic(`a:${"x".repeat(4_096)}`)), undefined);
  assert.ok(readBasicCredentials(basic(`a:${"x".repeat(3_000)}`)));
});

test("a secret does not show when credentials are printed", () => {
  assert.doesNotMatch(JSON.stringify(readBasicCredentials(basic("harbor:hidden"))), /hidden/);
});

test("every name and secret comes back as it was sent", () => {
  const text = fc.string({ unit: "binary", maxLength: 60 }).filter((s) => !/\p{Cc}/u.test(s));
  const name = text.filter((s) => s !== "" && !s.includes(":"));
  fc.assert(
    fc.property(name, text, (user, secret) => {
      assert.deepEqual(plain(basic(`${user}:${secret}`)), [user, secret]);
    }),
  );
});

test("parameters are read quoted or not, with any blanks and empty elements", () => {
  const header =
    'Hmac username="har bor",nonce = "n\\"1\\\\" ,, timestamp=1489574949 Response="x",';
  assert.deepEqual(listOf(header), {
    username: "har bor",
    nonce: 'n"1\\',
    timestamp: "1489574949",
    response: "x",
  });
  assert.equal(readAuthorizationParameters(header)?.scheme, "hmac");
  assert.deepEqual(listOf("Digest"), {});
});

test("a parameter that comes twice, a broken quote or loose text is nothing", () => {
  const headers = [
    'Hmac a="1", A="2"',
    'Hmac a="1',
    "Hmac a=1, loose",
    'Hmac a="1" "2"',
    '="1"',
    "",
  ];
  for (const header of headers)
    assert.equal(readAuthorizationParameters(header), undefined, header);
  assert.equal(readAuthorizationParameters(`Hmac a="${"x".repeat(8_192)}"`), undefined);
  const many = Array.from({ length: 33 }, (_, index) => `k${index}=1`);
  assert.equal(readAuthorizationParameters(`Hmac ${many.join()}`), undefined);
  assert.equal(readAuthorizationParameters(`Hmac ${many.slice(1).join()}`)?.values.size, 32);
});

test("every quoted parameter comes back as it was sent", () => {
  const names = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,8}$/), { maxLength: 8 });
  const value = fc
    .string({ unit: "binary-ascii", maxLength: 40 })
    .filter((s) => !/\p{Cc}/u.test(s));
  const pairs = names.chain((keys) =>
    fc.tuple(...keys.map((key) => fc.tuple(fc.constant(key), value))),
  );
  fc.assert(
    fc.property(pairs, (list) => {
      const text = list.map(([key, v]) => `${key}="${v.replace(/["\\]/g, "\\$&")}"`).join(", ");
      assert.deepEqual(listOf(`Digest ${text}`), Object.fromEntries(list));
    }),
  );
});

test("no header makes a reader throw", () => {
  const noise = fc.array(
    fc.constantFrom("Basic", "Hmac", " ", ",", "=", '"', "\\", "a", "é", "\t"),
  );
  fc.assert(
    fc.property(noise, (parts) => {
      const header = parts.join("");
      readBasicCredentials(header);
      readAuthorizationParameters(header);
      authorizationScheme(header);
    }),
  );
});
