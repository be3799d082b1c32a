/** Tests of password.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Secret } from "../../values/secret.ts";
import { hashPassword, passwordMatches } from "./password.ts";

test("a password matches its own hash and no other", async () => {
  const hash = await hashPassword(new Secret("certification-owner"));
  assert.match(hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  assert.doesNotMatch(hash, /certification/);
  assert.equal(await passwordMatches(new Secret("certification-owner"), hash), true);
  assert.equal(await passwordMatches(new Secret("certification-Owner"), hash), false);
});

test("two hashes of one password differ", async () => {
  const password = new Secret("certification-owner");
  assert.notEqual(await hashPassword(password), await hashPassword(password));
});

test("a missing or malformed hash matches no password", async () => {
  for (const hash of [undefined, "", "$2b$10$abc"]) {
    assert.equal(await passwordMatches(new Secret("x"), hash), false);
  }
});

test("a password typed with combining accents is the same password", async () => {
  const hash = await hashPassword(new Secret("caf\u00e9 au lait"));
  assert.equal(await passwordMatches(new Secret("cafe\u0301 au lait"), hash), true);
});
