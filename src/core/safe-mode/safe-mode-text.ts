/** What operators read about safe mode: in readiness, in the console and in the terminal. */
import type { SafeMode } from "./safe-mode-store.ts";

export const RELEASE_COMMAND = "sixdoors restore release";

export function safeModeText({ since, reason }: Pick<SafeMode, "since" | "reason">): string {
  const moment = since.toString({ smallestUnit: "second" });
  return `In safe mode since ${moment}: ${reason}. No payments are taken, and nothing is sent to card hosts, banks, endpoints or mailboxes. Check the copy, then run \`${RELEASE_COMMAND}\`.`;
}
