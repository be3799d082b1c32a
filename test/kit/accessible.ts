/** Checks that a page works for people who see, hear or use the keyboard only: axe finds nothing. */
import assert from "node:assert/strict";
import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";

/** The frame around every screen of the console. It stays the same while screens change. */
const FRAME = ["#navigation", "header"];
/** Rows of a table look alike, and contrast, three quarters of a check's time, is per cell. */
const LATER_ROWS = "tbody tr:nth-child(n+5)";

export function assertAccessible(page: Page, about = ""): Promise<void> {
  return assertNoViolations(page, about, FRAME);
}

/**
 * For a screen whose kind (list, form, details) is checked in full elsewhere: all rules but contrast,
 * which depends on the kind only and takes most of the time.
 */
export function assertAccessibleExceptColors(page: Page, about = ""): Promise<void> {
  return assertNoViolations(page, about, FRAME, ["color-contrast"]);
}

/** For tests that change the frame itself. */
export function assertFrameAccessible(page: Page, about = ""): Promise<void> {
  return assertNoViolations(page, about, []);
}

async function assertNoViolations(
  page: Page,
  about: string,
  known: readonly string[],
  skipped: readonly string[] = [],
): Promise<void> {
  const axe = (await openAxe(page, known))
    .exclude(LATER_ROWS)
    // No rule that is on needs the style sheets, which axe would fetch again every time.
    .options({ resultTypes: ["violations"], preload: false })
    // Otherwise every check opens a page of its own, and our pages have no frames to check.
    .setLegacyMode(true)
    // Menus and dialogs open outside of the page's regions.
    .disableRules(["region", ...skipped]);
  const { violations } = await axe.analyze();
  assert.deepEqual(
    violations.map(({ id, nodes }) => [page.url(), about, id, nodes[0]?.html]),
    [],
  );
}

/**
 * A loaded page keeps axe, whose source is a megabyte, so it is sent once. Later checks of the same
 * page leave out the known parts.
 */
async function openAxe(page: Page, known: readonly string[]): Promise<AxeBuilder> {
  const isThere = await page.evaluate('typeof globalThis.axe?.run === "function"');
  if (isThere !== true) return new AxeBuilder({ page });
  const axe = new AxeBuilder({ page, axeSource: "/* It is there. */" });
  return known.reduce((checked, part) => checked.exclude(part), axe);
}
