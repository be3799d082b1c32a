/** Used if no verification provider is configured. */
import type { Verifier } from "../ports/verifier.ts";

export const noVerifier: Verifier = {
  verify: async () => ({ kind: "unavailable" }),
};
