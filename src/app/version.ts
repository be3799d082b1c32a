/** The version of this release, from package.json. */
import { readFileSync } from "node:fs";
import { productFile } from "../values/product-folder.ts";

const FILE = productFile("package.json");

export const VERSION = (JSON.parse(readFileSync(FILE, "utf8")) as { version: string }).version;
