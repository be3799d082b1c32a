/** Tests of same-bytes.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { sameBytes } from "./same-bytes.ts";

test("equal bytes of any length are the same, and no others", () => {
  const bytes = fc.uint8Array({ maxLength: 40 });
  fc.assert(
    fc.property(bytes, bytes, (one, other) => {
      assert.equal(sameBytes(one, Uint8Array.from(one)), true);
      assert.equal(sameBytes(one, other), Buffer.compare(one, other) === 0);
    }),
  );
  assert.equal(sameBytes(Uint8Array.of(1), Uint8Array.of(1, 0)), false);
});
