/**
 * `npm run pictures -- [address] [--only partner] [--as-is]`: fills a running certification
 * environment, visits every screen of its console as each kind of user, on a desktop, on a phone and
 * in dark colors, and saves small pictures in docs/images/screens. It reports errors of pages, findings of
 * axe, content that is too wide, and routes that were not visited.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { chromium } from "playwright-core";
import { findChromium } from "./chromium.mjs";
import { DESKTOP, FOLDER, take } from "./pictures/camera.mjs";
import { signedIn } from "./pictures/console-client.mjs";
import { takeFormPictures } from "./pictures/form-pictures.mjs";
import { takeGuidePictures } from "./pictures/guide-pictures.mjs";
import { takeReadmePictures } from "./pictures/readme-pictures.mjs";
import { findPattern, routePatterns, toFileName } from "./pictures/route-table.mjs";
import { tellStory } from "./pictures/story.mjs";

const { values: asked, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: "string" }, "as-is": { type: "boolean", default: false } },
});
const BASE = positionals[0] ?? "http://127.0.0.1:8080";
/** One user of each kind, by the name on the sign-in page. */
const PEOPLE = {
  operator: /^Operator$/,
  merchant: /Books, admin$/,
  partner: /^Harbor/,
  client: /Client Admin$/,
};

/** Screens that differ only by their query: the name of the picture, and the link. */
const VARIANTS = [
  ["management-attest-devices", /^\/console\/management\/attest\?client=/],
  ["terminal-again", /^\/console\/terminal\?token=/],
];

const findings = [];
const complain = (text) => findings.push(text);
const patterns = routePatterns();
const pictured = new Set();
const people = await publishedPeople();
if (!asked["as-is"]) await tellStory(BASE, people);
const profile = mkdtempSync(path.join(tmpdir(), "sixdoors-pictures-"));
const browser = await chromium.launchPersistentContext(profile, {
  executablePath: findChromium() ?? "",
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
  viewport: DESKTOP,
  reducedMotion: "reduce",
});
try {
  for (const kind of Object.keys(PEOPLE).filter(isAsked)) {
    await walk(kind, people[kind]);
  }
  if (isAsked("docs")) {
    await takeReadmePictures(browser, BASE, { people, signIn });
    await takeGuidePictures(browser, BASE, { people, signIn });
    await takeFormPictures(browser, BASE, await signedIn(BASE, people.merchant));
  }
} finally {
  await browser.close();
  rmSync(profile, { recursive: true, force: true });
}
report();

function isAsked(kind) {
  return asked.only === undefined || asked.only === kind;
}

async function publishedPeople() {
  const { people = [] } = await (await fetch(`${BASE}/console/api/welcome`)).json();
  const found = Object.entries(PEOPLE).map(([kind, label]) => {
    const person = people.find((one) => label.test(one.label));
    if (person === undefined) throw new Error(`nobody is published as ${kind}`);
    return [kind, person];
  });
  return Object.fromEntries(found);
}

/** Follows links from the navigation, and visits every route once. */
async function walk(kind, person) {
  rmSync(path.join(FOLDER, kind), { recursive: true, force: true });
  await browser.clearCookies();
  const page = await browser.newPage();
  listen(page, kind);
  // These pages are the same for all users, so one user is enough.
  if (kind === "operator") await takeSignIn(page, kind);
  await signIn(page, person);
  const places = new Map();
  addPlaces(places, [...(await linksIn(page, "nav")), "/console/me", "/console/security"]);
  // A map is iterated in insertion order, including entries that are added meanwhile.
  for (const [name, place] of places) {
    addPlaces(places, await visit(page, { kind, name, place }));
    pictured.add(findPattern(patterns, place));
  }
  await page.close();
}

function addPlaces(places, links) {
  for (const link of links) {
    const name = findScreen(link);
    if (name !== undefined && !places.has(name)) places.set(name, link);
  }
}

function findScreen(link) {
  const variant = VARIANTS.find(([, form]) => form.test(link));
  const pattern = findPattern(patterns, link);
  return variant?.[0] ?? (pattern && toFileName(pattern));
}

function listen(page, kind) {
  const say = (text) => complain(`${kind}, ${page.url()}: ${text}`);
  page.on("pageerror", (error) => say(error.message));
  page.on("console", (message) => message.type() === "error" && say(message.text()));
  page.on("request", (request) => {
    if (!request.url().startsWith(BASE)) say(`asks ${request.url()}`);
  });
}

async function takeSignIn(page, kind) {
  await page.goto(`${BASE}/console/me`);
  await take(page, { kind, name: "sign-in", complain });
}

async function signIn(page, { as, name, password, accountId }) {
  await page.goto(`${BASE}/console/me?as=${as}`);
  if (accountId !== undefined) await page.getByLabel("Account number").fill(accountId);
  await page
    .getByLabel(/name|email/i)
    .first()
    .fill(name);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Profile" }).waitFor();
}

/** Takes pictures of the screen and its tabs. Returns the links on them. */
async function visit(page, { kind, name, place }) {
  await page.setViewportSize(DESKTOP);
  await page.goto(BASE + place);
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  await settle(page);
  await take(page, { kind, name, complain });
  const links = await linksIn(page, "main");
  const tabs = page.locator("main").getByRole("tab");
  for (let at = 1; at < (await tabs.count()); at++) {
    await tabs.nth(at).click();
    await settle(page);
    await take(page, { kind, name: `${name}-${await toFileWord(tabs.nth(at))}`, complain });
    links.push(...(await linksIn(page, "main")));
  }
  return links;
}

async function settle(page) {
  await page.waitForLoadState("networkidle").catch(() => {});
}

async function linksIn(page, part) {
  const links = page.locator(`${part} a[href]`);
  return links.evaluateAll((each) => each.map((one) => one.pathname + one.search));
}

/** "Sub-partners (2)" becomes "sub-partners" in a file name. */
async function toFileWord(tab) {
  const words = (await tab.innerText()).replace(/\(.*\)/, "").trim();
  return words.toLowerCase().replaceAll(/[^a-z]+/g, "-");
}

function report() {
  const missed = patterns.filter((pattern) => !pictured.has(pattern));
  if (asked.only === undefined) {
    for (const pattern of missed) complain(`nobody came by ${pattern}`);
  }
  for (const finding of findings) console.log(finding);
  console.log(`${pictured.size} of ${patterns.length} routes are pictured.`);
  console.log(
    findings.length === 0 ? "Nothing to complain about." : `${findings.length} findings.`,
  );
  process.exitCode = findings.length === 0 ? 0 : 1;
}
