/**
 * `npm run proof -- <area>`: the long runs whose short tiers are in `npm test`, with their full
 * counts, on a database server of their own.
 */
import { spawnSync } from "node:child_process";
import { ensureInstalled, NODE, ROOT } from "./install.mjs";

ensureInstalled();
const { status } = spawnSync(NODE, ["test/proof/proof.ts", ...process.argv.slice(2)], {
  cwd: ROOT,
  stdio: "inherit",
});
process.exit(status ?? 1);
