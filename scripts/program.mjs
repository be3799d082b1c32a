/**
 * Compiles the program into dist: a few dozen JavaScript files instead of a thousand sources, which
 * start in half the time. Node modules stay outside, except those that consist of hundreds of files.
 */
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import path from "node:path";
import { ensureBuilt } from "./built-folder.mjs";
import { NODE, ROOT } from "./install.mjs";
import { findEntries } from "./package-entries.mjs";

const BUNDLER = path.join(ROOT, "scripts", "bundle.mjs");

export function ensureProgram() {
  ensureBuilt({ folder: path.join(ROOT, "dist"), sources: findSources(), build: bundle });
}

/** Runs on the pinned Node, which the bundler needs. */
function bundle(folder) {
  const { status } = spawnSync(NODE, [BUNDLER, folder], { cwd: ROOT, stdio: ["ignore", 2, 2] });
  if (status !== 0) throw new Error("The program could not be compiled: the lines above say why.");
}

function findSources() {
  const folders = findEntries().map(({ source }) => path.dirname(source));
  const files = [path.join(ROOT, "src"), ...folders].flatMap(findCode);
  const shared = path.join(ROOT, "bin", "node-package.mjs");
  return [...files, shared, BUNDLER, path.join(ROOT, "package-lock.json")];
}

function findCode(folder) {
  return readdirSync(folder, { recursive: true })
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
    .map((name) => path.join(folder, name));
}
