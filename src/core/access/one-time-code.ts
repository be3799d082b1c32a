/** Authenticator codes: six digits that change every 30 seconds (RFC 6238, RFC 4226). */
import { createHmac, randomBytes } from "node:crypto";
import { sameBytes } from "../../values/same-bytes.ts";
import { Secret } from "../../values/secret.ts";

const STEP_SECONDS = 30;
const DIGITS = 6;
const SECRET_BYTES = 20;
/** Allows for a clock that is one step off and for the time of typing (RFC 6238, 5.2). */
const STEPS_AROUND = [0, -1, 1];
const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** In base32, as authenticator apps need it. */
export function newCodeSecret(): Secret {
  return new Secret(toBase32(randomBytes(SECRET_BYTES)));
}

/** Returns the time step of the code, or undefined if the code is not valid now. */
export function findCodeStep(
  secret: Secret,
  code: string,
  now: Temporal.Instant,
): number | undefined {
  const current = Math.floor(now.epochMilliseconds / 1_000 / STEP_SECONDS);
  const key = fromBase32(secret.reveal());
  return STEPS_AROUND.map((offset) => current + offset).find((step) =>
    sameBytes(Buffer.from(computeCode(key, step)), Buffer.from(code)),
  );
}

/** RFC 4226, 5.3: the last nibble is the offset of four bytes that give the six digits. */
export function computeCode(key: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", key).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0x0f;
  const number = mac.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, "0");
}

export function toBase32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, "0")).join("");
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => BASE32[Number.parseInt(group.padEnd(5, "0"), 2)]).join("");
}

function fromBase32(text: string): Uint8Array {
  const bits = Array.from(text, (letter) => BASE32.indexOf(letter).toString(2).padStart(5, "0"));
  const whole = bits.join("").match(/.{8}/g) ?? [];
  return Uint8Array.from(whole, (byte) => Number.parseInt(byte, 2));
}
