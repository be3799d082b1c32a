/** The merchant's payment screens in a browser: dashboard, virtual terminal, transactions and batches. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { reconcile } from "../../src/core/payments/recovery/reconcile.ts";
import type { SignIn } from "../../src/interfaces/console/contract.ts";
import { assertAccessible, assertAccessibleInBothSchemes } from "../kit/accessible.ts";
import { NO_BROWSER } from "../kit/browser.ts";
import { OWNER } from "../kit/console.ts";
import { jobsOf } from "../kit/hooked-app.ts";
import { AGENT, CASHIER, MerchantClient, TYPED_BANK } from "../kit/merchant.ts";
import { followsAgentLinks } from "./merchant-agent.ts";
import { seesBatches } from "./merchant-batches.ts";
import {
  fitsOneScreen,
  schedulesReport,
  seesCustomers,
  seesHeldCredits,
} from "./merchant-customers.ts";
import { asksBeforeDuplicate } from "./merchant-duplicate.ts";
import { worksWithList } from "./merchant-list.ts";
import { looksAsAgent, looksAsCashier, worksOnPhone } from "./merchant-phone.ts";
import {
  countSales,
  enter,
  enterCard,
  keptIn,
  NUMBER,
  openShop,
  type Shop,
} from "./merchant-shop.ts";

async function seesToday({ app, page, go, trouble }: Shop): Promise<void> {
  await go("/");
  await page.getByText("No transactions yet").waitFor();
  await assertAccessible(page);
  const client = await MerchantClient.of(app);
  await client.sell({ amountCents: 12_345, firstName: "Ada", lastName: "Byron" });
  await client.pay({ amountCents: 102 });
  await page.reload();
  await page.getByText("50.0%").waitFor();
  await page.getByText("Ada Byron").waitFor();
  assert.match(await page.getByRole("main").innerText(), /Sales\s+\$123\.45/);
  await page.getByText("Show as table").click();
  await page.getByText("90 days", { exact: true }).click();
  await page.getByRole("region", { name: "Last 90 days" }).waitFor();
  await page.getByText("vs. last").click();
  await page.waitForURL(/with=week/);
  await assertAccessibleInBothSchemes(page);
  assert.deepEqual(trouble, []);
}

/** Key by key, as a cashier does. */
async function typeCard(page: Page, amount: string): Promise<void> {
  await page.getByRole("textbox", { name: "Amount", exact: true }).fill(amount);
  await page.getByRole("textbox", { name: "Card number" }).pressSequentially(NUMBER);
  await page.getByRole("textbox", { name: "Expiration date" }).pressSequentially("1230");
  await page.getByRole("textbox", { name: "Security code" }).fill("123");
}

async function chargesOnce({ app, page, go, trouble }: Shop): Promise<void> {
  const before = await countSales(app);
  await go("/terminal");
  await page.getByRole("button", { name: "Take payment" }).click();
  await page.getByText("Enter an amount, such as 12.34.").waitFor();
  await page.getByRole("textbox", { name: "Card number" }).pressSequentially("4111111111111112");
  await page.getByRole("textbox", { name: "Expiration date" }).focus();
  await page.getByText("a digit is wrong or missing").first().waitFor();
  await assertAccessibleInBothSchemes(page);
  await page.getByRole("textbox", { name: "Card number" }).fill("");
  await typeCard(page, "12.34");
  await page.getByText("Visa", { exact: true }).waitFor();
  assert.equal(
    await page.getByRole("textbox", { name: "Card number" }).inputValue(),
    "4111 1111 1111 1111",
  );
  await page.getByRole("textbox", { name: "Email" }).fill("ada@example.com");
  await page.getByText("Email a receipt").click();
  await page.getByRole("button", { name: "Charge $12.34" }).dblclick();
  await page.getByText("Sale approved").waitFor();
  assert.ok(!(await keptIn(page)).includes(NUMBER));
  await assertAccessibleInBothSchemes(page);
  const url = page.url();
  await page.reload();
  await page.getByText("Sale approved").waitFor();
  assert.equal(page.url(), url);
  assert.equal((await countSales(app)) - before, 1);
  await page.getByRole("button", { name: "Take another payment" }).click();
  await page.getByRole("textbox", { name: "Card number" }).waitFor();
  assert.notEqual(page.url(), url);
  assert.deepEqual(trouble, []);
}

async function takesBank({ page, go, trouble }: Shop): Promise<void> {
  await go("/terminal");
  await page.getByText("Bank account (ACH)").click();
  await page.getByRole("textbox", { name: "Amount", exact: true }).fill("5");
  await page.getByRole("textbox", { name: "Routing number" }).fill("021000022");
  await page.getByRole("textbox", { name: "Account number" }).fill("123456789");
  await page.getByLabel("Customer's authorization").selectOption("CCD");
  await page.getByRole("button", { name: "Charge $5.00" }).click();
  await page.getByText("Check the routing number: a digit is wrong.").waitFor();
  await assertAccessible(page);
  await page.getByRole("textbox", { name: "Routing number" }).fill("021000021");
  await page.getByRole("textbox", { name: "First name" }).fill("Ada");
  await page.getByRole("textbox", { name: "Last name" }).fill("Byron");
  await page.getByRole("button", { name: "Charge $5.00" }).click();
  await page.getByText("Sale approved").waitFor();
  assert.match(await page.getByRole("region", { name: "Receipt" }).innerText(), /6789/);
  assert.deepEqual(trouble, []);
}

