/** Takes the pictures of the hosted form that docs/interfaces/payment-form.md shows. */
import path from "node:path";
import sharp from "sharp";
import { ROOT } from "../install.mjs";

const FOLDER = path.join(ROOT, "docs", "images");
const DESKTOP = { width: 900, height: 800 };
const PHONE = { width: 390, height: 844 };
const GIFT_FORM = {
  name: "library",
  title: "Friends of the library: yearly gift",
  methods: ["card", "ach"],
  amounts: { kind: "chosen", choicesCents: [1_000, 2_500, 5_000, 10_000] },
  reportableFields: ["Member number"],
};

/** `shop` is a console client of the merchant. It creates the form with a choice of amounts. */
export async function takeFormPictures(browser, base, shop) {
  const { items } = await shop.get("/forms");
  if (!items.some(({ name }) => name === GIFT_FORM.name)) await shop.post("/forms", GIFT_FORM);
  const page = await browser.newPage();
  const open = async (form, { size, colors = "light" }) => {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme: colors });
    await page.goto(`${base}/pay/${form}`);
  };
  await open("books", { size: DESKTOP });
  await fillBank(page);
  await keep(page, "form-ach");
  await open("library", { size: DESKTOP });
  await page.getByRole("radio", { name: "$25.00" }).check();
  await keep(page, "form-amounts");
  await open("books", { size: DESKTOP });
  await payByCard(page, ["form-card", "form-receipt"]);
  await open("books", { size: PHONE });
  await makeErrors(page);
  await keep(page, "form-errors");
  await open("books", { size: PHONE, colors: "dark" });
  await payByCard(page, ["form-dark", "form-receipt-dark"]);
  await page.close();
}

async function payByCard(page, [form, receipt]) {
  await fillCard(page);
  await keep(page, form);
  await page.locator(".pay").click();
  await page.getByRole("heading", { name: "Payment received" }).waitFor();
  await keep(page, receipt);
}

async function makeErrors(page) {
  await fillCard(page, "4111111111111112");
  await page.getByLabel("First name").fill("");
  await page.locator(".pay").click();
  await page.getByRole("alert").waitFor();
}

async function fillCard(page, number = "4111111111111111") {
  await page.getByRole("textbox", { name: "Amount" }).fill("25");
  await page.getByLabel("Card number").fill(number);
  await page.getByLabel("Expiration date").fill("12/30");
  await page.getByLabel("Security code").fill("123");
  await fillCustomer(page);
}

async function fillBank(page) {
  await page.getByRole("textbox", { name: "Amount" }).fill("25");
  await page.getByRole("radio", { name: "Bank account" }).check();
  await page.getByLabel("Routing number").fill("021000021");
  await page.getByLabel("Account number").fill("1234567890");
  await fillCustomer(page);
  await page.getByRole("checkbox").check();
}

async function fillCustomer(page) {
  await page.getByLabel("First name").fill("Ada");
  await page.getByLabel("Last name").fill("Lovelace");
  await page.getByLabel("Email").fill("ada@example.com");
  await page.getByLabel("Order number").fill("A-1042");
}

async function keep(page, name) {
  // A focused field has a ring around it.
  await page.evaluate(() => document.activeElement?.blur());
  const shot = await page.screenshot({ fullPage: true });
  await sharp(shot)
    .webp({ quality: 70 })
    .toFile(path.join(FOLDER, `${name}.webp`));
}
