/** Tests of form-values.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  centsOrNaN,
  formAmounts,
  formBody,
  formValues,
  newFormValues,
  suggestName,
} from "./form-values.ts";

const CHOICES = {
  takesCards: true,
  takesAch: true,
  secCodes: ["WEB"],
  defaultSecCode: "WEB",
  amountMaxCents: 99_999_999,
};

test("amounts are entered in dollars and sent in cents, and invalid amounts are NaN", () => {
  assert.deepEqual(
    ["12", "12.3", "12.34", " 1,234.50 ", "0.01"].map(centsOrNaN),
    [1200, 1230, 1234, 123450, 1],
  );
  for (const bad of ["", "x", "-1", "1.234", "1e3"]) assert.ok(Number.isNaN(centsOrNaN(bad)), bad);
});

test("opening and saving a form changes nothing", () => {
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
    assert.deepEqual(formBody(formValues(view, CHOICES)), settings);
  }
});

test("a form without bank accounts sends no SEC code", () => {
  const values = { ...newFormValues(CHOICES), methods: ["card"], achSecCode: "WEB" };
  assert.equal(formBody(values).achSecCode, "");
  assert.deepEqual(formAmounts({ ...values, amountKind: "chosen", choices: [] }), {
    kind: "chosen",
    choicesCents: [],
  });
});

test("a title suggests a name for the URL", () => {
  assert.equal(suggestName("Spring tickets!"), "spring-tickets");
  assert.equal(suggestName("  Été à Paris "), "ete-a-paris");
  assert.equal(suggestName("!!!"), "");
  assert.equal(suggestName("x".repeat(80)).length, 50);
});
