/**
 * Makes the links between PostgreSQL's libraries (libpq.so.5 to libpq.so.5.18). An npm package
 * cannot contain links, so its install script makes them, and npm 12 does not run that script.
 */
import { lstat, readFile, symlink } from "node:fs/promises";
import path from "node:path";

/** The links that PostgreSQL's npm package lists. Windows has none. */
const LIST = "pg-symlinks.json";
/** The paths in the list begin with the name of the folder that has the list. */
const FOLDER = "native";
/** The folder belongs to another user, or cannot be written at all. */
const READ_ONLY = ["EACCES", "EPERM", "EROFS"];

interface Link {
  readonly source: string;
  readonly target: string;
}

/** Returns false if links are missing and this process may not make them. */
export async function linkLibraries(folder: string): Promise<boolean> {
  const links = await readLinks(folder);
  const last = links.at(-1);
  // They are made in the order of the list, so the last one is there when all are.
  if (last === undefined || (await isThere(last.target))) return true;
  try {
    for (const { source, target } of links) await makeLink(source, target);
    return true;
  } catch (error) {
    if (READ_ONLY.includes((error as NodeJS.ErrnoException).code ?? "")) return false;
    throw error;
  }
}

async function readLinks(folder: string): Promise<readonly Link[]> {
  const text = await readFile(path.join(folder, LIST), "utf8").catch(() => "[]");
  const placed = (name: string) => path.join(folder, path.relative(FOLDER, name));
  return (JSON.parse(text) as Link[]).map(({ source, target }) => ({
    source: placed(source),
    target: placed(target),
  }));
}

async function makeLink(source: string, target: string): Promise<void> {
  try {
    await symlink(path.relative(path.dirname(target), source), target);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

async function isThere(file: string): Promise<boolean> {
  return (await lstat(file).catch(() => undefined)) !== undefined;
}
