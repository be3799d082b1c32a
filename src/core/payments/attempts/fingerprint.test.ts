/**
 * Fingerprints are stored, and a repetition may arrive after an upgrade. So the same request must
 * have the same fingerprint in every release: these were computed before details had types.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Cents } from "../../../values/money.ts";
import { Secret } from "../../../values/secret.ts";
import { type FingerprintedRequest, requestFingerprint } from "./fingerprint.ts";

const VAULT = { fingerprint: (secret: Secret) => Buffer.from(`digest of ${secret.last4()}`) };
const SOURCE = Buffer.from("source");
const CENTS = 1_234 as Cents;
const COMMON = {
  transactionId: "323000000001",
  idempotencyKey: undefined,
  sendsCustomerReceipt: true,
  sendsMerchantReceipt: false,
};
const AS_SENT = {
  authorizationCode: undefined,
  allowsPartial: false,
  ignoresAvs: true,
  ignoresCvv: false,
};
const CARD = {
  number: new Secret("4111111111111111"),
  brand: "VISA",
  expiration: "1230",
  verification: undefined,
  entryMode: "KEYED",
} as const;

const EVERY_DETAIL = {
  zip: "10001",
  firstName: "Jim",
  lastName: "Smith",
  company: "Quay Books",
  streetAddress1: "1 Main St",
  streetAddress2: "Suite 2",
  city: "Springfield",
  stateProvince: "NY",
  country: "US",
  phone: "555-0100",
  email: "jim@example.com",
  ipAddress: "192.0.2.1",
  cashier: "Ann",
  customId: "7",
  customData: "data",
  description: "A book",
  transactionGroup: "group",
  inputGroup: "input",
  invoiceEntry: "invoice",
  paymentType: "INSTALLMENT",
  installmentNumber: 1,
  installmentCount: 12,
  recurringId: "12",
  checkNumber: "1001",
  formName: "donate",
  formFields: { Color: "red", Size: "L" },
};

const REQUESTS: readonly (readonly [
  name: string,
  request: FingerprintedRequest,
  digest: string,
])[] = [
  [
    "a card with every detail",
    {
      type: "SALE",
      amount: CENTS,
      source: { kind: "card", card: CARD },
      ...AS_SENT,
      ...COMMON,
      details: EVERY_DETAIL,
    },
    "17f48ff09778da5e1b1b8c9b384d5bd303ee56ffc8539d161f3f26c6efab2b8f",
  ],
  [
    "a card that is sent with a reissue",
    {
      type: "SALE",
      amount: CENTS,
      source: { kind: "card", card: CARD, tokenId: "323000000002" },
      ...AS_SENT,
      ...COMMON,
      details: {},
    },
    "5d8f93febe0dc0104bfc7f0a0407c30c475dfbe83476a85673fbcf2485dd228e",
  ],
  [
    "a token",
    {
      type: "AUTHORIZATION",
      amount: CENTS,
      source: {
        kind: "token",
        tokenId: "323000000002",
        expiration: "0131",
        verification: undefined,
      },
      ...AS_SENT,
      ...COMMON,
      beside: new Secret("WEB beside a card"),
      details: { customId: "7", email: undefined },
    },
    "4608419cf745570f6cd107a720e6bfca8303ba660b0874b6a26a013b0df8a28c",
  ],
  [
    "a bank account",
    {
      type: "SALE",
      amount: CENTS,
      bank: {
        sent: undefined,
        accountType: "savings",
        tokenId: "323000000002",
        secCode: "WEB",
        validates: true,
      },
      ...COMMON,
      details: { lastName: "Smith", firstName: "Jim" },
    },
    "00217f413367361e2784c58cf9db51ce1f1e1478fe8f16e82a3bdecd2cb4e759",
  ],
  [
    "a refund",
    {
      type: "REFUND",
      originalId: "323000000002",
      amount: CENTS,
      tender: "CARD",
      ...COMMON,
      details: { description: "Returned" },
    },
    "da485393621b9b1fdb5b45c2da23f1acb2bb6ab3973df6266e113b973bbbe9a7",
  ],
  [
    "a closed batch",
    { type: "SETTLE-BATCH", ...COMMON, details: { cashier: "Ann" } },
    "748d63da4543b6c70c49fdce1974e92eab3adc479ab8b2b13cccaf6fa434f545",
  ],
];

test("a request keeps the fingerprint that earlier releases stored for it", () => {
  for (const [name, request, digest] of REQUESTS) {
    const fingerprint = requestFingerprint(VAULT, request, SOURCE);
    assert.equal(Buffer.from(fingerprint).toString("hex"), digest, name);
  }
});
