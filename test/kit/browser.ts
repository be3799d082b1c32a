/** A real browser, where the machine has one: `npm test` finds or installs it. */
import { after, type TestContext } from "node:test";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";

const CHROMIUM = process.env["TEST_CHROMIUM"];

/** Why browser tests cannot run here, or false. */
export const NO_BROWSER = CHROMIUM === undefined && "there is no Chromium here";

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // Pages live too short for optimized code: without it, a walk takes a sixteenth less CPU time.
  "--js-flags=--no-opt --max-lazy",
];

/** One browser for a whole file, because starting it takes longer than most tests. */
let browser: Promise<Browser> | undefined;
after(async () => (await browser)?.close());

/** A new profile with its own cookies, storage and cache. */
export async function openBrowser(t: TestContext): Promise<BrowserContext> {
  browser ??= chromium.launch({ executablePath: CHROMIUM ?? "", args: FLAGS });
  const context = await (await browser).newContext({
    viewport: { width: 1280, height: 900 },
    // Tests do not wait for animations.
    reducedMotion: "reduce",
    // A browser with windows lets the page in front copy without asking.
    permissions: ["clipboard-write"],
  });
  t.after(() => context.close());
  return context;
}

/** A new page, and the list of what must not happen on it. */
export async function openWatchedPage(t: TestContext, base: string) {
  const page = await (await openBrowser(t)).newPage();
  return { page, trouble: watchPage(page, base) };
}

/** Navigates in the console like a link. Loading the page again takes a second of CPU time. */
export async function showScreen(page: Page, path: string): Promise<void> {
  await page.evaluate(`history.pushState({}, "", ${JSON.stringify(`/console${path}`)})`);
  await page.evaluate('dispatchEvent(new PopStateEvent("popstate"))');
}

/** Collects console messages, errors and requests to other hosts. */
export function watchPage(page: Page, base: string): string[] {
  const trouble: string[] = [];
  page.on("console", (message) => trouble.push(message.text()));
  page.on("pageerror", (error) => trouble.push(error.message));
  page.on("request", (request) => {
    if (!request.url().startsWith(base)) trouble.push(request.url());
  });
  return trouble;
}
