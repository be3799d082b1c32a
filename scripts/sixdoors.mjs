/** Runs the command line on the pinned Node, and installs first if needed. */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import module from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { ensureConsole } from "./console.mjs";
import { ensureInstalled, NODE, ROOT } from "./install.mjs";

const PARENTS_EVERY_MS = 250;

ensureInstalled();
// Stores compiled code for the next start and for child processes.
process.env.NODE_COMPILE_CACHE ??= path.join(ROOT, "node_modules", ".cache", "sixdoors");
module.enableCompileCache?.(process.env.NODE_COMPILE_CACHE);

const MAIN = path.join(ROOT, "src", "main.ts");
const { dependencies } = JSON.parse(readFileSync(path.join(ROOT, "package.json"), "utf8"));
const words = process.argv.slice(2);
if (words[0] === "serve") ensureConsole();

// npm's shell does not pass on signals, and a killed npm sends none.
const mustEndWithNpm = words[0] === "serve" && process.env.npm_lifecycle_event !== undefined;

if (process.version === `v${dependencies.node}`) {
  if (mustEndWithNpm) onceOrphaned(() => process.kill(process.pid, "SIGTERM"));
  await import(pathToFileURL(MAIN).href);
} else {
  runOnPinnedNode();
}

/** The first start runs on another Node. The channel tells the child when this process is gone. */
function runOnPinnedNode() {
  const stdio = ["inherit", "inherit", "inherit", "ipc"];
  const child = spawn(NODE, [...process.execArgv, MAIN, ...words], { stdio });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
    process.on(signal, () => child.kill(signal));
  child.on("exit", (code) => process.exit(code ?? 1));
  if (mustEndWithNpm) onceOrphaned(() => child.kill("SIGTERM"));
}

function onceOrphaned(act) {
  const parents = npmAndItsShell();
  const timer = setInterval(() => {
    if (npmAndItsShell() === parents) return;
    clearInterval(timer);
    act();
  }, PARENTS_EVERY_MS);
  timer.unref();
}

/**
 * The parent processes: npm, or npm's shell and npm. Without /proc only the nearest one is known.
 */
function npmAndItsShell() {
  const parent = process.ppid;
  const isShell = read(`/proc/${parent}/cmdline`).split("\0")[1] === "-c";
  const [, grandparent] = isShell ? read(`/proc/${parent}/stat`).split(") ").at(-1).split(" ") : [];
  return `${parent} ${grandparent}`;
}

function read(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
