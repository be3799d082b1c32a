/**
 * `npm run pictures -- [address]`: walks every screen of a running certification console as each
 * kind of person, on a desk and on a phone, keeps a small picture of each in docs/images/screens,
 * and says where a page complains or axe finds something serious.
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { AxeBuilder } from "@axe-core/playwright";
import { chromium } from "playwright-core";
import sharp from "sharp";
import { findChromium } from "./chromium.mjs";
import { ROOT } from "./install.mjs";

const BASE = process.argv[2] ?? "http://127.0.0.1:8080";
const FOLDER = path.join(ROOT, "docs", "images", "screens");
const DESK = { width: 1280, height: 900 };
const PHONE = { width: 390, height: 844 };
/** Half as wide as on the screen, and still to be read. */
const SHOWN_WIDTHS = { desk: 960, phone: 390 };
const SETTLE_MS = 350;
/** Of each kind one, by what the sign-in page calls them. */
const PEOPLE = {
  operator: /^Operator$/,
  merchant: /Books, admin$/,
  partner: /^Harbor/,
  client: /Client Admin$/,
};

/** Screens that no list leads to: what is new, and what is filled in. */
const FORMS = {
  operator: ["/console/accounts/new", "/console/all-partners/new"],
  merchant: ["/console/new-form"],
  partner: [
    "/console/estate/partners/new",
    "/console/estate/clients/new",
    "/console/estate/attest",
  ],
};

const findings = [];
const { people = [] } = await (await fetch(`${BASE}/console/api/welcome`)).json();
const profile = mkdtempSync(path.join(tmpdir(), "sixdoors-pictures-"));
const browser = await chromium.launchPersistentContext(profile, {
  executablePath: findChromium() ?? "",
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
  viewport: DESK,
  reducedMotion: "reduce",
});
try {
  for (const [kind, label] of Object.entries(PEOPLE)) {
    const person = people.find((one) => label.test(one.label));
    if (person === undefined) throw new Error(`nobody is published as ${kind}`);
    await walk(kind, person);
  }
} finally {
  await browser.close();
  rmSync(profile, { recursive: true, force: true });
}
for (const finding of findings) console.log(finding);
console.log(findings.length === 0 ? "Nothing to complain about." : `${findings.length} findings.`);
process.exitCode = findings.length === 0 ? 0 : 1;

async function walk(kind, person) {
  await browser.clearCookies();
  const page = await browser.newPage();
  listen(page, kind);
  await page.goto(`${BASE}/console/me`);
  await take(page, kind, "sign-in");
  await signIn(page, person);
  const places = await placesOf(page);
  const all = new Set([...places, ...(FORMS[kind] ?? []), "/console/me", "/console/security"]);
  for (const place of all) await visit(page, kind, place);
  await page.close();
}

function listen(page, kind) {
  const complain = (text) => findings.push(`${kind}, ${page.url()}: ${text}`);
  page.on("pageerror", (error) => complain(error.message));
  page.on("console", (message) => message.type() === "error" && complain(message.text()));
  page.on("request", (request) => {
    if (!request.url().startsWith(BASE)) complain(`asks ${request.url()}`);
  });
}

async function signIn(page, { as, name, password, accountId }) {
  await page.goto(`${BASE}/console/me?as=${as}`);
  if (accountId !== undefined) await page.getByLabel("Account number").fill(accountId);
  await page
    .getByLabel(/name|e-mail/i)
    .first()
    .fill(name);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Your sign-in" }).waitFor();
}

/** What the navigation leads to. */
async function placesOf(page) {
  const links = page.getByRole("navigation", { name: "Main" }).getByRole("link");
  const all = await links.evaluateAll((each) => each.map((one) => new URL(one.href).pathname));
  return [...new Set(all)].filter((place) => place.startsWith("/console"));
}

/** The screen, its tabs, and the screen of the first thing that it lists. */
async function visit(page, kind, place) {
  await open(page, place);
  await take(page, kind, nameOf(place));
  const row = page.locator("main table tbody a").first();
  if ((await row.count()) === 0) return;
  const detail = await row.evaluate((link) => link.pathname);
  if (!detail.startsWith("/console")) return;
  await open(page, detail);
  await take(page, kind, `${nameOf(place)}-one`);
}

async function open(page, place) {
  await page.setViewportSize(DESK);
  await page.goto(BASE + place);
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  await page.waitForLoadState("networkidle").catch(() => {});
}

async function take(page, kind, name) {
  await page.getByRole("heading").first().waitFor();
  const { violations } = await new AxeBuilder({ page }).exclude("iframe").analyze();
  for (const { id, impact, nodes } of violations) {
    const isSerious = impact === "serious" || impact === "critical";
    if (isSerious) findings.push(`${kind}, ${name}: ${id} at ${nodes[0]?.html}`);
  }
  for (const [shape, size] of Object.entries({ desk: DESK, phone: PHONE })) {
    await page.setViewportSize(size);
    // The frame and the charts need a moment to find their new size.
    await page.waitForTimeout(SETTLE_MS);
    const folder = path.join(FOLDER, kind);
    mkdirSync(folder, { recursive: true });
    await sharp(await page.screenshot())
      .resize({ width: SHOWN_WIDTHS[shape] })
      .webp({ quality: 60 })
      .toFile(path.join(folder, `${name}${shape === "phone" ? "-phone" : ""}.webp`));
  }
  await page.setViewportSize(DESK);
}

function nameOf(place) {
  return place.replace(/^\/console\/?/, "").replaceAll("/", "-") || "home";
}
