/**
 * Writes completion scripts for shells. A script contains all words, so that pressing Tab does not
 * start the program.
 */
import {
  allNodes,
  type CommandNode,
  nodeName,
  type OptionWord,
  singleQuoted,
} from "./command-tree.ts";

export type Shell = "bash" | "zsh" | "fish";

const WRITERS: Record<Shell, (root: CommandNode) => string> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

export function completionScript(shell: Shell, root: CommandNode): string {
  return WRITERS[shell](root);
}

function bashScript(root: CommandNode): string {
  const nodes = allNodes(root);
  return `# Completion of sixdoors for bash. Written by: sixdoors completion bash
_sixdoors() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} at="" words="" options="" values="" i
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$at \${COMP_WORDS[i]}" in
${knownSteps(nodes)}) at="\${at:+$at }\${COMP_WORDS[i]}" ;;
    esac
  done
  case "$at" in
${nodes.map(bashCase).join("\n")}
  esac
  # The value of an option, such as a file.
  [[ " $values " == *" $previous "* ]] && return
  if [[ $current == -* ]]; then words=$options; fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _sixdoors sixdoors
`;
}

/** A pattern of all steps from a command to a subcommand. */
function knownSteps(nodes: readonly CommandNode[]): string {
  const steps = nodes.slice(1).map(({ path }) => {
    return `"${path.slice(0, -1).join(" ")} ${path.at(-1)}"`;
  });
  return `      ${steps.join(" | \\\n      ")}`;
}

function bashCase(node: CommandNode): string {
  const all = (options: readonly OptionWord[]) => options.flatMap(({ words }) => words).join(" ");
  const values = node.options.filter(({ takesValue }) => takesValue);
  const words = nextWords(node).map(([word]) => word);
  return `    "${nodeName(node)}") words="${words.join(" ")}" options="${all(node.options)}" values="${all(values)}" ;;`;
}

/** What can follow a command, with a description. */
function nextWords(node: CommandNode): readonly (readonly [word: string, about: string])[] {
  const below = node.subcommands.map(({ path, about }) => [path.at(-1) ?? "", about] as const);
  const help = below.length === 0 ? [] : [["help", "display help for command"] as const];
  return [...below, ...help, ...node.choices.map((choice) => [choice, ""] as const)];
}

function zshScript(root: CommandNode): string {
  const nodes = allNodes(root);
  return `#compdef sixdoors
# Completion of sixdoors for zsh. Written by: sixdoors completion zsh
_sixdoors() {
  local at="" i
  local -a next options
  for ((i = 2; i < CURRENT; i++)); do
    case "$at \${words[i]}" in
${knownSteps(nodes)}) at="\${at:+$at }\${words[i]}" ;;
    esac
  done
  case "$at" in
${nodes.map(zshCase).join("\n")}
  esac
  if [[ \${words[CURRENT]} == -* ]]; then
    _describe -o option options
  elif (( \${#next} )); then
    _describe command next
  else
    _files
  fi
}
if [ "\${funcstack[1]}" = "_sixdoors" ]; then _sixdoors "$@"; else compdef _sixdoors sixdoors; fi
`;
}

function zshCase(node: CommandNode): string {
  // zsh would offer an empty description as another word.
  const item = (word: string, about: string) =>
    singleQuoted(
      [word, about]
        .filter((part) => part !== "")
        .map((part) => part.replaceAll(":", "\\:"))
        .join(":"),
      "'\\''",
    );
  const next = nextWords(node).map(([word, about]) => item(word, about));
  const options = node.options.flatMap(({ words, about }) =>
    words.map((word) => item(word, about)),
  );
  return `    "${nodeName(node)}") next=(${next.join(" ")}) options=(${options.join(" ")}) ;;`;
}

function fishScript(root: CommandNode): string {
  return `# Completion of sixdoors for fish. Written by: sixdoors completion fish
complete -c sixdoors -f
${allNodes(root).flatMap(fishLines).join("\n")}
`;
}

function fishLines(node: CommandNode): readonly string[] {
  const start = `complete -c sixdoors -n ${fishQuoted(fishCondition(node))}`;
  const about = (text: string) => (text === "" ? "" : ` -d ${fishQuoted(text)}`);
  const next = nextWords(node).map(([word, text]) => `${start} -a ${word}${about(text)}`);
  const files = node.hasArguments && node.choices.length === 0 ? [`${start} -F`] : [];
  const options = node.options.map(({ words, about: text, takesValue }) => {
    const flags = words.map((word) =>
      word.startsWith("--") ? `-l ${word.slice(2)}` : `-s ${word.slice(1)}`,
    );
    return `${start} ${flags.join(" ")}${takesValue ? " -r" : ""}${about(text)}`;
  });
  return [...next, ...files, ...options];
}

function fishCondition({ path, subcommands }: CommandNode): string {
  if (path.length === 0) return "__fish_use_subcommand";
  const seen = path.map((word) => `__fish_seen_subcommand_from ${word}`);
  const below = subcommands.map(({ path }) => path.at(-1));
  const isLast = below.length === 0 ? [] : [`not __fish_seen_subcommand_from ${below.join(" ")}`];
  return [...seen, ...isLast].join("; and ");
}

function fishQuoted(text: string): string {
  return singleQuoted(text.replaceAll("\\", "\\\\"), "\\'");
}
