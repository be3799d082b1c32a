/**
 * Errors of a PKCS#11 module by their names in the standard. They name a function and a code, never a
 * value that was passed to it.
 */

export interface Pkcs11Failure {
  /** Such as CKR_PIN_INCORRECT. */
  readonly code: string;
  /** Such as C_Login; empty if unknown. */
  readonly call: string;
}

/**
 * The session, the login, an object's handle or the token is gone, or the session is in the middle of
 * an operation. A new session may help.
 */
const LOST: readonly string[] = [
  "CKR_CRYPTOKI_NOT_INITIALIZED",
  "CKR_DEVICE_ERROR",
  "CKR_DEVICE_REMOVED",
  "CKR_FUNCTION_FAILED",
  "CKR_GENERAL_ERROR",
  "CKR_KEY_HANDLE_INVALID",
  "CKR_OBJECT_HANDLE_INVALID",
  "CKR_OPERATION_ACTIVE",
  "CKR_SESSION_CLOSED",
  "CKR_SESSION_HANDLE_INVALID",
  "CKR_SLOT_ID_INVALID",
  "CKR_TOKEN_NOT_PRESENT",
  "CKR_TOKEN_NOT_RECOGNIZED",
  "CKR_USER_NOT_LOGGED_IN",
];

const WRONG_PIN: readonly string[] = [
  "CKR_PIN_INCORRECT",
  "CKR_PIN_INVALID",
  "CKR_PIN_LEN_RANGE",
  "CKR_PIN_EXPIRED",
  "CKR_PIN_LOCKED",
];

export function isSessionLost({ code }: Pkcs11Failure): boolean {
  return LOST.includes(code);
}

export function isPinRefused({ code }: Pkcs11Failure): boolean {
  return WRONG_PIN.includes(code);
}

/** Returns undefined if the error does not come from a PKCS#11 module. */
export function readPkcs11Failure(error: unknown): Pkcs11Failure | undefined {
  if (!(error instanceof Error)) return undefined;
  const [code] = /\bCKR_[A-Z0-9_]+/.exec(error.message) ?? [];
  const [call] = /\bC_[A-Za-z]+/.exec(`${methodName(error)} ${error.message}`) ?? [""];
  return code === undefined ? undefined : { code, call };
}

/** pkcs11js keeps the name of the function beside the message. */
function methodName(error: Error): string {
  return "method" in error ? String(error.method) : "";
}
