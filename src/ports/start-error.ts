/** Why the program or a command cannot start or finish, as a message for the terminal. */
export class StartError extends Error {
  override readonly name = "StartError";
}

/**
 * The HSM refuses the PIN. A service manager must not start the program again: every try may bring the
 * token closer to being locked.
 */
export class PinRefused extends StartError {}

/** EX_CONFIG of sysexits.h: starting again does not help before the settings are corrected. */
const EXIT_CODE_SETTINGS = 78;

export function startExitCode(error: unknown): number {
  return error instanceof PinRefused ? EXIT_CODE_SETTINGS : 1;
}

/** Another process uses the data folder. */
export class FolderInUse extends StartError {}
