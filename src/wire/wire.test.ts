/** Tests of the shared parts of wire: fields, forms and request errors. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Fields } from "./fields.ts";
import { parseForm } from "./form.ts";
import { asRequestError, RequestError, type RequestErrorKind } from "./request-error.ts";

const fields = (body: string) => new Fields(parseForm(body));
const requestError = (kind: RequestErrorKind, field: string) => (error: unknown) =>
  error instanceof RequestError && error.kind === kind && error.field === field;

test("a form is read by name, with blanks and escapes", () => {
  const form = fields("a=1&b=x+y%2Bz&c=%C3%A9&d=&e");
  assert.equal(form.required("a", 9), "1");
  assert.equal(form.required("b", 9), "x y+z");
  assert.equal(form.required("c", 1), "é");
  for (const absent of ["d", "e", "f"]) assert.equal(form.optional(absent, 9), undefined);
});

test("a name such as __proto__ is a name like any other", () => {
  const form = fields("__proto__=x&constructor=y");
  assert.equal(form.optional("__proto__", 9), "x");
  assert.equal(form.optional("toString", 9), undefined);
});

test("a damaged escape, bytes that are not UTF-8 or too many fields make a body unreadable", () => {
  for (const body of ["a=%zz", "a=%C3", "a=%FF", "%E0%A4%A=1", "a=1&".repeat(1_001)]) {
    assert.throws(() => parseForm(body), requestError("unreadable_body", "body"));
  }
  assert.equal(parseForm("a=1&".repeat(1_000)).get("a")?.length, 1_000);
});

test("a repeated field, a control character and half a surrogate pair are not valid", () => {
  const lone = new Fields(new Map([["a", ["\ud800"]]]));
  for (const form of [fields("a=1&a=1"), fields("a=%00"), fields("a=x%1F"), lone]) {
    assert.throws(() => form.optional("a", 9), requestError("invalid", "a"));
  }
  assert.equal(fields("a=x%0D%0Ay").optional("a", 9), "x\r\ny");
});

test("lengths count characters, not code units", () => {
  const four = encodeURIComponent("😀😀😀😀");
  assert.equal(fields(`a=${four}`).required("a", 4), "😀😀😀😀");
  assert.throws(() => fields(`a=${four}`).required("a", 3), requestError("too_long", "a"));
});

test("flags take 1, 0, true and false in any case", () => {
  for (const [text, value] of Object.entries({ "1": true, TRUE: true, False: false, "0": false })) {
    assert.equal(fields(`a=${text}`).flag("a"), value);
  }
  assert.throws(() => fields("a=yes").flag("a"), requestError("invalid", "a"));
});

test("what the framework refuses is an error of the caller; anything else is ours", () => {
  assert.equal(asRequestError({ code: "FST_ERR_CTP_BODY_TOO_LARGE" })?.kind, "body_too_large");
  assert.equal(asRequestError(new Error("database away")), undefined);
  assert.equal(asRequestError(undefined), undefined);
});
