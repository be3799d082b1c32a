/** The version of this release, from package.json. */
import { readFileSync } from "node:fs";
import path from "node:path";

const FILE = path.resolve(import.meta.dirname, "../../package.json");

export const VERSION = (JSON.parse(readFileSync(FILE, "utf8")) as { version: string }).version;
