/**
 * `npm test`: installs, finds a browser and a database server, then runs types, lint and every
 * test. Plain JavaScript for the Node that a fresh machine has. Arguments name test files.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { findChromium } from "./chromium.mjs";
import { ensureConsole } from "./console.mjs";
import { ensureInstalled, NODE, ROOT } from "./install.mjs";

ensureInstalled();
ensureConsole();
const named = process.argv.slice(2);
const chromium = findChromium();
const started = process.hrtime.bigint();

const BIN = path.join(ROOT, "node_modules", ".bin");
const env = {
  ...process.env,
  PATH: `${BIN}${path.delimiter}${process.env.PATH}`,
  ...(chromium === undefined ? {} : { TEST_CHROMIUM: chromium }),
  // Each test file is a process: what the first has compiled the others need not.
  NODE_COMPILE_CACHE: path.join(ROOT, "node_modules", ".cache", "compiled"),
};

const SUITES = ["src", "console", "test", "bench"].map((folder) => `${folder}/**/*.test.ts`);

if (named.length === 0) {
  step("Types", path.join(BIN, "tsc"), []);
  step("Types of the console", path.join(BIN, "tsc"), ["-p", "console"]);
  step("Lint", path.join(BIN, "biome"), ["check", "."]);
}
step("Tests", NODE, [
  "--test",
  "--test-global-setup=test/kit/global-setup.ts",
  `--test-concurrency=${process.env.TEST_CONCURRENCY ?? 2}`,
  ...(named.length === 0 ? SUITES : named),
]);
const seconds = Number((process.hrtime.bigint() - started) / 1_000_000_000n);
console.log(`All is well after ${seconds} s.`);

function step(title, command, args) {
  console.log(`\n${title} …`);
  if (!existsSync(command)) throw new Error(`${command} is missing after the install`);
  const { status } = spawnSync(command, args, { cwd: ROOT, env, stdio: "inherit" });
  if (status === 0) return;
  console.error(`${title} failed.`);
  process.exit(1);
}
