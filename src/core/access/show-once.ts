/** Returns a new secret in clear, once: a second call for the same secret throws. */
import type { Secret } from "../../values/secret.ts";

const SHOWN = new WeakSet<Secret>();

export function showOnce(secret: Secret): string {
  if (SHOWN.has(secret)) throw new Error("this secret was already shown");
  SHOWN.add(secret);
  return secret.reveal();
}
