/** Reads the documentation pages into parts that a test can compare with the program. */
import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";

export const ROOT = path.resolve(import.meta.dirname, "../..");

/** Pages outside docs/ that have links and examples too. */
const ROOT_PAGES = [
  "README.md",
  "ARCHITECTURE.md",
  "CONTRIBUTING.md",
  "CHANGELOG.md",
  "examples/README.md",
];
const FOLDERS = ["docs", "docs/interfaces", "docs/decisions", "docs/runbooks"];

/** Returns the text of every page by its path in the project. */
export const pages = new Map<string, string>();
for (const page of ROOT_PAGES) await readPage(page);
for (const folder of FOLDERS) {
  const files = (await readdir(path.join(ROOT, folder))).filter((file) => file.endsWith(".md"));
  for (const file of files.sort()) await readPage(`${folder}/${file}`);
}

async function readPage(page: string): Promise<void> {
  pages.set(page, await readFile(path.join(ROOT, page), "utf8"));
}

export const pageText = (page: string) => pages.get(page) ?? assert.fail(`there is no ${page}`);

/** A page of docs/interfaces by its file name. */
export const interfacePage = (file: string) => pageText(`docs/interfaces/${file}`);

export interface Block {
  /** The language after the fence. The tests run `sh`; `shell` is shown and not run. */
  readonly language: string;
  readonly text: string;
}

export function listCodeBlocks(page: string): readonly Block[] {
  const found = page.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm);
  return Array.from(found, ([, language = "", text = ""]) => ({ language, text }));
}

/** Returns the rows of a table. `head` is the first cell of its header. */
export function readTable(page: string, head: string): readonly (readonly string[])[] {
  const [, rows = assert.fail(head)] = page.split(`\n| ${head} |`);
  const [, , ...lines] = (rows.split("\n\n")[0] ?? "").trimEnd().split("\n");
  return lines.map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}
