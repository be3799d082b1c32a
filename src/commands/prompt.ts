/** Prompts for secrets, which do not belong on a command line. The terminal does not show them. */
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { commandProcess } from "../ports/command-process.ts";
import { StartError } from "../ports/start-error.ts";
import { Secret } from "../values/secret.ts";

export interface Prompt {
  askLine(question: string): Promise<string>;
  askSecret(question: string): Promise<Secret>;
  close(): void;
}

/** Reads answers from the terminal, or one per line from a pipe. Questions go to stderr. */
export function openPrompt(): Prompt {
  const terminal = commandProcess().stdin.isTTY === true;
  let silent = false;
  const echo = new Writable({
    write(chunk, _encoding, done) {
      if (!silent) commandProcess().stderr.write(chunk);
      done();
    },
  });
  const reader = createInterface({ input: commandProcess().stdin, output: echo, terminal });
  const lines = reader[Symbol.asyncIterator]();
  const next = async (question: string): Promise<string> => {
    if (terminal) commandProcess().stderr.write(`${question} `);
    const { value, done } = await lines.next();
    if (done) throw new StartError(`Standard input ended before the answer to: ${question}`);
    return String(value).trim();
  };
  return {
    askLine: next,
    askSecret: async (question) => {
      silent = true;
      const answer = new Secret(await next(question));
      silent = false;
      if (terminal) commandProcess().stderr.write("\n");
      return answer;
    },
    close: () => reader.close(),
  };
}
