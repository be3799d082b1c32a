/**
 * Runs commands for a shell in the test's process, which costs a sixth of a start. The shell writes
 * the words, the environment and the input of a command into a folder, names the folder to the
 * server, and finds the output and the exit code there.
 */
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import path from "node:path";
import { text } from "node:stream/consumers";
import type { TestContext } from "node:test";
import { runHere } from "./command-process.ts";
import { atEnd } from "./process.ts";

/** Returns the definition of a shell function that runs a command by the server. */
export async function openCommandServer(t: TestContext, folder: string): Promise<string> {
  const socket = path.join(folder, "commands.sock");
  const server = createServer(async (request, response) => {
    await runFor(await text(request)).then(
      () => response.end(),
      (error) => response.writeHead(500).end(String(error)),
    );
  });
  server.listen(socket);
  await once(server, "listening");
  atEnd(t, async () => void server.close());
  return `run_here() {
  local at code
  at=$(mktemp -d '${folder}/command.XXXXXX')
  cat > "$at/input"
  env -0 > "$at/environment"
  printf '%s\\0' "$@" > "$at/words"
  curl -sS --fail-with-body --unix-socket '${socket}' --data-raw "$at" http://here/ || return 1
  cat "$at/stderr" >&2
  cat "$at/stdout"
  read -r code < "$at/code"
  return "$code"
}`;
}

async function runFor(at: string): Promise<void> {
  const read = (name: string) => readFile(path.join(at, name), "utf8");
  const words = (await read("words")).split("\0").slice(0, -1);
  const variables = (await read("environment")).split("\0").slice(0, -1);
  const settings = Object.fromEntries(variables.map(splitVariable));
  const { code, stdout, stderr } = await runHere(words, settings, await read("input"));
  await writeFile(path.join(at, "stdout"), stdout);
  await writeFile(path.join(at, "stderr"), stderr);
  await writeFile(path.join(at, "code"), `${code}\n`);
}

function splitVariable(line: string): readonly [string, string] {
  const at = line.indexOf("=");
  return [line.slice(0, at), line.slice(at + 1)];
}
