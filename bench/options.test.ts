/** Tests of options.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { OptionError, readOptions } from "./options.ts";

const NAMES = ["start", "status"];

test("without options every row has seven rounds and no time limit", () => {
  const { only, json, pace } = readOptions([], NAMES);
  assert.deepEqual([only, json, pace.rounds, pace.roundsMin], [[], undefined, 7, 7]);
});

test("--quick runs fewer and shorter rounds, within a limit", () => {
  const { pace } = readOptions(["--quick"], NAMES);
  assert.ok(pace.rounds < 7 && pace.seconds < 1 && pace.rowLimitMs <= 5_000);
});

test("--only, --json, --rounds and --seconds are used as given", () => {
  const words = ["--only", "status", "--json", "out.json", "--rounds", "3", "--seconds", "0.2"];
  const { only, json, pace } = readOptions(words, NAMES);
  assert.deepEqual([only, json, pace.rounds, pace.seconds], [["status"], "out.json", 3, 0.2]);
});

for (const words of [
  ["--only", "stat"],
  ["--rounds", "0"],
  ["--rounds", "1.5"],
  ["--seconds", "-1"],
  ["--seconds", "soon"],
  ["--slowly"],
  ["status"],
]) {
  test(`${words.join(" ")} is refused`, () => {
    assert.throws(() => readOptions(words, NAMES), OptionError);
  });
}
