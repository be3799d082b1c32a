/** Tests of completion-scripts.ts and command-tree.ts. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { Argument, Command } from "commander";
import { readCommandTree } from "./command-tree.ts";
import { completionScript, type Shell } from "./completion-scripts.ts";

const program = new Command("sixdoors").version("1", "-v, --version", "print the version");
program.command("serve").description("start it").option("--web", "only answer");
const accounts = program.command("accounts").description("manage merchants' accounts");
accounts
  .command("list", { isDefault: true })
  .description("list: all")
  .option("--take <count>", "n");
accounts.command("show").argument("<id>", "number");
program.command("internal", { hidden: true });
program.command("trigger").addArgument(new Argument("[event]").choices(["a.b", "c.d"]));

const tree = readCommandTree(program);
const script = (shell: Shell) => completionScript(shell, tree);

/** What bash offers for these words, the last of which is being typed. */
function offered(...words: string[]): string[] {
  const list = ["sixdoors", ...words].map((word) => `"${word}"`).join(" ");
  const ask = `COMP_WORDS=(${list}); COMP_CWORD=${words.length}; _sixdoors; echo "\${COMPREPLY[@]}"`;
  const { stdout, stderr, status } = spawnSync("bash", ["-c", `${script("bash")}\n${ask}`], {
    encoding: "utf8",
  });
  assert.deepEqual([status, stderr], [0, ""]);
  return stdout.split(/\s+/).filter(Boolean);
}

test("bash completes commands, subcommands, options and fixed arguments", () => {
  assert.deepEqual(offered(""), ["serve", "accounts", "trigger", "help"]);
  assert.deepEqual(offered("accounts", ""), ["list", "show", "help"]);
  assert.deepEqual(offered("accounts", "list", "--t"), ["--take"]);
  assert.deepEqual(offered("trigger", "a"), ["a.b"]);
  assert.deepEqual(offered("accounts", "list", "--take", ""), []);
});

test("zsh and fish know all commands and options, with their descriptions", () => {
  const [zsh, fish] = [script("zsh"), script("fish")];
  assert.match(zsh, /^#compdef sixdoors\n/);
  assert.ok(zsh.includes(`'accounts:manage merchants'\\'' accounts'`));
  assert.ok(zsh.includes(`"accounts") next=('list:list\\: all' 'show' 'help:`));
  assert.ok(zsh.includes(`"accounts list") next=() options=('--take:n' '-h:`));
  assert.ok(
    fish.includes(`-n '__fish_use_subcommand' -a accounts -d 'manage merchants\\' accounts'`),
  );
  assert.ok(
    fish.includes(
      `-n '__fish_seen_subcommand_from accounts; and __fish_seen_subcommand_from list' -l take -r -d 'n'`,
    ),
  );
  assert.ok(fish.includes(`-n '__fish_seen_subcommand_from trigger' -a c.d\n`));
});

test("every script is a whole script of its shell, where the shell is installed", () => {
  for (const shell of ["bash", "zsh", "fish"] as const) {
    const { error, status, stderr } = spawnSync(shell, ["-n", "-c", script(shell)], {
      encoding: "utf8",
    });
    if (error === undefined) assert.deepEqual([status, stderr], [0, ""], shell);
  }
});
