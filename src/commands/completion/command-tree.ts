/** The commands and options of the program as plain data, for completion scripts. */
import type { Command } from "commander";

export interface CommandNode {
  /** The words after the program, such as ["accounts", "list"]. Empty for the program itself. */
  readonly path: readonly string[];
  readonly about: string;
  readonly subcommands: readonly CommandNode[];
  readonly options: readonly OptionWord[];
  /** The values of its first argument, if they are fixed. */
  readonly choices: readonly string[];
  readonly hasArguments: boolean;
}

export interface OptionWord {
  /** Such as ["-v", "--version"]. */
  readonly words: readonly string[];
  readonly about: string;
  readonly takesValue: boolean;
}

const HELP: OptionWord = { words: ["-h", "--help"], about: "display help", takesValue: false };

export function readCommandTree(command: Command, path: readonly string[] = []): CommandNode {
  const [first] = command.registeredArguments;
  const visible = command.createHelp().visibleCommands(command);
  const subcommands = command.commands.filter((one) => visible.includes(one));
  return {
    path,
    about: command.description(),
    subcommands: subcommands.map((one) => readCommandTree(one, [...path, one.name()])),
    options: [...command.options.map(readOption), HELP],
    choices: first?.argChoices ?? [],
    hasArguments: first !== undefined,
  };
}

function readOption(option: Command["options"][number]): OptionWord {
  const words = [option.short, option.long].filter((word) => word !== undefined && word !== null);
  return { words, about: option.description, takesValue: option.required || option.optional };
}

/** The node and everything below it. */
export function allNodes(node: CommandNode): readonly CommandNode[] {
  return [node, ...node.subcommands.flatMap(allNodes)];
}

export function nodeName({ path }: CommandNode): string {
  return path.join(" ");
}

/** In single quotes, for bash, zsh and fish. */
export function singleQuoted(text: string, quote: string): string {
  return `'${text.replaceAll("'", quote)}'`;
}
