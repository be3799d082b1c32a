/**
 * Builds a folder from sources if it is missing or older than they are. Plain JavaScript that any
 * recent Node can run.
 */
import { createHash } from "node:crypto";
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { ROOT } from "./install.mjs";

const DIGEST = "sources.sha256";

/** Calls `build` with the folder to fill. If no source has changed, it only compares. */
export function ensureBuilt({ folder, sources, build, message }) {
  const digest = digestSources(sources);
  if (readDigest(folder) === digest) return;
  if (message !== undefined) console.error(message);
  buildFolder({ folder, digest, build });
}

/** Builds in a temporary folder and renames it, so that two builds at once do not mix. */
export function buildFolder({ folder, digest, build }) {
  const temporary = path.join(path.dirname(folder), `.build-${process.pid}`);
  try {
    build(temporary);
    writeFileSync(path.join(temporary, DIGEST), digest);
    putInPlace(temporary, folder, digest);
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

export function digestSources(sources) {
  const hash = createHash("sha256");
  for (const file of [...sources].sort()) {
    hash
      .update(`${path.relative(ROOT, file)}\0`)
      .update(readFileSync(file))
      .update("\0");
  }
  return hash.digest("hex");
}

function putInPlace(temporary, folder, digest) {
  const old = `${temporary}-old`;
  for (let tries = 0; tries < 5 && readDigest(folder) !== digest; tries += 1) {
    // Either rename fails if another process was faster; the next round checks again.
    attempt(() => renameSync(folder, old));
    attempt(() => renameSync(temporary, folder));
    rmSync(old, { recursive: true, force: true });
  }
}

function attempt(act) {
  try {
    act();
  } catch (error) {
    if (!["ENOENT", "ENOTEMPTY", "EEXIST", "EPERM"].includes(error.code)) throw error;
  }
}

function readDigest(folder) {
  const file = path.join(folder, DIGEST);
  return existsSync(file) ? readFileSync(file, "utf8") : undefined;
}
