/** Tests of multipart.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { parseMultipart } from "./multipart.ts";
import { RequestError, type RequestErrorKind } from "./request-error.ts";

const TYPE = "multipart/form-data; boundary=b";
const part = (headers: string, text: string) => `--b\r\n${headers}\r\n\r\n${text}\r\n`;
const field = (name: string, text: string) =>
  part(`Content-Disposition: form-data; name="${name}"`, text);
const file = (name: string, fileName: string, text: string) =>
  part(`Content-Disposition: form-data; name="${name}"; filename="${fileName}"`, text);
const parse = (body: string, filesMax?: number) =>
  parseMultipart(TYPE, Buffer.from(body), filesMax);
const requestError = (kind: RequestErrorKind) => (error: unknown) =>
  error instanceof RequestError && error.kind === kind;

function readFields(body: string): Record<string, readonly string[]> {
  return Object.fromEntries(parse(body).form);
}

test("fields are read by name, in order, with repeated fields together", () => {
  const body = `${field("a", "x y+%20")}${field("b", "é😀")}${field("a", "")}--b--\r\n`;
  assert.deepEqual(readFields(body), { a: ["x y+%20", ""], b: ["é😀"] });
});

test("a form of any client is read unchanged", async () => {
  const name = fc.stringMatching(/^[a-z_[\]0-9]{1,20}$/);
  const text = fc.string({ unit: "grapheme" }).filter((value) => !/[\r\n]/.test(value));
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(name, text), { maxLength: 20 }), async (pairs) => {
      const sent = new FormData();
      for (const [key, value] of pairs) sent.append(key, value.toWellFormed());
      const response = new Response(sent);
      const type = response.headers.get("content-type") ?? "";
      const { form } = parseMultipart(type, Buffer.from(await response.arrayBuffer()));
      for (const key of sent.keys()) assert.deepEqual(form.get(key), sent.getAll(key));
      assert.equal(form.size, new Set(sent.keys()).size);
    }),
    { numRuns: 200 },
  );
});

test("a body without parts, with a leading line end or with a quoted boundary is a form", () => {
  assert.deepEqual(readFields("--b--\r\n"), {});
  assert.deepEqual(readFields(`\r\n${field("a", "1")}--b--`), { a: ["1"] });
  const quoted = parseMultipart(
    'multipart/form-data; charset=x; boundary="b"',
    Buffer.from(`${field("a", "1")}--b--`),
  );
  assert.deepEqual(quoted.form.get("a"), ["1"]);
});

test("__proto__ is a name like any other", () => {
  const { form } = parse(`${field("__proto__", "x")}${field("constructor", "y")}--b--`);
  assert.deepEqual(
    [...form],
    [
      ["__proto__", ["x"]],
      ["constructor", ["y"]],
    ],
  );
});

test("a damaged body is refused as a whole", () => {
  const good = field("a", "1");
  const damaged = {
    "nothing at all": "",
    "no delimiter": "a=1&b=2",
    "no end": good,
    "cut in a value": `${good}--b\r\nContent-Disposition: form-data; name="b"\r\n\r\nhalf`,
    "cut in a header": `${good}--b\r\nContent-Dispo`,
    "no name": `${good}${part("Content-Disposition: form-data", "x")}--b--`,
    "no disposition": `${good}${part("X-Other: 1", "x")}--b--`,
    "not form-data": `${part('Content-Disposition: attachment; name="a"', "x")}--b--`,
    "no headers": `${good}--b\r\nvalue\r\n--b--`,
    "another encoding": `${part(
      'Content-Disposition: form-data; name="a"\r\nContent-Transfer-Encoding: base64',
      "eA==",
    )}--b--`,
    "text after a delimiter": `--b x\r\n${good.slice(5)}--b--`,
    "a name twice": `${part('Content-Disposition: form-data; name="a"; name="b"', "x")}--b--`,
    "a header twice": `${part("X-A: 1\r\nX-A: 2\r\nContent-Disposition: form-data; name=a", "x")}--b--`,
    "headers of 9 KiB": `${part(`X-A: ${"x".repeat(9_000)}\r\nContent-Disposition: form-data; name=a`, "")}--b--`,
    "parts after the end": `${good}--b--\r\n${field("c", "3")}--b--`,
  };
  for (const [what, body] of Object.entries(damaged)) {
    assert.throws(() => parse(body), requestError("unreadable_body"), what);
  }
});

test("a body without a boundary is refused", () => {
  const body = Buffer.from(`${field("a", "1")}--b--`);
  for (const type of ["multipart/form-data", "multipart/form-data; boundary=", ""]) {
    assert.throws(() => parseMultipart(type, body), requestError("unreadable_body"), type);
  }
});

test("a name or a value that is not UTF-8 makes a body unreadable", () => {
  for (const text of [field("a", "\xff"), field("a\xff", "1"), field("a", "\xc3")]) {
    const body = Buffer.from(`${text}--b--`, "latin1");
    assert.throws(() => parseMultipart(TYPE, body), requestError("unreadable_body"));
  }
});

test("a thousand fields are read, and more are refused", () => {
  const { form } = parse(`${field("a", "1").repeat(1_000)}--b--`);
  assert.equal(form.get("a")?.length, 1_000);
  for (const count of [1_001, 100_000]) {
    assert.throws(() => parse(`${"--b\r\n".repeat(count)}--b--`), requestError("unreadable_body"));
    assert.throws(
      () => parse(`${field("a", "").repeat(count)}--b--`),
      requestError("unreadable_body"),
    );
  }
});

test("a field of 256 KiB is read, and a longer one is too large", () => {
  const longest = "x".repeat(256 * 1_024);
  const { form } = parse(`${field("a", longest)}--b--`);
  assert.equal(form.get("a")?.[0]?.length, longest.length);
  assert.throws(() => parse(`${field("a", `${longest}x`)}--b--`), requestError("body_too_large"));
});

test("a file is refused unless the interface accepts files, and is then read as bytes", () => {
  const body = `${field("a", "1")}${file("photo", "p.png", "\x89PNG")}--b--`;
  assert.throws(() => parse(body), requestError("unsupported_content_type"));
  assert.throws(
    () => parse(`${body.slice(0, -5)}${body}`, 1),
    requestError("unsupported_content_type"),
  );
  const { form, files } = parse(body, 1);
  assert.deepEqual([...form.keys()], ["a"]);
  assert.deepEqual(files, [
    { field: "photo", fileName: "p.png", bytes: Buffer.from("\x89PNG", "utf8") },
  ]);
});

test("an empty file input is an empty field", () => {
  assert.deepEqual(readFields(`${file("photo", "", "")}--b--`), { photo: [""] });
});

test("any body is read or refused as a request error", () => {
  const piece = fc.constantFrom(
    ...["--b", "--b--", "\r\n", "\r\n\r\n", "-", "\r", "\n", "b", "x", ":", "\xff", '"', ";"],
    ...['Content-Disposition: form-data; name="a"', "Content-Disposition: form-data", "filename="],
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      try {
        parseMultipart(TYPE, Buffer.from(`--b${pieces.join("")}`, "latin1"), 1);
      } catch (error) {
        assert.ok(error instanceof RequestError);
      }
    }),
    { numRuns: 5_000 },
  );
});
