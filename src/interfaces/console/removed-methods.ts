/** Answers the removal of another person's authenticator and passkeys. */
import type { RemovalOutcome } from "../../core/sessions/remove-sign-in-methods.ts";
import { conflict } from "./errors.ts";

/** Undefined if there is no such user. */
export function writeRemoval(outcome: RemovalOutcome): null | undefined {
  if (outcome === "not_found") return undefined;
  if (outcome === "removed") return null;
  throw conflict(
    "You cannot do this to yourself. Use your security settings, or ask another administrator.",
  );
}
