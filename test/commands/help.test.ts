/** The help of the command line, compared with docs/operations.md. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { VERSION } from "../../src/app/version.ts";
import { runHere } from "../kit/command-process.ts";
import { readTable } from "../kit/pages.ts";
import { ROOT, run } from "../kit/process.ts";

const PAGE = readFileSync(path.join(ROOT, "docs/operations.md"), "utf8");

async function readHelp(...words: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await runHere([...words, "--help"]);
  assert.deepEqual([code, stderr], [0, ""]);
  assert.match(stdout, new RegExp(`^Usage: ${["sixdoors", ...words].join(" ")}`));
  return stdout;
}

/** The commands that a help page lists, with their descriptions. */
function listCommands(help: string): Map<string, string> {
  const [, list = ""] = help.split("\nCommands:\n");
  const lines = list.replaceAll(/\n {5,}/g, " ").matchAll(/^ {2}([a-z-]+)(.*)$/gm);
  const told = Array.from(lines, ([, name = "", rest = ""]) => {
    return [name, rest.replaceAll(/\[[^\]]*\]|<[^>]*>/g, "").trim()] as const;
  });
  return new Map(told.filter(([name]) => name !== "help"));
}

test("help is a command and an option, for the program and for each command", async (t) => {
  const help = { code: 0, signal: null, stdout: await readHelp(), stderr: "" };
  assert.deepEqual(await run(t, ["help"]), help);
  assert.equal((await runHere(["help", "accounts"])).stdout, await readHelp("accounts"));
});

test("--version prints the release", async () => {
  const { code, stdout } = await runHere(["--version"]);
  assert.deepEqual([code, stdout], [0, `${VERSION}\n`]);
});

test("an unknown command is refused by name", async (t) => {
  const { code, stderr } = await run(t, ["sevre"]);
  assert.equal(code, 1);
  assert.match(stderr, /unknown command 'sevre'/);
});

test("every command has help and a description, and is in the table of operations.md", async () => {
  const rows = new Map(
    readTable(PAGE, "Command").map(([cell = ""]) => [/[a-z-]+/.exec(cell)?.[0] ?? "", cell]),
  );
  const commands = listCommands(await readHelp());
  assert.deepEqual([...commands.keys()].sort(), [...rows.keys()].sort());
  for (const [name, about] of commands) {
    assert.notEqual(about, "", name);
    for (const [inner, words] of listCommands(await readHelp(name))) {
      assert.notEqual(words, "", `${name} ${inner}`);
      assert.match(rows.get(name) ?? "", new RegExp(`\\b${inner}\\b`), `${name} ${inner}`);
    }
  }
});
