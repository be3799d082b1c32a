/** Takes the two pictures that the README shows: a dashboard, and an ACH entry that was returned. */
import path from "node:path";
import sharp from "sharp";
import { ROOT } from "../install.mjs";
import { DESKTOP } from "./camera.mjs";

const FOLDER = path.join(ROOT, "docs", "images");

/** `signIn` signs in at the page as one of the people. */
export async function takeReadmePictures(browser, base, { people, signIn }) {
  const page = await browser.newPage();
  await page.setViewportSize(DESKTOP);
  await browser.clearCookies();
  await signIn(page, people.merchant);
  await page.goto(`${base}/console`);
  // The chart is loaded after the page.
  await page.locator("main canvas").first().waitFor();
  await keep(page, "console-merchant-dashboard");
  await browser.clearCookies();
  await signIn(page, people.operator);
  await page.goto(`${base}/console/certification/ach`);
  await page
    .getByRole("row", { name: /RETURNED/ })
    .first()
    .getByRole("link")
    .first()
    .click();
  await page.getByRole("heading", { name: /^ACH entry/ }).waitFor();
  await keep(page, "console-certification-ach-returned");
  await page.close();
}

async function keep(page, name) {
  await page.waitForLoadState("networkidle").catch(() => {});
  await sharp(await page.screenshot())
    .png({ palette: true })
    .toFile(path.join(FOLDER, `${name}.png`));
}
