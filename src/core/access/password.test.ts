/** Tests of password.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Secret } from "../../values/secret.ts";
import { TooManyWaiting } from "./concurrency-limit.ts";
import { PasswordHashing } from "./password.ts";

/** The minimum of Argon2. */
const cost = { memory: 8, passes: 1, parallelism: 1 };

test("without a cost, passwords are hashed with 19,456 KiB, two passes and one lane", async () => {
  const hash = await new PasswordHashing().hash(new Secret("certification-owner"));
  assert.match(hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

test("a password matches its own hash and no other", async () => {
  const passwords = new PasswordHashing({ cost });
  const hash = await passwords.hash(new Secret("certification-owner"));
  assert.match(hash, /^\$argon2id\$v=19\$m=8,t=1,p=1\$/);
  assert.doesNotMatch(hash, /certification/);
  assert.equal(await passwords.matches(new Secret("certification-owner"), hash), true);
  assert.equal(await passwords.matches(new Secret("certification-Owner"), hash), false);
});

test("a hash of another cost is checked at its own cost", async () => {
  const password = new Secret("certification-owner");
  const hash = await new PasswordHashing({ cost: { ...cost, passes: 3 } }).hash(password);
  assert.equal(await new PasswordHashing({ cost }).matches(password, hash), true);
});

test("two hashes of one password differ", async () => {
  const passwords = new PasswordHashing({ cost });
  const password = new Secret("certification-owner");
  assert.notEqual(await passwords.hash(password), await passwords.hash(password));
});

test("a missing or malformed hash matches no password", async () => {
  const passwords = new PasswordHashing({ cost });
  for (const hash of [undefined, "", "$2b$10$abc"]) {
    assert.equal(await passwords.matches(new Secret("x"), hash), false);
  }
});

test("a password typed with combining accents is the same password", async () => {
  const passwords = new PasswordHashing({ cost });
  const hash = await passwords.hash(new Secret("caf\u00e9 au lait"));
  assert.equal(await passwords.matches(new Secret("cafe\u0301 au lait"), hash), true);
});

test("of 300 passwords at once, 62 are computed and the others are refused", async () => {
  const passwords = new PasswordHashing({ cost });
  const hash = await passwords.hash(new Secret("x"));
  const flood = Array.from({ length: 300 }, (_, n) =>
    n % 2 ? passwords.matches(new Secret("x"), hash) : passwords.hash(new Secret("x")),
  );
  const elsewhere = new PasswordHashing({ cost }).matches(new Secret("x"), hash);
  const ends = await Promise.allSettled(flood);
  const turnedAway = ends.filter(({ status }) => status === "rejected");
  assert.equal(turnedAway.length, 238);
  for (const end of turnedAway) {
    assert.ok(end.status === "rejected" && end.reason instanceof TooManyWaiting);
  }
  assert.equal(await elsewhere, true, "the limit belongs to the object");
});
