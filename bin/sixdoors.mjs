#!/usr/bin/env node
/**
 * The command `sixdoors` of the npm package. Without a command it starts the gateway. Help and the
 * version are answered in this process, so that they are quick on any Node.
 */
import { fileURLToPath } from "node:url";
import { runHere, runProgram } from "./pinned-node.mjs";

const main = fileURLToPath(new URL("../dist/main.js", import.meta.url));
const [, , ...given] = process.argv;
const words = given.length === 0 ? ["serve"] : given;
/** As in `npm start`. */
const flags = words[0] === "serve" ? ["--max-semi-space-size=64"] : [];

await (isQuestion(words) && canAnswer()
  ? runHere({ main, words })
  : runProgram({ main, words, flags }));

/** `--help` after an option could be the option's value, and the command would run. */
function isQuestion([first, ...others]) {
  if (["help", "--help", "-h", "--version", "-v"].includes(first)) return true;
  const last = others.pop();
  return ["--help", "-h"].includes(last) && others.every((word) => !word.startsWith("-"));
}

/** Node 20.11 and later can load the command line. */
function canAnswer() {
  return import.meta.dirname !== undefined;
}
