import assert from "node:assert/strict";
import { test } from "node:test";
import { amountsOf, centsOf, formBody, nameFrom, newValues, valuesOf } from "./form-values.ts";

const CHOICES = {
  takesCards: true,
  takesAch: true,
  secCodes: ["WEB"],
  defaultSecCode: "WEB",
  amountMaxCents: 99_999_999,
};

test("amounts are typed in units and sent in cents; what is none is no number", () => {
  assert.deepEqual(
    ["12", "12.3", "12.34", " 1,234.50 ", "0.01"].map(centsOf),
    [1200, 1230, 1234, 123450, 1],
  );
  for (const bad of ["", "x", "-1", "1.234", "1e3"]) assert.ok(Number.isNaN(centsOf(bad)), bad);
});

test("a form that is opened and saved is the same form", () => {
  const amounts = [
    { kind: "fixed", amountCents: 1999 },
    { kind: "chosen", choicesCents: [500, 1000] },
    { kind: "free", minCents: 100, maxCents: 99_999_999 },
  ] as const;
  for (const one of amounts) {
    const form = {
      name: "tickets",
      title: "Tickets",
      methods: ["card", "ach"] as const,
      amounts: one,
      achSecCode: "WEB",
      reportableFields: ["Seat"],
      returnUrl: "https://shop.example/",
      frameAncestors: [],
      sendsCustomerReceipt: true,
      sendsMerchantReceipt: false,
    };
    const view = { ...form, isActive: true, hasReturnSecret: true, address: "" };
    const { name: _, ...settings } = form;
    assert.deepEqual(formBody(valuesOf(view, CHOICES)), settings);
  }
});

test("without bank accounts there is no code for them", () => {
  const values = { ...newValues(CHOICES), methods: ["card"], achSecCode: "WEB" };
  assert.equal(formBody(values).achSecCode, "");
  assert.deepEqual(amountsOf({ ...values, amountKind: "chosen", choices: [] }), {
    kind: "chosen",
    choicesCents: [],
  });
});

test("a title suggests an address", () => {
  assert.equal(nameFrom("Spring tickets!"), "spring-tickets");
  assert.equal(nameFrom("  Été à Paris "), "ete-a-paris");
  assert.equal(nameFrom("!!!"), "");
  assert.equal(nameFrom("x".repeat(80)).length, 50);
});
