/** Words that we no longer use, in code, comments, texts and docs. Each has a plain word instead. */
import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";

const ROOT = path.resolve(import.meta.dirname, "..");
const PLACES = ["src", "client", "console", "scripts", "docs", "examples", "tools"];
const PAGES = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"];
/** Builds repeat their sources, and packages are not ours. */
const LEFT_OUT = /^(docs\/images|console\/(dist|\.build)|.*node_modules)\//;
const TEXT_FILE = /\.(tsx?|mjs|js|css|html|md|py|php)$/;

const BANNED: readonly [word: RegExp, instead: string][] = [
  [/\bestates?\b/i, "management"],
  [/\btills?\b/i, "point of sale"],
  [/\btakings\b/i, "dashboard, transactions"],
  [/\bdoorsteps?\b|\bturnstiles?\b/i, "request limits, concurrency limit"],
  [/\bdoors?\b/i, "interface, API"],
  [/\bthe house\b/i, "the installation"],
  [/\bnoughts?\b/i, "zeros"],
  [/\be-mails?\b/i, "email"],
  [/\bfaulty\b|\bfaults?\b/i, "error, invalid"],
  [/\bswitched (on|off)\b/i, "enabled, disabled"],
  [/\bno longer good\b/i, "no longer valid, expired"],
  [/\bnames nothing\./i, "was not found"],
  [/\bset aside\b/i, "failed, skipped"],
  [/\bby hand\b/i, "manually, our own code"],
  // File names and paths keep their hyphens.
  [/(?<![-/])\bcut-offs?\b(?!\.tsx?)/i, "cutoff"],
  [/(?<![-/])\ballow-lists?\b(?!\.tsx?)/i, "allow list"],
  [/\baccess keys?\b/i, "API key"],
  [
    /\b(behavio|colo|favo|neighbo)urs?\b|honour|authoris|recognis|catalogue|cancelled|\bjudgement/i,
    "American spelling",
  ],
];

/** Where a word must stay, and why. */
const ALLOWED: readonly [place: RegExp, line: RegExp][] = [
  // The one sentence that explains the product's name.
  [/^README\.md$/, /doors?/],
  // The audit's chain covers the names of its columns, so this one cannot change.
  [/^src\/core\/audit\//, /\bdoor\b/],
  // Digests in the database were made with these labels.
  [/^src\/core\/pos\/users\//, /"till_(sessions|invitations)\.token_digest"/],
  // The folder of the tests that break things on purpose.
  [/^(scripts|docs)\//, /test\/faults/],
  // What an upgrade renames.
  [/^CHANGELOG\.md$/, /`(till_|authorised|dishonoured)/],
  // The contract's sentence.
  [/^src\/interfaces\/gateway\/reporting\/errors\.ts$/, /access key is missing/],
  // Node's test runner spells its count this way.
  [/^scripts\//, /\bcancelled\b/],
];

test("words that we no longer use do not come back", async () => {
  const files = (await Promise.all(PLACES.map(filesIn))).flat().concat(PAGES);
  const found = (await Promise.all(files.map(findBanned))).flat();
  assert.deepEqual(found, []);
});

test("a word that we no longer use is found with its line and its replacement", () => {
  assert.deepEqual(findInText("src/x.ts", "// fine\n// The door is switched off."), [
    "src/x.ts:2: write interface, API instead of door",
    "src/x.ts:2: write enabled, disabled instead of switched off",
  ]);
  assert.deepEqual(findInText("README.md", "Six doors."), []);
});

async function filesIn(folder: string): Promise<string[]> {
  const names = await readdir(path.join(ROOT, folder), { recursive: true });
  return names
    .map((name) => path.posix.join(folder, name.split(path.sep).join("/")))
    .filter((file) => TEXT_FILE.test(file) && !LEFT_OUT.test(file));
}

async function findBanned(file: string): Promise<string[]> {
  return findInText(file, await readFile(path.join(ROOT, file), "utf8"));
}

function findInText(file: string, text: string): string[] {
  return text.split("\n").flatMap((line, index) => {
    const isAllowed = ALLOWED.some(([place, words]) => place.test(file) && words.test(line));
    if (isAllowed) return [];
    return BANNED.flatMap(([word, instead]) => {
      const found = word.exec(line)?.[0];
      return found === undefined
        ? []
        : [`${file}:${index + 1}: write ${instead} instead of ${found}`];
    });
  });
}
