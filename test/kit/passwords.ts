/** Passwords hashed at a lower cost than the product's, for tests that are not about the cost. */
import { PasswordHashing } from "../../src/core/access/password.ts";
import type { Secret } from "../../src/values/secret.ts";

/** The minimum of Argon2, in KiB. A login at the product's cost takes 25 ms or more. */
const CHEAP = { memory: 8, passes: 1, parallelism: 1 };

/** Each app has its own, as each process of the product has. */
export function openCheapPasswords(): PasswordHashing {
  return new PasswordHashing({ cost: CHEAP });
}

/** A hash that the product accepts. */
export function hashCheaply(password: Secret): Promise<string> {
  return openCheapPasswords().hash(password);
}
