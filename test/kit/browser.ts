/** A real browser, where the machine has one: `npm test` finds or installs it. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { TestContext } from "node:test";
import { type BrowserContext, chromium } from "playwright-core";

const CHROMIUM = process.env["TEST_CHROMIUM"];

/** Why browser tests cannot run here, or false. */
export const NO_BROWSER = CHROMIUM === undefined && "there is no Chromium here";

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export async function openBrowser(t: TestContext): Promise<BrowserContext> {
  const profile = await mkdtemp(path.join(tmpdir(), "sixdoors-browser-"));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: CHROMIUM ?? "",
    args: FLAGS,
    viewport: { width: 1280, height: 900 },
    // What fades in is looked at when it is there.
    reducedMotion: "reduce",
  });
  t.after(async () => {
    await context.close();
    await rm(profile, { recursive: true, force: true });
  });
  return context;
}
