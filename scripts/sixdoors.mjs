/** Runs the command line on the pinned Node, installing first where that is needed. */
import module from "node:module";
import path from "node:path";
import { runProgram } from "../bin/pinned-node.mjs";
import { ensureConsole } from "./console.mjs";
import { ensureInstalled, ROOT } from "./install.mjs";

ensureInstalled();
// Stores compiled code for the next start and for child processes.
process.env.NODE_COMPILE_CACHE ??= path.join(ROOT, "node_modules", ".cache", "sixdoors");
module.enableCompileCache?.(process.env.NODE_COMPILE_CACHE);

const [, , ...given] = process.argv;
const words = given.length === 0 ? ["serve"] : given;
if (words[0] === "serve") ensureConsole();

await runProgram({ main: path.join(ROOT, "src", "main.ts"), words });
