/** A real browser, where the machine has one: `npm test` finds or installs it. */
import { after, type TestContext } from "node:test";
import { type Browser, type BrowserContext, chromium } from "playwright-core";

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

/** One for a whole file: a start of it costs more than most of what a test does with it. */
let browser: Promise<Browser> | undefined;
after(async () => (await browser)?.close());

/** As new: with cookies, storage and a cache of its own. */
export async function openBrowser(t: TestContext): Promise<BrowserContext> {
  browser ??= chromium.launch({ executablePath: CHROMIUM ?? "", args: FLAGS });
  const context = await (await browser).newContext({
    viewport: { width: 1280, height: 900 },
    // What fades in is looked at when it is there.
    reducedMotion: "reduce",
  });
  t.after(() => context.close());
  return context;
}
