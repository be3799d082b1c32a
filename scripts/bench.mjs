/** `npm run bench`: installs if needed, then measures with the pinned Node. */
import { spawn } from "node:child_process";
import path from "node:path";
import { ensureInstalled, NODE, ROOT } from "./install.mjs";

ensureInstalled();
const bench = path.join(ROOT, "bench", "bench.ts");
const child = spawn(NODE, [bench, ...process.argv.slice(2)], { stdio: "inherit" });
// The child cleans up what it has started, so this process waits for it.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
child.on("exit", (code) => process.exit(code ?? 1));
