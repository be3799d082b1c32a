/** Bundles src/main.ts into the folder of the first argument. Started by program.mjs. */
import path from "node:path";
import { rolldown } from "rolldown";
import { ROOT } from "./install.mjs";

/** TypeBox has 370 files. The few functions that we use fit into one. */
const BUNDLED = /^typebox(\/|$)/;
const MODULE_NAME = /^[@a-z]/;

const bundle = await rolldown({
  input: { main: path.join(ROOT, "src", "main.ts") },
  platform: "node",
  external: (id) => MODULE_NAME.test(id) && !BUNDLED.test(id),
});
await bundle.write({
  dir: process.argv[2],
  format: "esm",
  sourcemap: true,
  chunkFileNames: "[name]-[hash].js",
});
await bundle.close();
