/** Tests of sales.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { cardBrand } from "../src/values/card.ts";
import { saleForms, testCard } from "./sales.ts";

test("every sale has its own card with a valid check digit", () => {
  const cards = Array.from({ length: 500 }, (_, place) => testCard(place));
  assert.equal(new Set(cards).size, 500);
  assert.ok(cards.every((card) => cardBrand(card) === "VISA"));
});

test("no sale has one of the small amounts that the simulator declines", () => {
  const amounts = saleForms(1_000).map((form) =>
    Number(new URLSearchParams(form).get("transaction_amount")),
  );
  assert.ok(amounts.every((amount) => amount >= 10));
});
