/**
 * Checks the format and the lint rules of the files that have changed since they were last found
 * clean. For the fast tests; `npm test` checks all files. Started by suite.mjs.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { ROOT } from "./install.mjs";

const MODULES = path.join(ROOT, "node_modules");
const CACHE = path.join(MODULES, ".cache", "clean-files.json");
/** What decides about every file. */
const RULES = [path.join(ROOT, "biome.json"), path.join(MODULES, "@biomejs/biome/package.json")];
/** More names may not fit into a command line. */
const NAMES_MAX = 200;

const clean = new Set(readClean());
const digests = listFiles().map((file) => ({ file, digest: digestFile(file) }));
const changed = digests.filter(({ digest }) => !clean.has(digest)).map(({ file }) => file);
if (changed.length > 0 || digests.length === 0) check(changed);

function check(files) {
  const names = files.length > NAMES_MAX || files.length === 0 ? ["."] : files;
  const args = ["check", "--no-errors-on-unmatched", ...names];
  const biome = path.join(MODULES, ".bin", "biome");
  const { status } = spawnSync(biome, args, { cwd: ROOT, stdio: ["ignore", 1, 2] });
  if (status === 0) writeClean();
  else process.exitCode = 1;
}

/** Files that git would add. Without git, all files are checked every time. */
function listFiles() {
  const args = ["ls-files", "--cached", "--others", "--exclude-standard", "-z"];
  const { status, stdout } = spawnSync("git", args, { cwd: ROOT, encoding: "utf8" });
  if (status !== 0) return [];
  return stdout.split("\0").filter((file) => file !== "" && existsSync(path.join(ROOT, file)));
}

/** With the name, because some rules depend on the folder. */
function digestFile(file) {
  const hash = createHash("sha256").update(`${file}\0`);
  return hash.update(readFileSync(path.join(ROOT, file))).digest("base64");
}

function digestRules() {
  const hash = createHash("sha256");
  for (const file of RULES) hash.update(readFileSync(file));
  return hash.digest("base64");
}

function readClean() {
  if (!existsSync(CACHE)) return [];
  const { rules, files } = JSON.parse(readFileSync(CACHE, "utf8"));
  return rules === digestRules() ? files : [];
}

function writeClean() {
  mkdirSync(path.dirname(CACHE), { recursive: true });
  const files = digests.map(({ digest }) => digest);
  writeFileSync(CACHE, JSON.stringify({ rules: digestRules(), files }));
}
