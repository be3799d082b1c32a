/** The codes that an authenticator app shows for a secret. */
import { computeCode } from "../../src/core/access/one-time-code.ts";
import type { TestApp } from "./app.ts";

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const STEP_MS = 30_000;

/** Decodes base32 without the product's code. */
export function currentCode(secret: string, { clock }: Pick<TestApp, "clock">): string {
  const bits = Array.from(secret, (one) => BASE32.indexOf(one).toString(2).padStart(5, "0"));
  const bytes = bits.join("").match(/.{8}/g) ?? [];
  const key = Uint8Array.from(bytes, (byte) => Number.parseInt(byte, 2));
  return computeCode(key, Math.floor(clock.wall().epochMilliseconds / STEP_MS));
}