async function waitsForAnswer({ app, page, base, go }: Shop): Promise<void> {
  await go("/terminal");
  await enterCard(page, "1.90");
  await page.getByRole("button", { name: "Charge $1.90" }).click();
  await page.getByText("Pending", { exact: true }).waitFor();
  await assertAccessible(page);
  const address = page.url();
  await page.getByRole("link", { name: "View transaction" }).click();
  await page.getByText("Sale of $1.90 was sent to the card network").waitFor();
  await go(address.slice(`${base}/console`.length));
  app.clock.advance({ minutes: 1 });
  await reconcile(jobsOf(app), (error) => assert.fail(String(error)));
  await page.getByText("Sale approved").waitFor();
}

/** The lightness of a computed color, from 0 to 1. */
const LIGHTNESS = `(element, name) => {
  const [r, g, b] = getComputedStyle(element)[name].match(/[\\d.]+/g).map(Number);
  return (r + g + b) / 765;
}`;

async function lightnessOf(page: Page, selector: string, name: string): Promise<number> {
  const asked = `[...document.querySelectorAll(${JSON.stringify(selector)})]
    .map((element) => (${LIGHTNESS})(element, "${name}"))`;
  return Math.max(...((await page.evaluate(asked)) as number[]));
}

async function printsReceipt({ page, go, trouble }: Shop): Promise<void> {
  await page.emulateMedia({ colorScheme: "dark" });
  await page.setViewportSize({ width: 390, height: 700 });
  await go("/terminal");
  await enterCard(page, "21.00");
  await page.getByRole("button", { name: "Charge $21.00" }).click();
  const outcome = page.getByRole("status").filter({ hasText: "Sale approved" });
  await outcome.waitFor();
  const top = (await outcome.boundingBox())?.y ?? -1;
  assert.ok(top > 0 && top < 700, "the result is visible, not only the buttons below it");
  assert.equal(await page.evaluate("document.activeElement.textContent"), "Take another payment");
  await page.getByText("Security code check (CVV)").waitFor();
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  const paper = await page.getByRole("main").innerText();
  assert.match(paper, /Main Street Books\s+Type\s+Sale\s+Amount\s+\$21\.00/);
  assert.doesNotMatch(paper, /CVV|Sale approved|Print/, "details for the merchant only");
  assert.ok(
    (await lightnessOf(page, ".sd-receipt :is(h2, dt, dd, span)", "color")) < 0.4,
    "dark ink",
  );
  assert.equal(await lightnessOf(page, "body", "backgroundColor"), 1, "white paper");
  await page.emulateMedia({ media: "screen", colorScheme: "light" });
  await page.setViewportSize({ width: 1280, height: 900 });
  assert.deepEqual(trouble, []);
}

async function losesConnection({ app, page, go }: Shop): Promise<void> {
  const before = await countSales(app);
  await go("/terminal");
  await enterCard(page, "7.00");
  await page.route("**/merchant/payments", async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.getByRole("button", { name: "Charge $7.00" }).click();
  await page.getByText("Sale approved").waitFor();
  await page.unroute("**/merchant/payments");
  assert.equal((await countSales(app)) - before, 1);
  assert.ok(!(await keptIn(page)).includes(NUMBER));
}

async function findsAndRefunds({ app, page, go, trouble }: Shop): Promise<void> {
  const client = await MerchantClient.of(app);
  const sale = await client.sell({ amountCents: 9_000, firstName: "Ada", lastName: "Byron" });
  await client.pay({ amountCents: 102, firstName: "Grace", lastName: "Hopper" });
  await client.sell(TYPED_BANK);
  await go("/transactions?status=declined");
  await page.getByText("Grace Hopper").waitFor();
  assert.equal(await page.getByText("Ada Byron").count(), 0);
  await page.getByRole("button", { name: "Clear filters" }).click();
  await page.getByRole("searchbox", { name: "Search" }).fill(NUMBER);
  await page.getByText("you cannot search by card number").waitFor();
  assert.ok(!new URL(page.url()).search.includes("4111"));
  await page.getByRole("button", { name: "More filters" }).click();
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("checkbox", { name: "Email" }).click();
  await page.keyboard.press("Escape");
  await page.waitForURL(/hide=email/);
  await assertAccessibleInBothSchemes(page);
  await page.getByRole("searchbox", { name: "Search" }).fill(sale.id);
  await page.waitForURL(/q=/);
  await page.getByText("Grace Hopper").waitFor({ state: "hidden" });
  await page.getByRole("row").nth(1).getByRole("link").click();
  await page.getByRole("heading", { name: "$90.00" }).waitFor();
  await assertAccessibleInBothSchemes(page);

  await page.getByRole("button", { name: "Refund" }).click();
  await page.getByRole("textbox", { name: "Amount" }).fill("95");
  await page.getByRole("dialog").getByRole("button", { name: "Refund" }).click();
  await page.getByText("Enter at most $90.00.").waitFor();
  await page.getByRole("textbox", { name: "Amount" }).fill("30");
  await assertAccessible(page);
  await page.getByRole("dialog").getByRole("button", { name: "Refund" }).dblclick();
  await page.getByText("Refund approved").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).last().click();
  await page.getByText("$60.00").waitFor();
  assert.equal((await client.look(sale.id)).related.length, 1);
  assert.deepEqual(trouble, []);
}

