/** The tables of docs/interfaces/parser.md agree with the program. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";
import { DEVICE_TYPE_TABLE, DEVICE_TYPES } from "../../src/core/management/devices/device-types.ts";
import { REFUSAL_CODES } from "../../src/interfaces/parser/refusal-codes.ts";
import { interfacePage, readTable } from "../kit/pages.ts";

const PAGE = interfacePage("parser.md");
const ERRORS = await readFile(
  path.resolve(import.meta.dirname, "../../src/interfaces/parser/errors.ts"),
  "utf8",
);
test("the table of device types agrees with the code", () => {
  const rows = DEVICE_TYPES.map((type) => {
    const { makersName, layout, ksnFrom, serialFrom } = DEVICE_TYPE_TABLE[type];
    const also = makersName === undefined ? "" : `\`${makersName}\``;
    return [`\`${type}\``, also, layout, ksnFrom, serialFrom];
  });
  assert.deepEqual(readTable(PAGE, "deviceType"), rows);
});

test("the table of errors lists every code of the interface with its status", () => {
  const documented = new Map(
    readTable(PAGE, "errCode").flatMap(([codes = "", status = ""]) =>
      codes.split(", ").map((code) => [Number(code), Number(status)] as const),
    ),
  );
  for (const code of Object.values(REFUSAL_CODES))
    assert.equal(documented.get(code), 400, String(code));
  for (const [, status, code] of ERRORS.matchAll(/error\((\d{3}), (\d+),/g)) {
    // These two are mentioned in the description of a code with another status.
    if (status === "413" || status === "415") continue;
    assert.equal(documented.get(Number(code)), Number(status), `${code}`);
  }
});
