/**
 * `npm run openapi-examples`: sends the examples of the OpenAPI document to the product and records
 * the answers that the document shows. Plain JavaScript for the Node that a fresh machine has.
 */
import { spawnSync } from "node:child_process";
import path from "node:path";
import { ensureInstalled, NODE, ROOT } from "./install.mjs";

ensureInstalled();
const setup = "--test-global-setup=test/kit/global-setup.ts";
const { status } = spawnSync(NODE, ["--test", setup, "test/http/openapi-examples.test.ts"], {
  cwd: ROOT,
  stdio: "inherit",
  env: { ...process.env, RECORD_EXAMPLES: "1" },
});
const biome = path.join(ROOT, "node_modules", ".bin", "biome");
spawnSync(biome, ["check", "--write", "src/app/http/open-api/examples"], { cwd: ROOT });
process.exit(status ?? 1);
