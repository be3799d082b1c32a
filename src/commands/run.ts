/** How a command is run: with the settings read, and told in one sentence why it cannot. */
import { type Config, ConfigFault, readConfig } from "../config.ts";
import { isServerAway } from "../db/server-away.ts";
import { StartFault } from "../ports/start-fault.ts";

export type Run = typeof run;

/** What a command needs is loaded when it is asked for, so that help and small ones start at once. */
export async function run<Commands>(
  load: () => Promise<Commands>,
  act: (commands: Commands, config: Config) => Promise<void>,
): Promise<void> {
  try {
    const config = readConfig();
    await act(await load(), config);
  } catch (error) {
    const sentence = sentenceOf(error);
    if (sentence === undefined) throw error;
    process.stderr.write(`${sentence}\n`);
    // Whatever a start that failed has left open must not keep us here.
    process.exit(1);
  }
}

/** Undefined: it is a mistake of ours, whose stack is worth having. */
export function sentenceOf(error: unknown): string | undefined {
  if (error instanceof StartFault || error instanceof ConfigFault) return error.message;
  if (!(error instanceof Error) || !isServerAway(error)) return undefined;
  return `The database failed meanwhile: ${error.message}. See whether it was done before you try again.`;
}
