/** Tests of read-mapping.ts. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";
import { readMapping } from "./read-mapping.ts";

const GOOD = {
  url: "https://verify.example.com/v1/accounts",
  headers: { "X-Program": "sixdoors" },
  requestIdHeader: "Idempotency-Key",
  keyHeader: { name: "Authorization", prefix: "Bearer " },
  body: {
    bank: { routing: "{{routingNumber}}", number: "{{accountNumber}}", kind: "{{accountType}}" },
    holder: "{{firstName}} {{lastName}}",
  },
  words: { accountType: { checking: "C", savings: "S" } },
  answers: [
    { status: 200, where: { "/result": "ok" }, means: "passed" },
    {
      status: [200, 422],
      where: { "/a~1b/0": ["no", 7, null] },
      means: "refused",
      reasonAt: "/why",
    },
    { status: 404, where: { "/code": "unknown" }, means: "refused", reason: "Account not found" },
  ],
};

function listMappingErrors(file: unknown, allowsHttp = false): readonly string[] {
  const text = typeof file === "string" ? file : JSON.stringify(file);
  const reading = readMapping(text, { allowsHttp });
  return reading.kind === "bad" ? reading.errors : [];
}

test("a valid file is read", () => {
  const reading = readMapping(JSON.stringify(GOOD), { allowsHttp: false });
  assert.equal(reading.kind, "good");
  if (reading.kind !== "good") return;
  assert.equal(reading.mapping.url.href, GOOD.url);
  assert.deepEqual(reading.mapping.keyHeader, { name: "authorization", prefix: "Bearer " });
  assert.deepEqual(reading.mapping.answers[1], {
    statuses: [200, 422],
    where: [{ at: ["a/b", "0"], holds: { kind: "one_of", values: ["no", 7, null] } }],
    means: "refused",
    reason: { at: ["why"] },
  });
});

test("the example in docs/verification-provider.md is valid", async () => {
  const page = path.resolve(import.meta.dirname, "../../../docs/verification-provider.md");
  const example = /```json\n([\s\S]*?)```/.exec(await readFile(page, "utf8"))?.[1] ?? "";
  assert.deepEqual(listMappingErrors(example), []);
});

test("http is allowed only in certification", () => {
  const file = { ...GOOD, url: "http://127.0.0.1:9/" };
  assert.deepEqual(listMappingErrors(file, true), []);
  assert.deepEqual(listMappingErrors(file), ["url must begin with https://."]);
});

const INVALID: readonly (readonly [change: object, error: string])[] = [
  [{ url: undefined }, "url must be a text."],
  [{ url: "nowhere" }, "url must be a URL."],
  [{ url: "ftp://x.example" }, "url must begin with https://."],
  [{ url: "https://me:secret@x.example" }, "url must not contain a user name or password."],
  [{ url: "https://x.example/{{accountNumber}}" }, "url must not contain {{ }}."],
  [{ tries: 3 }, "tries is unknown."],
  [{ headers: [] }, "headers must be an object."],
  [{ headers: { "a b": "x" } }, "headers.a b must be a valid header name."],
  [{ headers: { Host: "x" } }, "headers.Host is a header that Sixdoors sets itself."],
  [{ headers: { "x-a": "1\r\nx-b: 2" } }, "headers.x-a must be plain ASCII text."],
  [{ headers: { "x-a": 1 } }, "headers.x-a must be a text."],
  [{ requestIdHeader: 7 }, "requestIdHeader must be a text."],
  [{ keyHeader: { prefix: "x" } }, "keyHeader.name must be a text."],
  [{ keyHeader: { name: "k", suffix: "x" } }, "keyHeader.suffix is unknown."],
  [{ body: "{{accountNumber}}" }, "body must be an object."],
  [{ body: { a: "{{routingNumber}}" } }, "body must contain {{accountNumber}}."],
  [{ body: { ...GOOD.body, c: "{{cvv}}" } }, "body has {{cvv}}, which is unknown."],
  [
    { requestIdHeader: undefined },
    "body must contain {{requestId}}, or requestIdHeader must name a header for it.",
  ],
  [{ words: { cvv: {} } }, "words.cvv is unknown."],
  [{ words: { secCode: { WEB: 1 } } }, "words.secCode.WEB must be a text."],
  [{ answers: [] }, "answers must be a list with at least one item."],
  [{ answers: GOOD.answers.slice(1) }, 'answers must have one that means "passed".'],
];

test("each error of a file is reported with its place", () => {
  for (const [change, error] of INVALID) {
    const errors = listMappingErrors({ ...GOOD, ...change });
    assert.ok(errors.includes(error), `${JSON.stringify(change)}: ${errors.join(" ")}`);
  }
});

const INVALID_RULES: readonly (readonly [change: object, error: string])[] = [
  [{ means: "maybe" }, 'answers[0].means must be "passed" or "refused".'],
  [{ status: 302 }, "answers[0].status must be a number, or a list of them, from 200"],
  [{ status: [200, 500] }, "answers[0].status must be a number, or a list of them, from 200"],
  [{ status: "200" }, "answers[0].status must be a number, or a list of them, from 200"],
  [{ where: {} }, "answers[0].where must have at least one condition on the body of the answer."],
  [{ where: undefined }, "answers[0].where must be an object."],
  [{ where: { result: "ok" } }, "answers[0].where.result must be a JSON pointer"],
  [{ where: { "/a": { atLeast: "1" } } }, "answers[0].where./a must have atLeast or atMost"],
  [{ where: { "/a": [["ok"]] } }, "answers[0].where./a must be a text, a number, true"],
  [{ where: { "/a": [] } }, "answers[0].where./a must be a text, a number, true"],
  [{ reason: "x" }, "answers[0] means passed, so it must not have a reason."],
  [{ when: {} }, "answers[0].when is unknown."],
];

test("each error of an answer rule is reported with its place", () => {
  const [first, ...rest] = GOOD.answers;
  for (const [change, error] of INVALID_RULES) {
    const errors = listMappingErrors({ ...GOOD, answers: [{ ...first, ...change }, ...rest] });
    assert.ok(
      errors.some((one) => one.startsWith(error)),
      `${JSON.stringify(change)}: ${errors.join(" ")}`,
    );
  }
});

test("all errors are reported at once", () => {
  const errors = listMappingErrors({ ...GOOD, url: 1, body: {}, answers: [{ means: "x" }] });
  assert.ok(errors.length >= 6, errors.join("\n"));
  for (const text of ["", "{", "[]", "7", "null"]) {
    assert.deepEqual(listMappingErrors(text), ["the file must be a JSON object."]);
  }
});
