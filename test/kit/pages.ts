/** The pages of docs/interfaces, taken apart into what a test can hold against the code. */
import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";

export const DOCS = path.resolve(import.meta.dirname, "../../docs/interfaces");

export const pages = new Map<string, string>();
for (const file of await readdir(DOCS)) {
  pages.set(file, await readFile(path.join(DOCS, file), "utf8"));
}
export const pageOf = (file: string) => pages.get(file) ?? assert.fail(`there is no ${file}`);

export interface Block {
  /** The language, and "later" where time passes before it. */
  readonly kind: string;
  readonly text: string;
}

export function blocksOf(page: string): readonly Block[] {
  const found = page.matchAll(/^```(\S.*)\n([\s\S]*?)^```$/gm);
  return Array.from(found, ([, kind = "", text = ""]) => ({ kind, text }));
}

/** A table's rows, found by the first cell of its head. */
export function tableOf(page: string, head: string): readonly (readonly string[])[] {
  const [, rows = assert.fail(head)] = page.split(`\n| ${head} |`);
  const [, , ...lines] = (rows.split("\n\n")[0] ?? "").split("\n");
  return lines.map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}
