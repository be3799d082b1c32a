/**
 * The process that a command runs in: where it reads and writes, its environment, its signals and
 * its end. A caller can run a command inside its own process by providing these.
 */
import { AsyncLocalStorage } from "node:async_hooks";

export type CommandProcess = Pick<
  NodeJS.Process,
  "stdin" | "stdout" | "stderr" | "env" | "exitCode" | "exit" | "on" | "once" | "send"
>;

const provided = new AsyncLocalStorage<CommandProcess>();

/** The process of Node, unless a caller provided another. */
export function commandProcess(): CommandProcess {
  return provided.getStore() ?? process;
}

/** Commands that `work` runs use these streams, this environment and this end. */
export function runInProcess<Result>(other: CommandProcess, work: () => Result): Result {
  return provided.run(other, work);
}
