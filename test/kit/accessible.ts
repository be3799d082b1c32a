/** Checks a page with axe for users of screen readers and keyboards. */
import assert from "node:assert/strict";
import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";

export async function assertAccessible(page: Page, about = ""): Promise<void> {
  const { violations } = await (await axeIn(page))
    .options({ resultTypes: ["violations"] })
    // Otherwise every check opens another page, and our pages have no frames.
    .setLegacyMode(true)
    // Menus and other overlays are outside the landmarks of the page.
    .disableRules(["region"])
    .analyze();
  assert.deepEqual(
    violations.map(({ id, nodes }) => [page.url(), about, id, nodes[0]?.html]),
    [],
  );
}

/**
 * Axe stays in a page until the page is loaded again. Its source is a megabyte, so it is sent once.
 */
async function axeIn(page: Page): Promise<AxeBuilder> {
  const isThere = await page.evaluate('typeof globalThis.axe?.run === "function"');
  return new AxeBuilder({ page, ...(isThere === true && { axeSource: "/* It is there. */" }) });
}
