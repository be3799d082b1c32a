/** Creates a temporary password that is easy to read aloud. The user must replace it. */
import { randomInt } from "node:crypto";
import { Secret } from "../../values/secret.ts";

/** Without characters that look alike. */
const LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";
const GROUPS = 4;
const GROUP_LENGTH = 5;

/** About 99 bits. */
export function oneTimePassword(): Secret {
  const group = () =>
    Array.from({ length: GROUP_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join("");
  return new Secret(Array.from({ length: GROUPS }, group).join("-"));
}
