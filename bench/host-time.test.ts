/** Tests of host-time.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { parseHostTimes, readHostTimes, takenShare } from "./host-time.ts";

const STAT = `cpu  100 0 50 800 10 0 20 20 7 0
cpu0 50 0 25 400 5 0 10 10 3 0
intr 12345
`;

test("the eighth number of all processors is the time that the host took", () => {
  assert.deepEqual(parseHostTimes(STAT), { taken: 20, all: 1_000 });
});

test("the share is computed for the time between two readings", () => {
  assert.equal(takenShare({ taken: 20, all: 1_000 }, { taken: 50, all: 1_200 }), 0.15);
  assert.equal(takenShare({ taken: 20, all: 1_000 }, { taken: 20, all: 1_200 }), 0);
});

test("a system without these figures counts as undisturbed", () => {
  assert.equal(readHostTimes("/nothing/here"), undefined);
  assert.equal(parseHostTimes("cpu  1 2 3\n"), undefined);
  assert.equal(takenShare(undefined, undefined), 0);
});
