/** The modules that the package offers to other programs: a folder with an index.ts for each. */
import { existsSync } from "node:fs";
import path from "node:path";
import { ROOT } from "./install.mjs";

const NAMES = ["client", "testing"];

export function findEntries() {
  const entries = NAMES.map((name) => ({ name, source: path.join(ROOT, name, "index.ts") }));
  return entries.filter(({ source }) => existsSync(source));
}
