/** The help of the command line, compared with docs/operations.md. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { VERSION } from "../../src/app/version.ts";
import { readTable } from "../kit/pages.ts";
import { MAIN, NODE, NODE_COMPILE_CACHE, ROOT } from "../kit/process.ts";

const PAGE = readFileSync(path.join(ROOT, "docs/operations.md"), "utf8");

function runCommand(...words: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(NODE, [MAIN, ...words], {
    encoding: "utf8",
    timeout: 30_000,
    env: { ...process.env, NODE_COMPILE_CACHE },
  });
  return { status, stdout, stderr };
}

function readHelp(...words: readonly string[]): string {
  const { status, stdout, stderr } = runCommand(...words, "--help");
  assert.deepEqual([status, stderr], [0, ""]);
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

test("help is a command and an option, for the program and for each command", () => {
  const help = { status: 0, stdout: readHelp(), stderr: "" };
  assert.deepEqual(runCommand("help"), help);
  assert.equal(runCommand("help", "accounts").stdout, readHelp("accounts"));
});

test("--version prints the release", () => {
  assert.deepEqual(runCommand("--version"), { status: 0, stdout: `${VERSION}\n`, stderr: "" });
});

test("an unknown command is refused by name", () => {
  const { status, stderr } = runCommand("sevre");
  assert.equal(status, 1);
  assert.match(stderr, /unknown command 'sevre'/);
});

test("every command has help and a description, and is in the table of operations.md", () => {
  const rows = new Map(
    readTable(PAGE, "Command").map(([cell = ""]) => [/[a-z-]+/.exec(cell)?.[0] ?? "", cell]),
  );
  const commands = listCommands(readHelp());
  assert.deepEqual([...commands.keys()].sort(), [...rows.keys()].sort());
  for (const [name, about] of commands) {
    assert.notEqual(about, "", name);
    for (const [inner, words] of listCommands(readHelp(name))) {
      assert.notEqual(words, "", `${name} ${inner}`);
      assert.match(rows.get(name) ?? "", new RegExp(`\\b${inner}\\b`), `${name} ${inner}`);
    }
  }
});
