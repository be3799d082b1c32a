/** The server, the page and the steps that the walks of the merchant's payment screens share. */
import type { TestContext } from "node:test";
import type { Page } from "playwright-core";
import type { SignIn } from "../../src/interfaces/console/contract.ts";
import { openTestApp, type TestApp } from "../kit/app.ts";
import { openWatchedPage, showScreen, switchSession } from "../kit/browser.ts";
import { addAgentUser, MerchantClient } from "../kit/merchant.ts";

const NO_LIMITS = { callerPerSecond: 0, addressPerSecond: 0 };
export const NUMBER = "4111111111111111";

export interface Shop {
  readonly app: TestApp;
  readonly page: Page;
  readonly base: string;
  /** Must stay empty: errors, and requests to other hosts. */
  readonly trouble: string[];
  /** Leaves the last screen and opens this one, without loading the page. */
  go(path: string): Promise<void>;
}

/** One server and one browser for all tests, because starting them takes longer than a test. */
export async function openShop(t: TestContext): Promise<Shop> {
  const app = await openTestApp(t, { processorTimeoutMs: 300 }, NO_LIMITS);
  const base = await app.server.listen({ host: "127.0.0.1", port: 0 });
  await addAgentUser(app);
  const { page, trouble } = await openWatchedPage(t, base);
  const go = async (path: string) => {
    await showScreen(page, "/me");
    await page.getByRole("heading", { name: "Profile" }).waitFor();
    await showScreen(page, path);
  };
  return { app, base, page, trouble, go };
}

/** Sets the session cookie without the sign-in page, which has its own test. */
export async function enter({ app, page, base, trouble }: Shop, proof: SignIn): Promise<void> {
  const client = await MerchantClient.of(app, proof);
  await switchSession(page, client.cookie);
  await page.goto(`${base}/console/me`);
  trouble.length = 0;
}

export async function countSales({ database }: TestApp): Promise<number> {
  const [row] = await database.owner.rows<{ count: number }>`
    select count(*)::int as count from transactions where transaction_type = 'SALE'`;
  return row?.count ?? 0;
}

/** Everything that the page could have stored, read inside the page. */
const KEPT = `[location.href, document.documentElement.outerHTML, JSON.stringify([
  {...localStorage}, {...sessionStorage}, history.state,
  ...[...document.querySelectorAll("input")].map(({value}) => value)])].join("\\n")`;

export async function keptIn(page: Page): Promise<string> {
  return String(await page.evaluate(KEPT)).replaceAll(" ", "");
}

/** All at once, because the form is drawn again after every key. */
export async function enterCard(page: Page, amount: string): Promise<void> {
  await page.getByRole("textbox", { name: "Amount", exact: true }).fill(amount);
  await page.getByRole("textbox", { name: "Card number" }).fill(NUMBER);
  await page.getByRole("textbox", { name: "Expiration date" }).fill("1230");
  await page.getByRole("textbox", { name: "Security code" }).fill("123");
}
