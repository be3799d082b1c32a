/** `keys rotate master` with keys from the environment, as an operator runs it, and run again. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { runHere } from "../kit/command-process.ts";
import { openSeededDatabase } from "../kit/database.ts";

const [OLD, NEW] = ["7e57".repeat(16), "ab12".repeat(16)];

test("a rotation that is already done reports it in one sentence", async (t) => {
  const { url: DATABASE_URL } = await openSeededDatabase(t);
  const rotate = (MASTER_KEY: string, MASTER_KEY_OLD: string) =>
    runHere(["keys", "rotate", "master"], { DATABASE_URL, MASTER_KEY, MASTER_KEY_OLD });
  const said = "MASTER_KEY is already in use: nothing to do. Remove MASTER_KEY_OLD.\n";

  const same = await rotate(OLD, OLD);
  assert.deepEqual([same.code, same.stderr], [1, said]);
  const first = await rotate(NEW, OLD);
  assert.deepEqual([first.code, first.stderr], [0, ""]);
  const again = await rotate(NEW, OLD);
  assert.deepEqual([again.code, again.stderr], [1, said]);
});
