/**
 * Installs the packages of the lock file if they are missing or have another version. Plain
 * JavaScript that any recent Node can run, because nothing is installed yet.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { NODE_PACKAGE, NODE_PROGRAM } from "../bin/node-package.mjs";

export const ROOT = path.resolve(import.meta.dirname, "..");
const MODULES = path.join(ROOT, "node_modules");

/** The Node that package.json pins, as its npm package ships it. */
export const NODE = path.join(MODULES, NODE_PACKAGE, NODE_PROGRAM);

export function ensureInstalled() {
  if (isInstalled()) return;
  console.error("Installing packages (once, about half a minute) …");
  const npm = spawnSync("npm", ["ci"], {
    cwd: ROOT,
    stdio: ["ignore", "ignore", "inherit"],
    shell: process.platform === "win32",
  });
  if (npm.status === 0) return;
  console.error("`npm ci` failed: the lines above say why.");
  process.exit(1);
}

/** npm writes this file as its last step. */
function isInstalled() {
  const ledger = path.join(MODULES, ".package-lock.json");
  if (!existsSync(NODE) || !existsSync(ledger)) return false;
  const wanted = listPackages(path.join(ROOT, "package-lock.json"));
  const present = listPackages(ledger);
  return Object.entries(wanted).every(
    ([place, { version, optional }]) =>
      place === "" ||
      (optional && present[place] === undefined) ||
      present[place]?.version === version,
  );
}

function listPackages(file) {
  return JSON.parse(readFileSync(file, "utf8")).packages;
}
