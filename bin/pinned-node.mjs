/**
 * Runs the program on the Node that package.json pins, which npm installs as a package of this
 * platform. Plain JavaScript for any Node: it runs in a fresh clone and in the installed package.
 */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import {
  adviceText,
  findPinnedNode,
  isNewEnough,
  missingLibraryText,
  missingNodeText,
  NOT_LOADED,
  readPinnedVersion,
} from "./node-package.mjs";

const MANIFEST = fileURLToPath(new URL("../package.json", import.meta.url));
const PARENTS_EVERY_MS = 250;
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];
const isWindows = process.platform === "win32";

/** The pinned version. It is the same for every platform. */
const PINNED = readPinnedVersion(MANIFEST);

/** Runs `main` in this process if it is the pinned Node, and else in a process of that Node. */
export async function runProgram({ main, words, flags = process.execArgv }) {
  const node = findPinnedNode(MANIFEST);
  if (process.versions.node === PINNED || (node === undefined && isNewEnough(PINNED))) {
    return runHere({ main, words });
  }
  if (node === undefined) fail(missingNodeText(PINNED));
  runOnNode(node, { main, words, flags });
}

async function runHere({ main, words }) {
  if (mustEndWithNpm(words)) onceOrphaned(stopHere);
  await import(pathToFileURL(main).href);
}

/** The channel tells the child when this process is gone. */
function runOnNode(node, { main, words, flags }) {
  const stdio = ["inherit", "inherit", "inherit", "ipc"];
  const child = spawn(node, [...flags, main, ...words], { stdio });
  for (const signal of SIGNALS) process.on(signal, () => passOn(child, signal));
  child.on("exit", (code) => {
    if (code === NOT_LOADED) console.error(missingLibraryText(PINNED));
    process.exit(code === null ? 1 : code);
  });
  child.on("error", (error) =>
    fail(`${node} cannot be run: ${error.message}\n${adviceText(PINNED)}`),
  );
  if (mustEndWithNpm(words)) onceOrphaned(() => stopChild(child));
}

/** On Windows the console tells the child itself, and `kill` would end it without its last steps. */
function passOn(child, signal) {
  if (!isWindows) child.kill(signal);
}

/** Without a listener, the program has not begun to serve. */
function stopHere() {
  if (!process.emit("SIGTERM", "SIGTERM")) process.exit(1);
}

function stopChild(child) {
  if (isWindows) child.disconnect();
  else child.kill("SIGTERM");
}

function fail(message) {
  console.error(message);
  process.exit(1);
}

/** npm's shell does not hand on a signal, and nobody hears of an npm that was killed. */
function mustEndWithNpm(words) {
  return words[0] === "serve" && process.env.npm_lifecycle_event !== undefined;
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

/** Who we run under: npm, or npm's shell and npm. Systems without /proc show the nearest only. */
function npmAndItsShell() {
  const parent = process.ppid;
  const isShell = read(`/proc/${parent}/cmdline`).split("\0")[1] === "-c";
  const [, grandparent] = isShell ? read(`/proc/${parent}/stat`).split(") ").pop().split(" ") : [];
  return `${parent} ${grandparent}`;
}

function read(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
