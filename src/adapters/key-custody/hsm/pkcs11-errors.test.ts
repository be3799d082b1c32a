/** Tests of pkcs11-errors.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { isPinRefused, isSessionLost, readPkcs11Failure } from "./pkcs11-errors.ts";

/** As pkcs11js throws it. */
function pkcs11Error(message: string, method = ""): Error {
  return Object.assign(new Error(message), { method });
}

test("a failure has the code and the function of the module", () => {
  const failure = readPkcs11Failure(pkcs11Error("CKR_DEVICE_REMOVED", "C_Encrypt"));
  assert.deepEqual(failure, { code: "CKR_DEVICE_REMOVED", call: "C_Encrypt" });
  const raw = readPkcs11Failure(new Error("CKR_KEY_TYPE_INCONSISTENT:99"));
  assert.deepEqual(raw, { code: "CKR_KEY_TYPE_INCONSISTENT", call: "" });
  assert.equal(readPkcs11Failure(new Error("something else")), undefined);
  assert.equal(readPkcs11Failure("CKR_OK"), undefined);
});

test("lost sessions, refused PINs and refused calls are told apart", () => {
  const kinds = (code: string) => {
    const failure = { code, call: "" };
    return [isSessionLost(failure), isPinRefused(failure)];
  };
  assert.deepEqual(kinds("CKR_SESSION_HANDLE_INVALID"), [true, false]);
  assert.deepEqual(kinds("CKR_USER_NOT_LOGGED_IN"), [true, false]);
  assert.deepEqual(kinds("CKR_PIN_LOCKED"), [false, true]);
  assert.deepEqual(kinds("CKR_MECHANISM_INVALID"), [false, false]);
});
