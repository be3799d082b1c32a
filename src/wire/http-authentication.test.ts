/** Tests of http-authentication.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { anyCodePoint } from "../../test/kit/code-points.ts";
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
const readParameters = (header: string) => {
  const read = readAuthorizationParameters(header);
  return read && Object.fromEntries(read.values);
};

test("Basic splits at the first colon", () => {
  assert.deepEqual(plain(basic("harbor:a:b:")), ["harbor", "a:b:"]);
  assert.deepEqual(plain(basic("harbor:")), ["harbor", ""]);
});

test("Basic accepts its scheme in any case and text in UTF-8", () => {
  assert.deepEqual(plain(basic("zoë:pässword").replace("Basic", "bASIC ")), ["zoë", "pässword"]);
});

test("Basic without a colon or a name, with a control character or invalid UTF-8 is refused", () => {
  for (const text of ["harbor", ":secret", "", "har\u0000bor:x", "harbor:x\n", "harbor:\u007f"]) {
    assert.equal(readBasicCredentials(basic(text)), undefined, JSON.stringify(text));
  }
  assert.equal(readBasicCredentials(basic(Uint8Array.of(0x61, 0x3a, 0xff))), undefined);
});

test("Basic with invalid base64 is refused", () => {
  // The second text differs from the first only in unused bits.
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

test("no header, another scheme and a header over the limit are refused", () => {
  for (const header of [undefined, "", "Basic", "BasicYTpi", "Bearer YTpi", ` ${basic("a:b")}`]) {
    assert.equal(readBasicCredentials(header), undefined);
  }
  assert.equal(readBasicCredentials(basic(`a:${"x".repeat(4_096)}`)), undefined);
  assert.ok(readBasicCredentials(basic(`a:${"x".repeat(3_000)}`)));
});

test("printed credentials do not show the secret", () => {
  assert.doesNotMatch(JSON.stringify(readBasicCredentials(basic("harbor:hidden"))), /hidden/);
});

test("every name and secret is read unchanged", () => {
  const text = fc.string({ unit: anyCodePoint, maxLength: 60 }).filter((s) => !/\p{Cc}/u.test(s));
  const name = text.filter((s) => s !== "" && !s.includes(":"));
  fc.assert(
    fc.property(name, text, (user, secret) => {
      assert.deepEqual(plain(basic(`${user}:${secret}`)), [user, secret]);
    }),
  );
});

test("parameters are read with or without quotes, with any blanks and empty elements", () => {
  const header =
    'Hmac username="har bor",nonce = "n\\"1\\\\" ,, timestamp=1489574949 Response="x",';
  assert.deepEqual(readParameters(header), {
    username: "har bor",
    nonce: 'n"1\\',
    timestamp: "1489574949",
    response: "x",
  });
  assert.equal(readAuthorizationParameters(header)?.scheme, "hmac");
  assert.deepEqual(readParameters("Digest"), {});
});

test("a repeated parameter, a broken quote or stray text is refused", () => {
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

test("every quoted parameter is read unchanged", () => {
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
      assert.deepEqual(readParameters(`Digest ${text}`), Object.fromEntries(list));
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
