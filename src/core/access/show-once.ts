/** How a new secret reaches whoever will use it: in clear, where it was made, and never again. */
import type { Secret } from "../../values/secret.ts";

const SHOWN = new WeakSet<Secret>();

export function showOnce(secret: Secret): string {
  if (SHOWN.has(secret)) throw new Error("a secret is shown once, and this one was");
  SHOWN.add(secret);
  return secret.reveal();
}
