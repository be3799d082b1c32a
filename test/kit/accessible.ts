/** Checks that a page works for people who see, hear or use the keyboard only: axe finds nothing. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { type Asked, findViolations, loadAxe } from "./check-in-page.ts";

/** The frame around every screen of the console. It stays the same while screens change. */
const FRAME = ["#navigation", "header"];
/** Rows of a table are alike. */
const LATER_ROWS = "tbody tr:nth-child(n+5)";
/** Menus and dialogs open outside of the page's regions. */
const OFF: Asked["rules"] = { region: { enabled: false } };
/** The console follows the browser's color scheme in a moment, other pages at once. */
const NOT_YET = { dark: "light", light: "dark" } as const;

/** All rules, with the contrast of texts that look like none before. */
export async function assertAccessible(page: Page, about = "", rules = OFF): Promise<void> {
  const isKnown = await loadAxe(page);
  const left = isKnown ? [LATER_ROWS, ...FRAME] : [LATER_ROWS];
  await assertNoViolations(page, about, { left, rules });
}

/** For tests that change the frame itself. */
export async function assertFrameAccessible(page: Page, about = ""): Promise<void> {
  await loadAxe(page);
  await assertNoViolations(page, about, { left: [LATER_ROWS], rules: OFF });
}

/** Once for each kind of screen, in light colors with all rules, and in dark ones for contrast. */
export async function assertAccessibleInBothSchemes(
  page: Page,
  about = "",
  rules = OFF,
): Promise<void> {
  await assertAccessible(page, about, rules);
  await changeScheme(page, "dark");
  const left = [LATER_ROWS];
  await assertNoViolations(page, `${about} dark`, { left, rules: {}, colorsOnly: true });
  await changeScheme(page, "light");
}

async function changeScheme(page: Page, colorScheme: "dark" | "light"): Promise<void> {
  await page.emulateMedia({ colorScheme });
  const followed = `html:not([data-mantine-color-scheme="${NOT_YET[colorScheme]}"])`;
  await page.locator(followed).waitFor({ state: "attached" });
}

async function assertNoViolations(page: Page, about: string, asked: Asked): Promise<void> {
  const found = await findViolations(page, asked);
  assert.deepEqual(
    found.map(([rule, element]) => [page.url(), about, rule, element]),
    [],
  );
}
