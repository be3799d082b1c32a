/**
 * The part of an accessibility check that runs inside the page, as text, because the types of the
 * DOM are not available here. Of all texts that look alike, contrast is checked for one: it takes
 * three quarters of a check's time and depends on the look only.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

/** It comes with the package for Playwright, which sends it several times and returns all results. */
const require = createRequire(import.meta.resolve("@axe-core/playwright"));
const AXE = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

/** Looks that axe has measured in this process. Unclear ones are measured again. */
const measured = new Set<string>();

const LOOKS = `
const MARK = "data-new-look";

function describeBackground(element, known) {
  if (element === null) return "";
  const described = known.get(element) ?? describeOwnBackground(element, known);
  known.set(element, described);
  return described;
}

function describeOwnBackground(element, known) {
  const style = getComputedStyle(element);
  const { backgroundColor, backgroundImage, opacity, filter } = style;
  const own = [backgroundColor, backgroundImage, opacity, filter].join(" ");
  const isClear = own === "rgba(0, 0, 0, 0) none 1 none";
  return describeBackground(element.parentElement, known) + (isClear ? "" : own + ";");
}

function describeLook(element, known) {
  const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element);
  const kinds = [element, element.parentElement].map((each) => each?.getAttribute("class"));
  const text = [color, fontSize, fontWeight, textShadow, element.localName, ...kinds].join(" ");
  return text + describeBackground(element, known);
}

function* findTexts() {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    if (walker.currentNode.data.trim() !== "") yield walker.currentNode.parentElement;
  }
  yield* document.querySelectorAll("input, select, textarea");
}

/** Marks one visible text of each look that is new, and returns the looks of the marked texts. */
function markNewLooks(left, within) {
  const [known, marked, found] = [new Map(), new Map(), new Set()];
  for (const element of findTexts()) {
    if (element.closest(left) !== null || element.closest(within) === null) continue;
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    const look = describeLook(element, known);
    if (looks.has(look) || found.has(look)) continue;
    found.add(look);
    marked.set(element, look);
    element.setAttribute(MARK, "");
  }
  return marked;
}`;

/** Returns the looks that have enough contrast, and each broken rule with its element. */
const CHECK = `
const showElement = ({ source }) => source.replace(" " + MARK + '=""', "");

async function findViolations({ left, rules, colorsOnly, colorsWithin = ["html"] }) {
  axe.configure({ rules: [{ id: "color-contrast", selector: "[" + MARK + "]" }] });
  const marked = markNewLooks([...left, "script", "style"].join(), colorsWithin.join());
  if (colorsOnly && marked.size === 0) return { passed: [], found: [] };
  const reporter = (results, options, done) => {
    const { passes = [] } = results.find(({ id }) => id === "color-contrast") ?? {};
    const passed = passes.map(({ node }) => marked.get(node.element));
    for (const look of passed) looks.add(look);
    const found = results.flatMap(({ id, violations }) =>
      violations.map(({ node, impact }) => [id, showElement(node), impact]));
    done({ passed, found });
  };
  // No rule that is on needs the style sheets, which axe would fetch again every time.
  const options = { reporter, rules, preload: false, iframes: false };
  if (colorsOnly) options.runOnly = { type: "rule", values: ["color-contrast"] };
  const context = { include: [document], exclude: left.map((part) => [part]) };
  try {
    return await axe.run(context, options);
  } finally {
    for (const element of marked.keys()) element.removeAttribute(MARK);
  }
}`;

export interface Asked {
  /** Selectors of what is not checked. */
  readonly left: readonly string[];
  readonly rules: Readonly<Record<string, { readonly enabled: boolean }>>;
  /** Only contrast. */
  readonly colorsOnly?: boolean;
  /** Selectors of the texts whose contrast is measured, instead of all. */
  readonly colorsWithin?: readonly string[];
}

interface Answer {
  readonly passed: readonly string[];
  readonly found: readonly (readonly [rule: string, element: string, impact: string])[];
}

const HAS_AXE = 'typeof globalThis.findViolations === "function"';

/** A loaded page keeps axe, so it is sent once. Returns true if it was there before. */
export async function loadAxe(page: Page): Promise<boolean> {
  if ((await page.evaluate(HAS_AXE)) === true) return true;
  const looks = `const looks = new Set(${JSON.stringify([...measured])});`;
  const own = `${looks}${LOOKS}${CHECK}; globalThis.findViolations = findViolations;`;
  await page.evaluate(`${AXE};(() => {${own}})()`);
  return false;
}

/** A dialog gets its name in an effect, which runs after it is shown. */
const TWO_FRAMES =
  "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))";

/** Returns each broken rule with the element that breaks it. */
export async function findViolations(page: Page, asked: Asked) {
  const text = `findViolations(${JSON.stringify(asked)})`;
  await page.evaluate(TWO_FRAMES);
  const { passed, found } = (await page.evaluate(text)) as Answer;
  for (const look of passed) measured.add(look);
  return found;
}
