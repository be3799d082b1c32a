/** Names of AVS and CVV result codes. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { AVS_CODES, CVV_CODES } from "../../../src/core/accounts/account-settings.ts";
import {
  describeAvsCode,
  describeAvsCodes,
  describeAvsResult,
  describeCvvCode,
  describeCvvCodes,
} from "./result-codes.ts";

test("every result code of the contract has a name", () => {
  const unnamed = (codes: string, describe: (code: string) => string) =>
    [...codes].filter((code) => code !== "?" && describe(code).endsWith("Unknown result"));
  assert.deepEqual(unnamed(AVS_CODES, describeAvsCode), []);
  assert.deepEqual(unnamed(CVV_CODES, describeCvvCode), []);
  assert.equal(describeAvsCode("?"), "? Unknown result");
});

test("a list of codes is shown with their names, and an empty list as none", () => {
  assert.equal(
    describeAvsCodes("NU"),
    "N Address and ZIP do not match; U Address information unavailable",
  );
  assert.equal(describeCvvCodes(""), "None");
  assert.equal(describeAvsResult(null), undefined);
});
