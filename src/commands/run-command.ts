/** Runs a command: reads the settings, and prints known errors as one line. */
import { type Config, ConfigError, readConfig } from "../config.ts";
import { errorReason } from "../db/error-reason.ts";
import { isReadOnlyError, isServerUnavailable } from "../db/server-errors.ts";
import { commandProcess } from "../ports/command-process.ts";
import { CustodyError } from "../ports/key-custody.ts";
import { StartError, startExitCode } from "../ports/start-error.ts";
import { describeDiskFailure } from "../values/files/disk-failure.ts";

export type RunCommand = typeof runCommand;

/** Loads the code of a command only when it runs, so that help and small commands start fast. */
export function runCommand<Commands>(
  load: () => Promise<Commands>,
  act: (commands: Commands, config: Config) => Promise<void>,
): Promise<void> {
  return runWithoutSettings(async () => {
    const config = readConfig(commandProcess().env);
    await act(await load(), config);
  });
}

/** For a command that reads the settings itself. */
export async function runWithoutSettings(act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    const sentence = errorSentence(error);
    if (sentence === undefined) throw error;
    commandProcess().stderr.write(`${sentence}\n`);
    // A failed start may have left connections open, which would keep the process running.
    commandProcess().exit(startExitCode(error));
  }
}

/** Returns undefined for unexpected errors, which are printed with their stack. */
export function errorSentence(error: unknown): string | undefined {
  if (KNOWN_ERRORS.some((kind) => error instanceof kind)) return (error as Error).message;
  if (!(error instanceof Error)) return undefined;
  if (isReadOnlyError(error)) return READ_ONLY;
  const { code } = error as { readonly code?: unknown };
  if (typeof code === "string" && NO_ACCESS.test(code)) {
    return `The database cannot be used: ${errorReason(error)}. Check DATABASE_URL and the permissions of its login.`;
  }
  const diskFailure = describeDiskFailure(error);
  if (diskFailure !== undefined) return diskFailure;
  if (!isServerUnavailable(error)) return undefined;
  return `The database failed during the command: ${errorReason(error)}. Check whether the command took effect before you repeat it.`;
}

const KNOWN_ERRORS = [StartError, ConfigError, CustodyError];
const READ_ONLY =
  "The database is read-only: it is a standby, or it was set to read-only. Use the primary.";
/** The login is refused, is not allowed to do this, the database is missing, or a timeout. */
const NO_ACCESS = /^(28|3D000|42501|57014)/;
