/** `completion`: prints a completion script for a shell. Needs no settings. */
import { Argument, type Command } from "commander";
import { commandProcess } from "../../ports/command-process.ts";
import type { Shell } from "./completion-scripts.ts";

const SHELLS: readonly Shell[] = ["bash", "zsh", "fish"];

export function addCompletionCommand(program: Command): void {
  program
    .command("completion")
    .description("print a script that completes commands and options in your shell")
    .addArgument(new Argument("<shell>", "bash, zsh or fish").choices(SHELLS))
    .action(async (shell: Shell) => {
      const [{ readCommandTree }, { completionScript }] = await Promise.all([
        import("./command-tree.ts"),
        import("./completion-scripts.ts"),
      ]);
      commandProcess().stdout.write(completionScript(shell, readCommandTree(program)));
    });
}
