/**
 * Prepares the files of the npm package: the compiled program, the console's pages, and the types
 * of the modules that other programs import. `npm pack` and `npm publish` run it first.
 */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { ensureConsole } from "./console.mjs";
import { ensureInstalled, NODE, ROOT } from "./install.mjs";
import { findEntries } from "./package-entries.mjs";
import { ensureProgram } from "./program.mjs";

const TYPES = path.join(ROOT, "dist", "types");
const TSC = path.join(ROOT, "node_modules", "typescript", "bin", "tsc");

ensureInstalled();
ensureConsole();
ensureProgram();
if (findEntries().length > 0) writeTypes();

function writeTypes() {
  const project = ["-p", path.join(ROOT, "scripts", "tsconfig.package.json")];
  const { status } = spawnSync(NODE, [TSC, ...project], { cwd: ROOT, stdio: ["ignore", 2, 2] });
  if (status !== 0) throw new Error("The types could not be written: the lines above say why.");
  for (const name of readdirSync(TYPES, { recursive: true })) {
    if (name.endsWith(".d.ts")) nameCompiledFiles(path.join(TYPES, name));
  }
}

/** Our sources import "./x.ts"; programs with an older TypeScript look for "./x.js". */
function nameCompiledFiles(file) {
  const text = readFileSync(file, "utf8");
  writeFileSync(file, text.replaceAll(/((?:from|import\() ?"\.[^"]*)\.ts"/g, '$1.js"'));
}
