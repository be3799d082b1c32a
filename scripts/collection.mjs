/**
 * `npm run collection`: writes the Postman collection in examples/postman/ from the OpenAPI
 * document. Plain JavaScript for the Node that a fresh machine has.
 */
import { spawnSync } from "node:child_process";
import path from "node:path";
import { ensureInstalled, NODE, ROOT } from "./install.mjs";

ensureInstalled();
const program = path.join(ROOT, "tools", "write-collection.ts");
const { status } = spawnSync(NODE, [program], { cwd: ROOT, stdio: "inherit" });
process.exit(status ?? 1);