/** Customers enter their own names in payment forms. */
async function keepsAmountsInSight({ app, page, go }: Shop): Promise<void> {
  const client = await MerchantClient.of(app);
  const name = { firstName: "A".repeat(32), lastName: "W".repeat(50) };
  const { id } = await client.sell({ ...name, amountCents: 4_321 });
  await go(`/transactions?q=${id}`);
  const box = await page.getByRole("cell", { name: "$43.21" }).boundingBox();
  const right = (box?.x ?? Infinity) + (box?.width ?? 0);
  assert.ok(right <= (page.viewportSize()?.width ?? 0), `${right} px`);
}

async function actsAsCashier({ app, page, go, trouble }: Shop): Promise<void> {
  const { id } = await (await MerchantClient.of(app)).sell({ firstName: "Ada", lastName: "Byron" });
  await go(`/transactions/${id}`);
  await page.getByRole("button", { name: "Send receipt" }).click();
  await page.getByRole("textbox", { name: "Email address" }).fill("nowhere");
  await page.getByRole("dialog").getByRole("button", { name: "Send receipt" }).click();
  await page.getByText("Enter a valid email address.").waitFor();
  await page.getByRole("textbox", { name: "Email address" }).fill("ada@example.com");
  await page.getByRole("dialog").getByRole("button", { name: "Send receipt" }).click();
  await page.getByText("Receipt to ada@example.com, pending").waitFor();
  for (const name of ["Refund", "Void", "Capture"]) {
    assert.equal(await page.getByRole("button", { name }).count(), 0, name);
  }
  await page.getByRole("link", { name: "Charge again" }).click();
  await page.getByText("Visa 1111, Ada Byron").waitFor();
  await page.getByRole("textbox", { name: "Amount", exact: true }).fill("3");
  await assertAccessible(page);
  await page.getByRole("button", { name: "Charge $3.00" }).click();
  await page.getByText("Sale approved").waitFor();
  await go("/transactions");
  await page.getByText("Ada Byron").first().waitFor();
  assert.deepEqual(
    trouble.filter((line) => !line.includes("422")),
    [],
  );
}

const WALKS: readonly (readonly [string, (shop: Shop) => Promise<void>, SignIn])[] = [
  ["the dashboard shows today's sales and the newest transactions", seesToday, OWNER],
  ["the virtual terminal charges once and keeps no card number", chargesOnce, OWNER],
  ["a duplicate is refused, and charged only after two more presses", asksBeforeDuplicate, OWNER],
  ["a bank account is charged, and errors appear beside their fields", takesBank, OWNER],
  ["an unknown result is shown as pending, and updated when it is known", waitsForAnswer, OWNER],
  ["a lost connection charges once, and the page shows the result", losesConnection, OWNER],
  [
    "a receipt prints dark on white without merchant details, and a phone shows the result first",
    printsReceipt,
    OWNER,
  ],
  [
    "transactions are filtered by the address, found and partially refunded",
    findsAndRefunds,
    OWNER,
  ],
  ["a list is searched, sorted, saved as a view and exported", worksWithList, OWNER],
  ["an agent follows the links of a sub-account's payment", followsAgentLinks, OWNER],
  ["a batch shows its totals by brand, its transactions and a download", seesBatches, OWNER],
  ["stored cards are found, charged again and removed", seesCustomers, OWNER],
  ["a credit that waits for approval is shown and exported", seesHeldCredits, OWNER],
  ["the terminal fits a desk, and its button is in view on a phone", fitsOneScreen, OWNER],
  ["a report has totals, and its schedule sends a link that expires", schedulesReport, OWNER],
  [
    "a long name without spaces does not push the amount off the screen",
    keepsAmountsInSight,
    OWNER,
  ],
  ["dashboard, batches and a refund fit a phone and a desk", worksOnPhone, OWNER],
  [
    "a cashier can send a receipt and charge again, but not change a payment",
    actsAsCashier,
    CASHIER,
  ],
  ["a cashier's screens fit a phone and a desk", looksAsCashier, CASHIER],
  ["an agent looks at a sub-account's payments on a phone and a desk", looksAsAgent, AGENT],
];

test("the merchant's payment screens in a browser", { skip: NO_BROWSER }, async (t) => {
  const shop = await openShop(t);
  let current: SignIn | undefined;
  for (const [name, walk, proof] of WALKS) {
    await t.test(name, async () => {
      if (proof !== current) await enter(shop, proof);
      current = proof;
      shop.trouble.length = 0;
      await walk(shop);
    });
  }
});
