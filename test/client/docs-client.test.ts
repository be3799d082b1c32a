/**
 * The examples of docs/client.md are one program: it compiles, it runs from top to bottom, and it
 * prints what the comments beside console.log say.
 */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { listCodeBlocks, pageText, ROOT } from "../kit/pages.ts";
import { makeFolder } from "../kit/process.ts";
import { textPattern } from "../kit/shown-answer.ts";
import { openClient } from "./open-client.ts";

const SPECIFIER = '"sixdoors/client"';
const ADDRESS = "http://127.0.0.1:8080";
const COMPILER = path.join(ROOT, "node_modules/typescript/bin/tsc");
const ENTRY = path.join(ROOT, "client/index.ts");

const program = listCodeBlocks(pageText("docs/client.md"))
  .filter(({ language }) => language === "ts")
  .map(({ text }) => text)
  .join("\n");
/** A line without a comment prints in another case than the one of the example. */
const expected = Array.from(
  program.matchAll(/console\.log\(.*\); \/\/ (.+)$/gm),
  ([, text]) => text,
);

test("the examples compile with the package's types", async (t) => {
  const folder = await makeFolder(t);
  const compilerOptions = {
    strict: true,
    noEmit: true,
    target: "es2022",
    module: "nodenext",
    lib: ["es2022", "dom", "dom.iterable", "dom.asynciterable"],
    types: [],
    allowImportingTsExtensions: true,
    paths: { "sixdoors/client": [ENTRY] },
  };
  await writeFile(path.join(folder, "package.json"), '{"type":"module"}');
  await writeFile(path.join(folder, "example.ts"), program);
  await writeFile(
    path.join(folder, "tsconfig.json"),
    JSON.stringify({ compilerOptions, files: ["example.ts"] }),
  );
  await promisify(execFile)(process.execPath, [COMPILER, "-p", folder]).catch(({ stdout }) =>
    assert.fail(stdout),
  );
});

test("the examples print what the page says", async (t) => {
  assert.ok(expected.length >= 15, `${expected.length} lines are shown`);
  const { url } = await openClient(t);
  const file = path.join(await makeFolder(t), "example.mts");
  const entry = JSON.stringify(pathToFileURL(ENTRY).href);
  await writeFile(file, program.replace(SPECIFIER, entry).replaceAll(ADDRESS, url));
  const printed: string[] = [];
  t.mock.method(console, "log", (...values: unknown[]) => printed.push(values.join(" ")));
  await import(pathToFileURL(file).href);
  assert.equal(printed.length, expected.length, printed.join("\n"));
  for (const [place, line] of expected.entries()) {
    assert.match(printed[place] ?? "", textPattern(line ?? "", new Map()));
  }
});
