/** docs/interfaces/pos.md agrees with the program. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { SALE_STATUSES } from "../../src/core/pos/sales/sale.ts";
import { interfacePage } from "../kit/pages.ts";

test("the page lists every status of a sale", () => {
  const page = interfacePage("pos.md");
  for (const status of SALE_STATUSES) assert.ok(page.includes(`\`${status}\``), status);
});
