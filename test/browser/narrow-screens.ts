/** Screens at the width of a phone and of a desk: nothing is beside the screen, and axe finds nothing. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { assertAccessible } from "../kit/accessible.ts";
import { showScreen } from "../kit/browser.ts";

export const PHONE = { width: 390, height: 844 };
export const DESK = { width: 1280, height: 900 };

/** The titles of screens by their paths. */
export type Screens = Readonly<Record<string, string>>;

/** The other walks check the same screens for accessibility on a desk. */
export async function assertFitBothWidths(page: Page, screens: Screens): Promise<void> {
  for (const [path, title] of Object.entries(screens)) {
    await page.setViewportSize(PHONE);
    await showScreen(page, path);
    await page.getByRole("heading", { level: 1, name: title }).waitFor();
    await waitUntilLoaded(page);
    await assertFits(page, `${path} on a phone`);
    await assertAccessible(page, `${path} on a phone`);
    await page.setViewportSize(DESK);
    await assertFits(page, `${path} on a desk`);
  }
}

export async function assertFits(page: Page, about: string): Promise<void> {
  const beside = "document.documentElement.scrollWidth - innerWidth";
  assert.equal(await page.evaluate(beside), 0, about);
}

async function waitUntilLoaded(page: Page): Promise<void> {
  for (const part of [".mantine-Skeleton-root", "[aria-busy=true]"]) {
    const loading = page.locator(`#screen ${part}`);
    await loading.first().waitFor({ state: "hidden" });
  }
}
