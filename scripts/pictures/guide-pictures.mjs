/** Takes the pictures of docs/integrators.md: the start page, the request log, the API reference. */
import path from "node:path";
import sharp from "sharp";
import { ROOT } from "../install.mjs";
import { DESKTOP } from "./camera.mjs";

const FOLDER = path.join(ROOT, "docs", "images");
const DECLINED = {
  account_id: "120000000001",
  api_accesskey: "1".repeat(32),
  transaction_type: "SALE",
  tender_type: "CARD",
  transaction_amount: "1.02",
  card_number: "4111111111111111",
  card_expiration: "1230",
  response_format: "JSON",
};

/** `signIn` signs in at the page as one of the people. */
export async function takeGuidePictures(browser, base, { people, signIn }) {
  const page = await browser.newPage();
  await page.setViewportSize(DESKTOP);
  await browser.clearCookies();
  await page.goto(base);
  await keepGuide(page, "start-page");
  await page.goto(`${base}/docs#tag/payments/POST/api/qsapi/3.8`);
  await page.getByRole("button", { name: "(post /api/qsapi/3.8)" }).first().click();
  await page.getByRole("button", { name: /^send/i }).first().click();
  await page.locator('.cm-content[aria-label="Text of the answer"]').first().waitFor();
  await keepGuide(page, "api-reference");
  await fetch(`${base}/api/qsapi/3.8`, { method: "POST", body: new URLSearchParams(DECLINED) });
  await signIn(page, people.operator);
  await page.goto(`${base}/console/certification/requests`);
  await page.getByRole("row").nth(1).waitFor();
  await keepGuide(page, "request-log");
  await page.close();
}

async function keepGuide(page, name) {
  await page.waitForLoadState("networkidle").catch(() => {});
  await sharp(await page.screenshot())
    .png({ palette: true })
    .toFile(path.join(FOLDER, `${name}.png`));
}
