/** Tests of chip-tags.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { HOST_CHIP_TAGS, selectHostTags } from "./chip-tags.ts";

const FIELD_55_MAX = 255;
const CARD_DATA = ["57", "5A", "5F20", "5F24", "56", "9F1F", "9F20", "9F6B", "99"];

test("all tags with their longest values fit in field 55", () => {
  const sizes = [...HOST_CHIP_TAGS].map(([tag, max]) => tag.length / 2 + 1 + max);
  const sum = sizes.reduce((one, other) => one + other, 0);
  assert.ok(sum <= FIELD_55_MAX, `${sum} bytes`);
});

test("tags with card data or a PIN are never selected", () => {
  const asked: string[] = [];
  const selected = selectHostTags((tag) => {
    asked.push(tag);
    return Buffer.alloc(1);
  });
  assert.deepEqual([...(selected?.keys() ?? [])], [...HOST_CHIP_TAGS.keys()]);
  for (const tag of CARD_DATA) assert.ok(!asked.includes(tag), tag);
});

test("a value that is empty or too long for its tag is left out", () => {
  const values = new Map([
    ["9F26", Buffer.alloc(9)],
    ["95", Buffer.alloc(0)],
    ["9A", Buffer.alloc(3)],
  ]);
  const selected = selectHostTags((tag) => values.get(tag));
  assert.deepEqual([...(selected?.keys() ?? [])], ["9A"]);
  assert.equal(
    selectHostTags(() => undefined),
    undefined,
  );
});
