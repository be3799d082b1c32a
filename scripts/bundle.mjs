/**
 * Bundles the program, and the modules that other programs import from the package, into the folder
 * of the first argument. Started by program.mjs.
 */
import { copyFileSync } from "node:fs";
import path from "node:path";
import { rolldown } from "rolldown";
import { ROOT } from "./install.mjs";
import { findEntries } from "./package-entries.mjs";

/** TypeBox has 370 files. The few functions that we use fit into one. */
const BUNDLED = /^typebox(\/|$)/;
const MODULE_NAME = /^[@a-z]/;
const [, , folder] = process.argv;

const HSM = path.join(ROOT, "src", "adapters", "key-custody", "hsm");

await bundle({ main: path.join(ROOT, "src", "main.ts") }, { format: "esm", sourcemap: true });
// On its own, so that the program is not divided differently for the sake of a thread.
await bundle({ "hsm-thread": path.join(HSM, "hsm-thread.ts") }, { format: "esm", sourcemap: true });
copyFileSync(
  path.join(ROOT, "node_modules", "typebox", "license"),
  path.join(folder, "typebox-license.txt"),
);
for (const { name, source } of findEntries()) {
  const dir = path.join(folder, name);
  await bundle({ index: source }, { format: "esm", dir });
  // Jest and older programs load CommonJS only.
  await bundle({ index: source }, { format: "cjs", dir, entryFileNames: "[name].cjs" });
}

async function bundle(input, output) {
  const made = await rolldown({
    input,
    platform: "node",
    external: (id) => MODULE_NAME.test(id) && !BUNDLED.test(id),
  });
  const extension = output.format === "cjs" ? "cjs" : "js";
  await made.write({ dir: folder, chunkFileNames: `[name]-[hash].${extension}`, ...output });
  await made.close();
}
