/** A real browser, where the machine has one: `npm test` finds or installs it. */
import { after, type TestContext } from "node:test";
import {
  type Browser,
  type BrowserContext,
  chromium,
  type Page,
  type Request,
} from "playwright-core";

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

const SHOWN_MAX = 2_000;

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
  const trouble = watchPage(page, base);
  describeFailures(t, page);
  return { page, trouble };
}

/** Reports what a person would see, and what is still loading. A missing text alone explains little. */
function describeFailures(t: TestContext, page: Page): void {
  const loading = new Set<Request>();
  page.on("request", (request) => loading.add(request));
  page.on("requestfinished", (request) => loading.delete(request));
  page.on("requestfailed", (request) => loading.delete(request));
  t.afterEach(async ({ name, passed }: TestContext) => {
    if (passed) return;
    const text = (await page.locator("body").innerText()).slice(0, SHOWN_MAX);
    const waiting = [...loading].map((request) => request.url());
    t.diagnostic(`${name}: ${page.url()} shows ${JSON.stringify(text)}; loading: ${waiting}`);
  });
}

/**
 * Navigates in the console like a link: the router listens to pushState. Loading the page again
 * takes a second of CPU time.
 */
export async function showScreen(page: Page, path: string): Promise<void> {
  await page.evaluate(`history.pushState({}, "", ${JSON.stringify(`/console${path}`)})`);
}

/**
 * Uses a session from the next page on. The page before it is left first, because its last requests
 * would be refused to the next person.
 */
export async function switchSession(page: Page, cookie: string): Promise<void> {
  const [name = "", value = ""] = cookie.split("=");
  await page.goto("about:blank");
  await page.context().addCookies([{ name, value, domain: "127.0.0.1", path: "/console" }]);
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
