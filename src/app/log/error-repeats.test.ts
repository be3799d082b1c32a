/** Tests of error-repeats.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ErrorRepeats, type RepeatedLine } from "./error-repeats.ts";

function open() {
  let nowMs = 0;
  const due: (() => void)[] = [];
  const lines: RepeatedLine[] = [];
  const repeats = new ErrorRepeats({
    nowMs: () => nowMs,
    later: (work) => void due.push(work),
    write: (line) => void lines.push(line),
  });
  const pass = (ms: number) => {
    nowMs += ms;
    for (const work of due.splice(0)) work();
  };
  return { repeats, lines, pass };
}

const away = (code: string) => Object.assign(new Error(`connect ${code}`), { code });
const bug = (message: string) => new TypeError(message);

test("the first error of an outage is logged in full, and later ones as one line per second", () => {
  const { repeats, lines, pass } = open();
  const written = Array.from({ length: 171 }, (_, place) =>
    repeats.isRepeated("request failed", away(place % 2 === 0 ? "ECONNREFUSED" : "57P03")),
  ).filter((isRepeated) => !isRepeated);
  assert.equal(written.length, 1);
  assert.equal(repeats.isRepeated("a database connection was lost", away("57P01")), false);
  assert.equal(repeats.isRepeated("a database connection was lost", away("57P01")), true);
  assert.deepEqual(lines, []);
  pass(1_000);
  assert.deepEqual(lines, [
    {
      repeated: 171,
      messages: { "request failed": 170, "a database connection was lost": 1 },
      code: "57P01",
      reason: "connect 57P01",
    },
  ]);
  pass(1_000);
  assert.equal(lines.length, 1, "a second without errors has no line");
});

test("a different error during an outage is logged at once", () => {
  const { repeats } = open();
  repeats.isRepeated("request failed", away("ECONNREFUSED"));
  repeats.isRepeated("request failed", away("ECONNREFUSED"));
  assert.equal(repeats.isRepeated("request failed", bug("x is undefined")), false);
  assert.equal(repeats.isRepeated("request failed", bug("y is undefined")), false);
});

test("the same message from another place is a different error", () => {
  const { repeats } = open();
  const [here, there] = [bug("x is undefined"), bug("x is undefined")];
  assert.equal(repeats.isRepeated("request failed", here), false);
  assert.equal(repeats.isRepeated("request failed", here), true);
  there.stack = "TypeError: x is undefined\n    at elsewhere.ts:1:1";
  assert.equal(repeats.isRepeated("request failed", there), false);
});

test("an outage that begins a minute after the last one is logged in full again", () => {
  const { repeats, pass } = open();
  repeats.isRepeated("request failed", away("ECONNREFUSED"));
  pass(59_000);
  assert.equal(repeats.isRepeated("request failed", away("ECONNREFUSED")), true);
  pass(60_000);
  assert.equal(repeats.isRepeated("request failed", away("ECONNREFUSED")), false);
});

test("any number of different errors is logged, with bounded memory", () => {
  const { repeats } = open();
  for (let count = 0; count < 2_000; count++) {
    assert.equal(repeats.isRepeated("request failed", bug(`id ${count}`)), false);
  }
});
