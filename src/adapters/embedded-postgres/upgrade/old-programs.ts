/**
 * Finds the programs of an older PostgreSQL, which must run once more to hand over its data. This
 * release does not contain them: they would take another 60 MB in every installation.
 */
import { readdir } from "node:fs/promises";
import path from "node:path";
import { StartError } from "../../../ports/start-error.ts";
import { type Programs, platformPackage, readPrograms } from "../programs.ts";

/** The last package of each major version that can be upgraded. */
const LAST_PACKAGES: Readonly<Record<string, string>> = {
  "16": "16.14.0-beta.17",
  "17": "17.10.0-beta.17",
};

/** The folder in DATA_DIR into which an operator installs the old programs. */
function installFolder(dataDir: string, major: string): string {
  return path.join(dataDir, `postgresql-${major}`);
}

export async function findOldPrograms(dataDir: string, major: string): Promise<Programs> {
  const installed = path.join(
    installFolder(dataDir, major),
    "node_modules",
    platformPackage(),
    "native",
  );
  for (const native of [installed, ...(await listCopies(dataDir, major))]) {
    const programs = await readPrograms(native);
    if (programs?.major === major) return programs;
  }
  throw oldProgramsMissing(dataDir, major);
}

/** The copies that an older release made for a server account that could not run its packages. */
async function listCopies(dataDir: string, major: string): Promise<readonly string[]> {
  const names = await readdir(dataDir);
  const copies = names.filter((name) => name.startsWith(`postgresql-${major}.`));
  return copies
    .sort()
    .reverse()
    .map((name) => path.join(dataDir, name));
}

function oldProgramsMissing(dataDir: string, major: string): StartError {
  const version = LAST_PACKAGES[major];
  if (version === undefined) return tooOld(dataDir, major);
  const folder = installFolder(dataDir, major);
  return new StartError(
    `DATA_DIR contains data of PostgreSQL ${major}, which is upgraded at the next start. The upgrade needs the programs of PostgreSQL ${major} once. Install them with this command, and start again:\n\n  npm install --prefix ${quoteForShell(folder)} ${platformPackage()}@${version}\n`,
  );
}

function tooOld(dataDir: string, major: string): StartError {
  const known = Object.keys(LAST_PACKAGES).join(" and ");
  return new StartError(
    `DATA_DIR ${dataDir} contains data of PostgreSQL ${major}. This release upgrades data of PostgreSQL ${known}. Use \`sixdoors export\` of the release that created it, and \`sixdoors import\` of this release with a new DATA_DIR.`,
  );
}

function quoteForShell(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
