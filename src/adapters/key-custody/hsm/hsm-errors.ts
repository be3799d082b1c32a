/** Errors of an HSM, in words for the log and for the terminal. They never contain a PIN or a key. */
import { PinRefused, StartError } from "../../../ports/start-error.ts";
import type { HsmFailure, HsmThreadSettings } from "./hsm-calls.ts";

/** The HSM cannot do what was asked. The message is a sentence. */
export class HsmError extends Error {
  override readonly name = "HsmError";
  readonly failure: HsmFailure | "timeout" | "busy";

  constructor(message: string, failure: HsmError["failure"]) {
    super(message);
    this.failure = failure;
  }
}

/**
 * The session is lost, or the HSM refused the call. SoftHSM refuses calls at random while another
 * thread or process creates a key: it shows the key before all of its attributes are written.
 */
export function mayWorkInNewSession(error: unknown): boolean {
  if (!(error instanceof HsmError) || typeof error.failure === "string") return false;
  return error.failure.kind === "session_lost" || error.failure.kind === "refused";
}

export function isMissingKey(error: unknown): boolean {
  if (!(error instanceof HsmError) || typeof error.failure === "string") return false;
  return error.failure.kind === "key_not_found";
}

export function isRefusedPin(error: unknown): boolean {
  if (!(error instanceof HsmError) || typeof error.failure === "string") return false;
  return error.failure.kind === "pin_refused";
}

/** The PIN in this file was refused before, by this process or another one, so it is not sent. */
export function refusedPinError(settings: Settings): HsmError {
  const failure = { kind: "pin_refused", code: "refused before" } as const;
  return new HsmError(describeHsmFailure(failure, settings), failure);
}

/** For the start: any error of the HSM is a sentence for the terminal. */
export function toStartError(error: unknown): unknown {
  if (isRefusedPin(error)) return new PinRefused((error as HsmError).message);
  return error instanceof HsmError ? new StartError(error.message) : error;
}

type Settings = Pick<HsmThreadSettings, "module" | "pinFile" | "tokenLabel" | "slot">;

export function describeHsmFailure(failure: HsmFailure, settings: Settings): string {
  const { module, pinFile } = settings;
  switch (failure.kind) {
    case "package_missing":
      return `HSM_MODULE needs the package pkcs11js, which is not installed or was not built. Install Python and a C++ compiler, then run npm install pkcs11js, or npm rebuild pkcs11js if it is there. (${failure.why})`;
    case "module_unusable":
      return `HSM_MODULE ${module} cannot be loaded. ${failure.why}`;
    case "token_not_found":
      return `The HSM has no ${tokenWords(settings)}. ${presentWords(failure.presentLabels)}`;
    case "pin_unreadable":
      return failure.why;
    case "pin_refused":
      return `The HSM refuses the PIN in HSM_PIN_FILE ${pinFile} (${failure.code}). It is not tried again until the file changes.`;
    case "key_not_found":
      return failure.why;
    case "session_lost":
      return `The HSM cannot work now: ${failure.call || "its session"} failed (${failure.code}).`;
    case "refused":
      return `The HSM refused ${failure.call || "a call"} (${failure.code}).`;
    case "broken":
      return failure.why;
  }
}

function tokenWords({ tokenLabel, slot }: Settings): string {
  return tokenLabel === undefined
    ? `token in slot ${slot} (HSM_SLOT)`
    : `token ${tokenLabel} (HSM_TOKEN)`;
}

function presentWords(labels: readonly string[]): string {
  const named = labels.filter((label) => label !== "");
  return named.length === 0 ? "It has no initialized token." : `It has: ${named.join(", ")}.`;
}
