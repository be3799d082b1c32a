#!/usr/bin/env node
/**
 * The command `sixdoors` of the npm package. Without a command it starts the gateway. Help and the
 * version are answered in this process, and load little, so that they are quick on any Node.
 */
import { readFileSync } from "node:fs";

const main = new URL("../dist/main.js", import.meta.url);
const [, , ...given] = process.argv;
const words = given.length === 0 ? ["serve"] : given;

if (["--version", "-v"].includes(words[0])) console.log(readVersion());
else if (isQuestion(words) && canAnswer()) await import(main.href);
else await runOnPinnedNode();

function readVersion() {
  return JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")).version;
}

/** `--help` after an option could be the option's value, and the command would run. */
function isQuestion([first, ...others]) {
  if (["help", "--help", "-h"].includes(first)) return true;
  const last = others.pop();
  return ["--help", "-h"].includes(last) && others.every((word) => !word.startsWith("-"));
}

/** Node 20.11 and later can load the command line. */
function canAnswer() {
  return import.meta.dirname !== undefined;
}

async function runOnPinnedNode() {
  const { runProgram } = await import("./pinned-node.mjs");
  const { fileURLToPath } = await import("node:url");
  /** As in `npm start`. */
  const flags = words[0] === "serve" ? ["--max-semi-space-size=64"] : [];
  await runProgram({ main: fileURLToPath(main), words, flags });
}
