/** Tests of help-pages.ts. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { findHelp, HELP_PAGES, HOME_HELP, headingAnchor } from "./help-pages.ts";

const DOCS = new URL("../docs/", import.meta.url);
const AREAS = new URL("./areas/", import.meta.url);

test("every guide and section that a page links to exists", () => {
  for (const target of [...Object.values(HELP_PAGES), ...Object.values(HOME_HELP)]) {
    const [file = "", section] = target.split("#");
    const headings = readFileSync(new URL(file, DOCS), "utf8").matchAll(/^#{2,4} (.+)$/gm);
    const anchors = [...headings].map(([, heading = ""]) => headingAnchor(heading));
    if (section !== undefined) assert.ok(anchors.includes(section), target);
  }
});

test("every screen has a guide of its own or of its area, and no row is left over", () => {
  const sources = readdirSync(AREAS).map((name) => readFileSync(new URL(name, AREAS), "utf8"));
  const paths = sources.flatMap((source) =>
    [...source.matchAll(/path: "([^"]+)"/g)].map(([, path = ""]) => path),
  );
  assert.ok(paths.length > 50);
  const starts = Object.keys(HELP_PAGES);
  const covers = (start: string, path: string) => path === start || path.startsWith(`${start}/`);
  for (const path of paths)
    assert.ok(
      starts.some((start) => covers(start, path)),
      path,
    );
  const own = ["/me", "/security"];
  for (const start of starts)
    assert.ok(
      [...paths, ...own].some((path) => covers(start, path)),
      start,
    );
});

test("a page that a guide has a section for opens this section", () => {
  const find = (path: string) => findHelp(path, "partner");
  assert.equal(find("/form-branding"), "interfaces/payment-form.md#branding");
  assert.equal(find("/management/devices/7"), "partners.md#the-life-of-a-device");
  assert.equal(find("/management/devices/import"), "partners.md#import-devices-from-a-file");
  assert.equal(find("/management/devices/bulk"), "partners.md#assign-devices");
  assert.equal(find("/management/calendar"), "partners.md#plan-inspections");
});

test("the longest beginning wins, and a home page has the guide of its people", () => {
  assert.equal(findHelp("/settings/webhook/new", "merchant"), HELP_PAGES["/settings/webhook"]);
  assert.equal(findHelp("/settings/keys", "merchant"), HELP_PAGES["/settings"]);
  assert.equal(findHelp("/", "client"), "partners.md");
});
