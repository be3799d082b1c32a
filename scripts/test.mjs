/**
 * `npm test`: installs, finds a browser and a database server, then runs types, lint and every
 * test. Plain JavaScript for the Node that a fresh machine has. Arguments name test files.
 */
import { spawn, spawnSync } from "node:child_process";
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
  // Side by side: each keeps one core busy at most.
  await Promise.all([
    check("Types", path.join(BIN, "tsc"), []),
    check("Types of the console", path.join(BIN, "tsc"), ["-p", "console"]),
    check("Lint", path.join(BIN, "biome"), ["check", "."]),
  ]);
}
// More than there are cores: much of it waits for browsers, servers and clocks.
const FILES_AT_ONCE = 3;
runTests([
  "--test",
  "--test-global-setup=test/kit/global-setup.ts",
  `--test-concurrency=${process.env.TEST_CONCURRENCY ?? FILES_AT_ONCE}`,
  ...(named.length === 0 ? SUITES : named),
]);
const seconds = Number((process.hrtime.bigint() - started) / 1_000_000_000n);
console.log(`All is well after ${seconds} s.`);

/** Says what it found once it is over, so that checks do not talk across each other. */
function check(title, command, args) {
  return new Promise((resolve) => {
    const child = spawn(found(command), args, { cwd: ROOT, env });
    const said = [];
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => said.push(text));
    child.once("close", (status) => {
      console.log(`\n${title} …`);
      process.stdout.write(Buffer.concat(said));
      if (status !== 0) fail(title);
      resolve();
    });
  });
}

function runTests(args) {
  console.log("\nTests …");
  const { status } = spawnSync(found(NODE), args, { cwd: ROOT, env, stdio: "inherit" });
  if (status !== 0) fail("Tests");
}

function found(command) {
  if (!existsSync(command)) throw new Error(`${command} is missing after the install`);
  return command;
}

function fail(title) {
  console.error(`${title} failed.`);
  process.exit(1);
}
