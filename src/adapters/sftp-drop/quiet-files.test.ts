/** Servers that leave sizes out of their listings. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { addMissingSizes } from "./quiet-files.ts";

test("a size that the listing does not have is asked for, and only that", async () => {
  const asked: string[] = [];
  const listed = [
    { name: "a.ach", size: 7, modifiedMs: 0 },
    { name: "b.ach", size: undefined, modifiedMs: 0 },
    { name: "gone.ach", size: undefined, modifiedMs: 0 },
  ];
  const files = await addMissingSizes(listed, async (name) => {
    asked.push(name);
    return name === "b.ach" ? { size: 9 } : undefined;
  });
  assert.deepEqual(
    files.map(({ size }) => size),
    [7, 9, undefined],
  );
  assert.deepEqual(asked, ["b.ach", "gone.ach"]);
});
