/**
 * `npm test`: installs, then builds and runs types, lint and every test, side by side.
 * `npm test -- --fast` runs the short selection; other arguments name test files. Plain JavaScript
 * for the Node that a fresh machine has.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { findChromium } from "./chromium.mjs";
import { ensureConsole } from "./console.mjs";
import { ensureInstalled, NODE, ROOT } from "./install.mjs";
import { ensureProgram } from "./program.mjs";

const FAST = "--fast";
const args = process.argv.slice(2);
const isFast = args.includes(FAST);
const named = args.filter((arg) => arg !== FAST);
if (isFast && named.length > 0) fail("--fast takes no files.");

ensureInstalled();
const started = process.hrtime.bigint();
const env = {
  ...process.env,
  PATH: `${path.join(ROOT, "node_modules", ".bin")}${path.delimiter}${process.env.PATH}`,
  // Later test processes reuse what the first one compiled.
  NODE_COMPILE_CACHE: path.join(ROOT, "node_modules", ".cache", "compiled"),
};
run(named.length === 0 ? [path.join("scripts", "suite.mjs"), ...args] : commandForFiles(named));
const seconds = Number((process.hrtime.bigint() - started) / 1_000_000_000n);
console.log(`All is well after ${seconds} s.`);

/** Each named file gets its own process and is reported while it runs. */
function commandForFiles(files) {
  ensureConsole();
  ensureProgram();
  const chromium = findChromium();
  if (chromium !== undefined) env.TEST_CHROMIUM = chromium;
  return [
    "--test",
    "--test-global-setup=test/kit/global-setup.ts",
    `--test-concurrency=${process.env.TEST_CONCURRENCY ?? 3}`,
    ...files,
  ];
}

function run(command) {
  if (!existsSync(NODE)) throw new Error(`${NODE} is missing after the install`);
  const { status } = spawnSync(NODE, command, { cwd: ROOT, env, stdio: "inherit" });
  if (status !== 0) fail("Tests failed.");
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
