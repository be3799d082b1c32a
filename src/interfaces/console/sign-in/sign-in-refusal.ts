/** Why a sign-in, or a proof with a password or a code, was refused. */
import type { SignInOutcome } from "../../../core/sessions/sign-in.ts";
import { ConsoleRefusal } from "../errors.ts";

export const REFUSALS = {
  refused: {
    status: 401,
    code: "refused",
    message: "The sign-in details are incorrect. Check them and try again.",
  },
  refused_code: {
    status: 422,
    code: "invalid",
    message: "The code is incorrect. Wait for the next code and try again.",
  },
  locked: {
    status: 401,
    code: "locked",
    message: "Too many failed attempts. Try again in half an hour, or ask an administrator.",
  },
  code_needed: {
    status: 401,
    code: "code_needed",
    message: "Enter the 6-digit code from your authenticator app.",
  },
  busy: {
    status: 429,
    code: "too_many_requests",
    message: "The server is busy. Try again in a moment.",
  },
} as const;

export function signInRefusal({ kind }: { kind: Exclude<SignInOutcome["kind"], "signed_in"> }) {
  return new ConsoleRefusal(REFUSALS[kind]);
}

/** At the field for the code of the authenticator. */
export function wrongCodeRefusal(): ConsoleRefusal {
  return new ConsoleRefusal(REFUSALS.refused_code, { code: "The code is incorrect." });
}
