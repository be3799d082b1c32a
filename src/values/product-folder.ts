/** Finds the files that the program reads beside its code, whether it runs as source or compiled. */
import { existsSync } from "node:fs";
import path from "node:path";

const isCompiled = !import.meta.filename.endsWith(".ts");

/** The folder of package.json: the clone, or the installed package. */
const PRODUCT_FOLDER = findProductFolder(import.meta.dirname);

/** The file that a further process of the program starts with. */
export const MAIN_FILE = productFile(isCompiled ? "dist/main.js" : "src/main.ts");

/** The file of the threads that call an HSM. */
export const HSM_THREAD_FILE = productFile(
  isCompiled ? "dist/hsm-thread.js" : "src/adapters/key-custody/hsm/hsm-thread.ts",
);

export function productFile(name: string): string {
  return path.join(PRODUCT_FOLDER, name);
}

function findProductFolder(start: string): string {
  let folder = start;
  while (!existsSync(path.join(folder, "package.json"))) folder = path.dirname(folder);
  return folder;
}
