/** A password that is made for somebody, to be replaced by one of their own. Easy to read out. */
import { randomInt } from "node:crypto";
import { Secret } from "../../values/secret.ts";

/** Without letters and digits that are taken for one another. */
const LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";
const GROUPS = 4;
const GROUP_LENGTH = 5;

/** About 99 bits. */
export function oneTimePassword(): Secret {
  const group = () =>
    Array.from({ length: GROUP_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join("");
  return new Secret(Array.from({ length: GROUPS }, group).join("-"));
}
