/** Refuses commands that would act for the original while a restored copy is in safe mode. */
import { SafeModeStore } from "../core/safe-mode/safe-mode-store.ts";
import { RELEASE_COMMAND } from "../core/safe-mode/safe-mode-text.ts";
import type { Database } from "../db/database.ts";
import { StartError } from "../ports/start-error.ts";

/** `refused` is the first half of a sentence, such as "The clock cannot be moved". */
export async function requireReleased(owner: Database, refused: string): Promise<void> {
  const state = await new SafeModeStore(owner).readSafeMode();
  if (state === undefined) return;
  throw new StartError(
    `${refused} in safe mode: ${state.reason}. Check the copy, release it with \`${RELEASE_COMMAND}\`, and try again.`,
  );
}
