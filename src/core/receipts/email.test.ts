/** Tests of email.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { writeReceiptEmail } from "./email.ts";

const RECEIPT = {
  merchant: "Main Street Books",
  title: "Payment",
  total: "$12.34",
  rows: [
    ["Date", "Nov 15, 2026, 12:00 PM ET"],
    ["Paid with", "Visa ending in 1111"],
  ] as const,
};

test("a receipt has the merchant, the amount and the card, in text and in HTML", () => {
  const { subject, text, html } = writeReceiptEmail(RECEIPT);
  assert.equal(subject, "Payment: $12.34, Main Street Books");
  for (const part of [
    "Main Street Books",
    "$12.34",
    "Nov 15, 2026, 12:00 PM ET",
    "Visa ending in 1111",
  ]) {
    assert.ok(text.includes(part) && html.includes(part), part);
  }
});

test("values are escaped in HTML", () => {
  const { html } = writeReceiptEmail({
    ...RECEIPT,
    rows: [["Description", `<img src=x onerror="1">&'`]],
  });
  assert.ok(html.includes("&lt;img src=x onerror=&quot;1&quot;&gt;&amp;&#39;"));
  assert.ok(!html.includes("<img"));
});

test("a merchant's name cannot begin another header line", () => {
  const { subject } = writeReceiptEmail({ ...RECEIPT, merchant: "Books\r\nBcc: all@example.com" });
  assert.equal(subject, "Payment: $12.34, Books Bcc: all@example.com");
});
