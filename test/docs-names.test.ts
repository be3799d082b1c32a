/** The files, names of the code and console labels that the documentation names all exist. */
import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";
import { pages, pageText, ROOT } from "./kit/pages.ts";

/** The folders that pages name files in. */
const FOLDERS =
  "bench bin client console docs examples migrations ops scripts seed src test testing".split(" ");
/** Folders of src and console that pages name without their first folder. */
const SHORT_FOLDERS = ["adapters", "app", "core", "db", "interfaces", "jobs", "screens", "wire"];
const CODE_FILE = /\.(tsx?|mjs|js|json)$/;
const BUILT = /^console\/(dist|\.build)/;
/** The pages where bold text is a label of the console. */
const LABEL_PAGES = [
  "README.md",
  ...["merchants", "partners", "operators", "integrators"].map((name) => `docs/${name}.md`),
];
/** A file that the reader of a page makes. */
const READER_FILES = new Set(["receiver.mjs"]);

/** The changelog also has names of the past. */
const currentPages = [...pages].filter(([page]) => page !== "CHANGELOG.md");
const paths = new Set((await Promise.all(FOLDERS.map(pathsBelow))).flat());
const fileNames = new Set(Array.from(paths, (one) => path.posix.basename(one)));

test("every file and folder that a page names exists", () => {
  const missing = currentPages.flatMap(([page, text]) =>
    pathsIn(text)
      .filter((named) => !isPathThere(named))
      .map((named) => `${page}: ${named}`),
  );
  assert.deepEqual(missing, []);
  assert.deepEqual(pathsIn("`src/nowhere.ts`, `test/`, `a.b`, `npm test`, `x.test.ts`"), [
    "src/nowhere.ts",
    "test",
    "x.test.ts",
  ]);
  assert.ok(!isPathThere("src/nowhere.ts"));
  assert.ok(!isPathThere("nowhere.ts"));
});

test("every function, type and member that a page names is in the code", async () => {
  const files = [...paths].filter((one) => CODE_FILE.test(one) && !BUILT.test(one));
  const words = new Set((await textOf(files)).match(/\w+/g));
  const missing = currentPages.flatMap(([page, text]) =>
    codeNamesIn(text)
      .filter((name) => !words.has(name))
      .map((name) => `${page}: ${name}`),
  );
  assert.deepEqual(missing, []);
  const names = codeNamesIn("`throwIfAny()`, `Pool.lossCount`, `Secret`, `DATA_DIR`, `src/x.ts`");
  assert.deepEqual(names, ["throwIfAny", "lossCount"]);
});

test("the console has every label that the pages for its users name", async () => {
  const files = [...paths].filter((one) => /^console\/.*\.tsx?$/.test(one) && !BUILT.test(one));
  const text = await textOf(files);
  const labels = LABEL_PAGES.flatMap((page) => labelsIn(pageText(page)));
  assert.ok(labels.length > 20);
  assert.deepEqual(
    labels.filter((label) => !text.includes(label)),
    [],
  );
});

async function pathsBelow(folder: string): Promise<string[]> {
  const found = await readdir(path.join(ROOT, folder), { recursive: true });
  return [folder, ...found.map((name) => path.posix.join(folder, name))];
}

async function textOf(files: readonly string[]): Promise<string> {
  const read = files.map((file) => readFile(path.join(ROOT, file), "utf8"));
  return (await Promise.all(read)).join("\n");
}

/** Paths of our own in backticks, whole or a file name alone. */
function pathsIn(text: string): readonly string[] {
  return Array.from(text.matchAll(/`([\w./-]+)`/g), ([, named = ""]) =>
    named.replace(/\/$/, ""),
  ).filter((named) => isOwnPath(named) && !READER_FILES.has(named));
}

function isOwnPath(named: string): boolean {
  const [folder = ""] = named.split("/");
  const isFile = /^[\w./-]+\.(tsx?|mjs)$/.test(named);
  return isFile || FOLDERS.includes(folder) || SHORT_FOLDERS.includes(folder);
}

/** Pages may leave out the first folders where they say so: `core/payments` is in src/. */
function isPathThere(named: string): boolean {
  if (!named.includes("/") && named.includes(".")) return fileNames.has(named);
  const whole = ["", ...FOLDERS].map((folder) => path.posix.join(folder, named));
  const isTail = named.includes(".") && [...paths].some((one) => one.endsWith(`/${named}`));
  return isTail || whole.some((one) => paths.has(one));
}

/** Names in camel case, in backticks, with or without `()` and the name of their type. */
function codeNamesIn(text: string): readonly string[] {
  return Array.from(text.matchAll(/`([\w.]+)(?:\(\))?`/g), ([, named = ""]) => named.split("."))
    .flat()
    .filter((name) => /^[A-Z]?[a-z]+[A-Z]\w*$/.test(name));
}

/** Labels are bold. Bold text that ends in a colon or period is the heading of a paragraph. */
function labelsIn(page: string): readonly string[] {
  return Array.from(page.matchAll(/\*\*([^*\n]+)\*\*/g), ([, label = ""]) => label)
    .filter((label) => !/[:.]$/.test(label))
    .map((label) => label.replace(/ of \$.*/, ""));
}
