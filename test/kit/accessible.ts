/** Whether a page is fit for those who see, hear or press keys only: axe finds nothing. */
import assert from "node:assert/strict";
import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";

export async function assertAccessible(page: Page, about = ""): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .options({ resultTypes: ["violations"] })
    // Otherwise every look opens a page of its own, and our pages have no frames to go into.
    .setLegacyMode(true)
    // What opens above a page, such as a menu, stands outside its parts by nature.
    .disableRules(["region"])
    .analyze();
  assert.deepEqual(
    violations.map(({ id, nodes }) => [page.url(), about, id, nodes[0]?.html]),
    [],
  );
}
