/** Checks the table of variables by reading sales with each of them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { anyCodePoint } from "../../../../test/kit/code-points.ts";
import { readErrorText, readForm, SALE, type SentForm } from "../../../../test/kit/read-payment.ts";
import { VARIABLE_TEXTS } from "./variable-texts.ts";
import { VARIABLES, type Variable } from "./variables.ts";

const TOKEN = "323000000001";

const errorOfSale = (changes: SentForm) => readErrorText({ ...SALE, ...changes });

test("every variable that is only stored becomes a detail of the payment", () => {
  const sent = {
    first_name: "Grace",
    last_name: "Hopper",
    group: "group 1",
    transaction_description: "Two\r\nbooks",
    custom_id: "7",
    custom_data: "<a & b>",
    cashier: "Ada",
    check_number: "15",
    street_address1: "1 Main Street",
    street_address2: "Flat 2",
    city: "Montréal",
    state: "QC",
    zip: "K1C2N6",
    country: "CA",
    phone: "(555)555-5555",
    email: "grace@example.com",
    ip_address: "192.0.2.1",
    payment_type: "RECURRING",
    installment_number: "2",
    installment_count: "12",
    recurring_id: "000000000042",
    company: "Navy",
    input_group: "lane",
    invoice_entry: "a=1&b=2",
    level2_tax: "1.2",
    level2_zip: "10001",
    level2_order_id: "PO 7",
    level2_merchant_reference: "customer 9",
    restaurant_server_id: "0012",
    restaurant_gratuity: "2.00",
  };
  assert.deepEqual(readForm({ ...SALE, ...sent }).details, {
    firstName: "Grace",
    lastName: "Hopper",
    transactionGroup: "group 1",
    description: "Two\r\nbooks",
    customId: "7",
    customData: "<a & b>",
    cashier: "Ada",
    checkNumber: "15",
    streetAddress1: "1 Main Street",
    streetAddress2: "Flat 2",
    city: "Montréal",
    stateProvince: "QC",
    zip: "K1C2N6",
    country: "CA",
    phone: "(555)555-5555",
    email: "grace@example.com",
    ipAddress: "192.0.2.1",
    paymentType: "RECURRING",
    installmentNumber: 2,
    installmentCount: 12,
    recurringId: "000000000042",
    company: "Navy",
    inputGroup: "lane",
    invoiceEntry: "a=1&b=2",
    taxCents: 120,
    destinationZip: "10001",
    orderId: "PO 7",
    merchantReference: "customer 9",
    serverId: "0012",
    gratuityCents: 200,
  });
});

test("the checks run in order: types, then lengths and presence, then forms", () => {
  const wrong: Record<string, string> = {
    transaction_type: "GIVE",
    tender_type: "GOLD",
    invoice_entry: "x".repeat(65_536),
    card_verification: "12",
    transaction_amount: "x",
    card_number: "x",
    card_expiration: "x",
    transaction_id: "x",
  };
  const right: Record<string, string> = { ...SALE, card_verification: "123" };
  const order = [
    "transaction_type: invalid",
    "tender_type: invalid",
    "card_verification: invalid",
    "invoice_entry: too_long",
    "transaction_amount: invalid",
    "card_number: invalid",
    "card_expiration: invalid",
    "transaction_id: invalid",
    "none",
  ];
  const sent = { ...wrong };
  for (const expected of order) {
    assert.equal(readErrorText(sent), expected);
    const name = expected.split(":")[0] ?? "";
    sent[name] = right[name] ?? "";
  }
});

test("if several errors of one kind occur, the first in the order of the table is reported", () => {
  const bounded = VARIABLES.filter(({ lengthMax }) => lengthMax !== undefined);
  fc.assert(
    fc.property(fc.shuffledSubarray(bounded, { minLength: 1 }), (some) => {
      const tooLong = some.map(({ name, lengthMax = 0 }) => [name, "x".repeat(lengthMax + 1)]);
      const first = bounded.find((variable) => some.includes(variable));
      assert.equal(errorOfSale(Object.fromEntries(tooLong)), `${first?.name}: too_long`);
    }),
  );
});

function isDetail({ detail, numberDetail }: Pick<Variable, "detail" | "numberDetail">): boolean {
  return (detail ?? numberDetail) !== undefined;
}

test("a length counts characters, and the maximum itself is allowed", () => {
  for (const { name, lengthMax } of VARIABLES.filter(
    ({ hasForm, ...one }) => hasForm && isDetail(one),
  )) {
    if (lengthMax === undefined || lengthMax > 1_000) continue;
    const requestError = errorOfSale({ [name]: "😀".repeat(lengthMax) });
    assert.ok(requestError === "none" || requestError === `${name}: invalid`, requestError);
    assert.equal(errorOfSale({ [name]: "😀".repeat(lengthMax + 1) }), `${name}: too_long`);
  }
});

test("a variable that is sent twice is invalid, whatever its values", () => {
  for (const { name } of VARIABLES) {
    assert.equal(errorOfSale({ [name]: ["1", "1"] }), `${name}: invalid`);
    assert.equal(errorOfSale({ [name]: ["", ""] }), `${name}: invalid`);
  }
});

test("control characters and half a surrogate pair are valid only in a payload", () => {
  for (const { name } of VARIABLES.filter((variable) => variable.name !== "device_payload")) {
    for (const text of ["\u0000", "1\u0000", "\ud800", "a\u007f"]) {
      assert.equal(errorOfSale({ [name]: text }), `${name}: invalid`, JSON.stringify(text));
    }
  }
});

test("no text variable accepts a card number", () => {
  const long = VARIABLES.filter(({ detail, lengthMax = 0 }) => detail && lengthMax >= 16);
  assert.ok(long.length > 10);
  for (const { name } of long) {
    assert.equal(errorOfSale({ [name]: "4111111111111111" }), `${name}: invalid`);
  }
});

test("enumerations, flags and numbers accept only their listed values", () => {
  for (const [name, ...values] of [
    ["payment_type", "ecommerce", "GIFT"],
    ["currency", "EUR", "usd", "$"],
    ["allow_partial", "yes", "2", " 1", "t"],
    ["reissue", "on"],
    ["validate_ach_account", "maybe"],
    ["ach_account_type", "current"],
    ["installment_number", "one", "-1", "1.5"],
    ["installment_count", "x"],
    ["recurring_id", "R42"],
    ["ip_address", "::1", "300.1.1.1"],
    ["email", "grace", "a@b,c@d"],
    ["card_verification", "12", "12345", "12a"],
    ["bank_routing_number", "061000147", "12345678", "06100014a", "330000000"],
    ["bank_account_number", "123", "12a4", " 1234"],
    ["ach_sec_code", "XXX", "web"],
    ["response_format", "XML", "json"],
    ["jsonp", "alert(1)", "a.b.", "1a", "a b"],
    ["authorization_code", " "],
  ] as const) {
    for (const value of values) {
      assert.equal(errorOfSale({ [name]: value }), `${name}: invalid`, `${name}=${value}`);
    }
  }
  const bank = { bank_routing_number: "061000146", bank_account_number: "0123" };
  assert.equal(errorOfSale({ ...bank, ach_account_type: "Savings", ach_sec_code: "DEF" }), "none");
  assert.equal(errorOfSale({ installment_number: "12345" }), "installment_number: too_long");
});

test("no request, however unusual, fails in any way other than a request error", () => {
  const names = [
    ...VARIABLES.map(({ name }) => name),
    "transaction_type",
    "tender_type",
    "__proto__",
  ];
  const value = fc.oneof(
    fc.string({ unit: anyCodePoint }),
    fc.constantFrom("1", "CARD", "SALE", TOKEN),
  );
  const pair = fc.tuple(fc.constantFrom(...names), fc.array(value, { minLength: 1, maxLength: 2 }));
  fc.assert(
    fc.property(fc.array(pair, { maxLength: 12 }), (pairs) => {
      // Throws if it fails by anything but a request error.
      readErrorText({ ...SALE, ...Object.fromEntries(pairs) });
    }),
    { numRuns: 2_000 },
  );
});

test("F, limits: the document says where a variable may be shorter in an ACH payment", () => {
  for (const { name, bankLengthMax } of VARIABLES) {
    const about = VARIABLE_TEXTS[name] ?? "";
    if (bankLengthMax !== undefined)
      assert.match(about, new RegExp(`\\b${bankLengthMax}\\b`), name);
  }
});

test("every payment variable has a description, and no other name has one", () => {
  assert.deepEqual(
    Object.keys(VARIABLE_TEXTS),
    VARIABLES.map(({ name }) => name),
  );
});
