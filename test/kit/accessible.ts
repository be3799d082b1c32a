/** Whether a page is fit for those who see, hear or press keys only: axe finds nothing. */
import assert from "node:assert/strict";
import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";

export async function assertAccessible(page: Page, about = ""): Promise<void> {
  const { violations } = await (await axeIn(page))
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

/** It stays in a page until that is loaded anew; its source is a megabyte, so it is sent once. */
async function axeIn(page: Page): Promise<AxeBuilder> {
  const isThere = await page.evaluate('typeof globalThis.axe?.run === "function"');
  return new AxeBuilder({ page, ...(isThere === true && { axeSource: "/* It is there. */" }) });
}
