/** Failures of an email address are counted together, however the address is spelled. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { countedEmail } from "../../src/core/access/failures/counted-email.ts";
import { post } from "../kit/app.ts";
import { openDatabase } from "../kit/database.ts";
import { BOOKS, openShopApp } from "../kit/pos.ts";

test("ten failures lock a user, though the database knows other spellings of the address", async (t) => {
  const shop = await openShopApp(t);
  const spellings = ["iris@books.test", "\u0130ris@books.test", "IR\u0130S@books.test"];
  const logIn = async (email = "") => {
    const form = { account_id: BOOKS, email, passsword: "wrong" };
    return (await post(shop.server, "/api/json/account/login/", form)).statusCode;
  };
  for (let n = 0; n < 10; n++) assert.equal(await logIn(spellings[n % 3]), 401);
  for (const email of spellings) assert.equal(await logIn(email), 429, email);
});

test("whatever lower() makes the same is counted as the same", async (t) => {
  const { owner } = await openDatabase(t);
  const pairs = await owner.rows<{ typed: string; known: string }>`
    select chr(n) as typed, lower(chr(n)) as known from generate_series(33, 125251) n
    where n not between 55296 and 57343 and lower(chr(n)) <> chr(n)`;
  assert.ok(pairs.length > 26);
  const apart = pairs.filter(({ typed, known }) => countedEmail(typed) !== countedEmail(known));
  assert.deepEqual(apart, []);
  // The rules of other locales: a dotless i, and a sigma at the end of a word.
  assert.equal(countedEmail("\u0131nk"), countedEmail("INK"));
  assert.equal(countedEmail("\u039f\u03a3"), countedEmail("\u03bf\u03c3"));
  assert.notEqual(countedEmail("ann@books.test"), countedEmail("bob@books.test"));
});
