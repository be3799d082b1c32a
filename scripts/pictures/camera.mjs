/** Saves small pictures of a page, and reports what axe and a check of the layout find. */
import { mkdirSync } from "node:fs";
import path from "node:path";
import { AxeBuilder } from "@axe-core/playwright";
import sharp from "sharp";
import { ROOT } from "../install.mjs";

export const FOLDER = path.join(ROOT, "docs", "images", "screens");
export const DESKTOP = { width: 1280, height: 900 };
const PHONE = { width: 390, height: 844 };
/** The pictures of a page. `shown` is the width of the saved one: smaller, but readable. */
const SHAPES = [
  { shape: "desk", suffix: "", size: DESKTOP, colors: "light", shown: 960 },
  { shape: "phone", suffix: "-phone", size: PHONE, colors: "light", shown: 390 },
  { shape: "dark desk", suffix: "-dark", size: DESKTOP, colors: "dark", shown: 640 },
];
const SETTLE_MS = 350;

/** Takes the current page on a desk and a phone, and in dark colors. Problems are reported to `complain`. */
export async function take(page, { kind, name, complain }) {
  await page.getByRole("heading").first().waitFor();
  for (const { shape, suffix, size, colors, shown } of SHAPES) {
    await page.emulateMedia({ colorScheme: colors, reducedMotion: "reduce" });
    await page.setViewportSize(size);
    // On a phone the active tab may be out of sight.
    await page.evaluate(showOpenTab);
    // The frame and the charts need a moment to adapt to the new size.
    await page.waitForTimeout(SETTLE_MS);
    for (const wide of await page.evaluate(overflowing)) {
      complain(`${kind}, ${name}: on a ${shape}, too wide for its place: ${wide}`);
    }
    if (size === DESKTOP) {
      for (const error of await findAxeErrors(page)) {
        complain(`${kind}, ${name}, ${shape}: ${error}`);
      }
    }
    await keep(await page.screenshot(), { kind, name: `${name}${suffix}`, width: shown });
  }
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await page.setViewportSize(DESKTOP);
}

async function findAxeErrors(page) {
  // Menus and other overlays are outside the landmarks of the page.
  const axe = new AxeBuilder({ page }).exclude("iframe").disableRules(["region"]);
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => `${id} at ${nodes[0]?.html}`);
}

function showOpenTab() {
  const tab = document.querySelector('main [role="tab"][aria-selected="true"]');
  tab?.scrollIntoView({ block: "nearest", inline: "center" });
}

/** Runs in the page: finds content that is wider than the page, its panel or its line. */
function overflowing() {
  const isWide = (each) => each.scrollWidth > each.clientWidth + 1 && each.clientWidth > 0;
  const places = document.querySelectorAll("html, .sd-panel, .sd-figure");
  const wordsOf = (each) => each.innerText.replaceAll(/\s+/g, " ").slice(0, 60);
  return [...places]
    .filter(isWide)
    .map((each) => (each === document.documentElement ? "the page" : wordsOf(each)));
}

async function keep(shot, { kind, name, width }) {
  const folder = path.join(FOLDER, kind);
  mkdirSync(folder, { recursive: true });
  await sharp(shot)
    .resize({ width })
    .webp({ quality: 60 })
    .toFile(path.join(folder, `${name}.webp`));
}
