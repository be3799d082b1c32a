/** Tests of the shared parts of wire: fields, forms and request errors. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { parameterHeaders } from "./error-detail.ts";
import { type Form, parseForm } from "./form.ts";
import { formFlag, formText, readField, readFieldLeniently } from "./reader/form-rules.ts";
import { asRequestError, RequestError, type RequestErrorKind } from "./request-error.ts";

const required = (form: Form, name: string, lengthMax: number) =>
  readField(form, name, formText(lengthMax));
const optional = (form: Form, name: string, lengthMax = 9) =>
  readField(form, name, formText(lengthMax).optional());
const requestError = (kind: RequestErrorKind, field: string) => (error: unknown) =>
  error instanceof RequestError && error.kind === kind && error.field === field;

test("a form is read by name, with blanks and escapes", () => {
  const form = parseForm("a=1&b=x+y%2Bz&c=%C3%A9&d=&e");
  assert.equal(required(form, "a", 9), "1");
  assert.equal(required(form, "b", 9), "x y+z");
  assert.equal(required(form, "c", 1), "é");
  for (const absent of ["d", "e", "f"]) assert.equal(optional(form, absent), undefined);
});

test("a name such as __proto__ is a name like any other", () => {
  const form = parseForm("__proto__=x&constructor=y");
  assert.equal(optional(form, "__proto__"), "x");
  assert.equal(optional(form, "toString"), undefined);
});

test("a damaged escape, bytes that are not UTF-8 or too many fields make a body unreadable", () => {
  for (const body of ["a=%zz", "a=%C3", "a=%FF", "%E0%A4%A=1", "a=1&".repeat(1_001)]) {
    assert.throws(() => parseForm(body), requestError("unreadable_body", "body"));
  }
  assert.equal(parseForm("a=1&".repeat(1_000)).get("a")?.length, 1_000);
});

test("a repeated field, a control character and half a surrogate pair are not valid", () => {
  const lone = new Map([["a", ["\ud800"]]]);
  for (const form of [parseForm("a=1&a=1"), parseForm("a=%00"), parseForm("a=x%1F"), lone]) {
    assert.throws(() => optional(form, "a"), requestError("invalid", "a"));
  }
  assert.equal(optional(parseForm("a=x%0D%0Ay"), "a"), "x\r\ny");
});

test("lengths count characters, not code units", () => {
  const four = encodeURIComponent("😀😀😀😀");
  assert.equal(required(parseForm(`a=${four}`), "a", 4), "😀😀😀😀");
  assert.throws(() => required(parseForm(`a=${four}`), "a", 3), requestError("too_long", "a"));
});

test("a field that is read leniently is absent if it breaks its rule", () => {
  const rule = formText(3);
  assert.equal(readFieldLeniently(parseForm("a=abc"), "a", rule), "abc");
  for (const body of ["a=abcd", "a=%00", "a=1&a=1", "a=", "b=1"]) {
    assert.equal(readFieldLeniently(parseForm(body), "a", rule), undefined);
  }
});

test("flags take 1, 0, true and false in any case", () => {
  for (const [text, value] of Object.entries({ "1": true, TRUE: true, False: false, "0": false })) {
    assert.equal(readField(parseForm(`a=${text}`), "a", formFlag()), value);
  }
  assert.throws(() => readField(parseForm("a=yes"), "a", formFlag()), requestError("invalid", "a"));
});

test("a refusal of the framework is a request error, and anything else an internal error", () => {
  assert.equal(asRequestError({ code: "FST_ERR_CTP_BODY_TOO_LARGE" })?.kind, "body_too_large");
  assert.equal(asRequestError(new Error("database away")), undefined);
  assert.equal(asRequestError(undefined), undefined);
});

test("the detail of a body with too many fields counts fields, and of a long value characters", () => {
  const detail = (error: RequestError) => parameterHeaders(error)["x-error-detail"];
  assert.throws(
    () => parseForm("a=1&".repeat(1_001)),
    (error: RequestError) => detail(error) === "body cannot be read: at most 1000 fields.",
  );
  const long = new RequestError("too_long", "cashier", 30);
  assert.equal(detail(long), "cashier is too long: at most 30 characters.");
});
