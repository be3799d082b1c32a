/** Each screen loads the styles of its own classes, also if it is the first screen that is opened. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";

const HERE = import.meta.dirname;
const FILES = readdirSync(HERE, { recursive: true, encoding: "utf8" }).filter(
  (file) => /\.(tsx?|css)$/.test(file) && !file.startsWith("dist"),
);
const TEXTS = new Map(FILES.map((file) => [file, readFileSync(path.join(HERE, file), "utf8")]));
/** Imports of types load nothing, and screens are imported at run time. */
const STATIC_IMPORT = /^(?:import |(?:import|export) (?!type\b)[^;"()=]* from )"(\.[^"]+)"/gm;
const RUN_TIME_IMPORT = /\bimport\("(\.[^"]+)"\)/g;
const COMMENT = /\/\*.*?\*\//gs;

function targetsOf(file: string, pattern: RegExp): readonly string[] {
  const found = [...(TEXTS.get(file) ?? "").matchAll(pattern)];
  return found.map(([, target = ""]) => path.join(path.dirname(file), target));
}

function loadedWith(file: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(file) || !TEXTS.has(file)) return seen;
  seen.add(file);
  for (const target of targetsOf(file, STATIC_IMPORT)) loadedWith(target, seen);
  return seen;
}

/** The names of the classes in a style sheet. With `begin`, only of rules for the class alone. */
function classesIn(file: string, begin = false): readonly string[] {
  const text = (TEXTS.get(file) ?? "").replaceAll(COMMENT, "");
  const pattern = begin ? /^\.(sd-[a-z0-9-]+)(?: \{|,$)/gm : /\.(sd-[a-z0-9-]+)/g;
  return [...text.matchAll(pattern)].map(([, name = ""]) => name);
}

const SHEETS = FILES.filter((file) => file.endsWith(".css"));
/** The first page loads these. */
const COMMON = new Set(
  SHEETS.filter((file) => file.startsWith("look")).flatMap((file) => classesIn(file)),
);
const LAZY = SHEETS.filter((file) => !file.startsWith("look"));

function missingStyles(screen: string): readonly string[] {
  const loaded = [...loadedWith(screen)];
  const styled = new Set(loaded.flatMap((file) => classesIn(file)));
  const elsewhere = new Set(LAZY.flatMap((file) => classesIn(file)));
  const used = loaded
    .filter((file) => !file.endsWith(".css"))
    .flatMap((file) => [...(TEXTS.get(file) ?? "").matchAll(/\bsd-[a-z0-9-]+/g)]);
  return [...new Set(used.map(([name]) => name))]
    .filter((name) => elsewhere.has(name) && !styled.has(name) && !COMMON.has(name))
    .map((name) => `${screen}: ${name}`);
}

test("a screen that is opened first loads the styles of its classes", () => {
  const screens = new Set(FILES.flatMap((file) => targetsOf(file, RUN_TIME_IMPORT)));
  assert.ok(screens.size > 50, "the screens were found");
  assert.deepEqual([...screens].flatMap(missingStyles), []);
});

test("the styles of one screen give a common class no second meaning", () => {
  const again = LAZY.flatMap((file) => classesIn(file, true).map((name) => ({ name, file })));
  assert.deepEqual(
    again.filter(({ name }) => COMMON.has(name)),
    [],
  );
});
