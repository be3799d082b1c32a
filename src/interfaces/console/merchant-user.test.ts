/** Tests of merchant-user.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { MerchantPerson } from "../../core/sessions/person.ts";
import { cashierName } from "./merchant-user.ts";

function personCalled(firstName: string, lastName: string): MerchantPerson {
  return { user: { firstName, lastName, email: "a@b.test" } } as MerchantPerson;
}

test("a long cashier name is cut between characters", () => {
  const name = cashierName(personCalled("😀".repeat(50), "😀".repeat(50)));
  assert.equal([...name].length, 100);
  assert.ok(name.isWellFormed());
  assert.equal(cashierName(personCalled("Ann", "Lee")), "Ann Lee");
  assert.equal(cashierName(personCalled("", "")), "a@b.test");
});
