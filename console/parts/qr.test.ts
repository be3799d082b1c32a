/** QR codes, compared with those of another encoder under the same mask. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { qrOf } from "./qr.ts";

const URI =
  "otpauth://totp/Sixdoors%3Aowner%40books.test?secret=ABCDEFGHIJKLMNOPQRSTUVWXYZ234567&issuer=Sixdoors";

function written(text: string): string {
  const rows = qrOf(text) ?? [];
  return rows.map((row) => row.map((dark) => (dark ? "1" : "0")).join("")).join("\n");
}

test("a link of an authenticator is the symbol that others make of it", () => {
  for (const [length, side, digest] of [
    [17, 21, "e420cfd06f9a1eda"],
    [95, 37, "227d48af74606719"],
    [272, 61, "1011849d37e368b7"],
    [500, 77, "ae64b6ea63535be9"],
  ] as const) {
    const text = URI.repeat(6).slice(0, length);
    const symbol = written(text);
    assert.equal(symbol.indexOf("\n"), side);
    assert.equal(createHash("sha256").update(symbol).digest("hex").slice(0, 16), digest);
  }
});

test("every version has the size that it must have, and too long a text has none", () => {
  const sides = [17, 32, 53, 78, 106, 134, 154, 192, 230, 271, 321, 367, 425, 458, 520].map(
    (length) => written("x".repeat(length)).indexOf("\n"),
  );
  assert.deepEqual(sides, [21, 25, 29, 33, 37, 41, 45, 49, 53, 57, 61, 65, 69, 73, 77]);
  assert.equal(qrOf("x".repeat(521)), undefined);
});
