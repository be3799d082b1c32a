/** `npm run bench`: installs where that is needed, then measures on the pinned Node. */
import { spawn } from "node:child_process";
import path from "node:path";
import { ensureInstalled, NODE, ROOT } from "./install.mjs";

ensureInstalled();
const bench = path.join(ROOT, "bench", "bench.ts");
const child = spawn(NODE, [bench, ...process.argv.slice(2)], { stdio: "inherit" });
// The child clears away what it has started; we stay until it has.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
child.on("exit", (code) => process.exit(code ?? 1));
