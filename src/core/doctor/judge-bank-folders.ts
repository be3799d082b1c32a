/** Judges the folders of a bank and the files that wait in them. Pure. */
import type { BankFolders, WaitingFiles } from "../../ports/bank-folders.ts";
import { type CheckFinding, foundFailing, foundOk, foundWarning } from "../../ports/finding.ts";

export interface BankFolderFacts extends BankFolders {
  /** When a file of the bank was last read. Undefined: never. */
  readonly lastReadAt: Temporal.Instant | undefined;
}

export interface BankPatience {
  readonly now: Temporal.Instant;
  /** How often the inbox is read. */
  readonly pollMs: number;
}

const HOUR_MS = 3_600_000;
/** Files of a bank are read with the next poll. Some polls may be missed during a restart. */
const POLLS_MISSED_MAX = 10;
const OUTBOX_HOURS_MAX = 24;

export function judgeBankFolders(
  facts: BankFolderFacts,
  patience: BankPatience,
): readonly CheckFinding[] {
  if (facts.missing.length > 0) return [judgeMissingFolders(facts.missing)];
  const wrong = [
    ...facts.open.map(judgeOpenFolder),
    ...judgeInbox(facts.inbox, patience),
    ...judgeOutbox(facts.outbox, patience),
    ...(facts.tooLarge === 0 ? [] : [judgeTooLarge(facts)]),
  ];
  return wrong.length > 0 ? wrong : [foundOk(`${facts.root}: ${stateText(facts)}`)];
}

function stateText({ inbox, outbox, lastReadAt }: BankFolderFacts): string {
  const waiting = `${inbox.count} files to read, ${outbox.count} for the bank to take.`;
  const last = lastReadAt?.toString({ smallestUnit: "second" });
  return `${waiting} ${last === undefined ? "No file was read yet." : `Last file read ${last}.`}`;
}

function judgeMissingFolders(folders: readonly string[]): CheckFinding {
  return foundFailing(
    `Missing folders: ${folders.join(", ")}.`,
    "Mount their disk, or create them with mode 0750 for the user that runs Sixdoors.",
  );
}

/** The files have bank account numbers in the clear. */
function judgeOpenFolder(folder: string): CheckFinding {
  return foundFailing(
    `Every user can enter ${folder}, which has bank account numbers in the clear.`,
    `Run: chmod o-rwx ${folder}`,
  );
}

function judgeInbox({ count, oldestMs }: WaitingFiles, { now, pollMs }: BankPatience) {
  const ageMs = oldestMs === undefined ? 0 : now.epochMilliseconds - oldestMs;
  // A file that may still be being written is left alone for a while.
  if (ageMs < POLLS_MISSED_MAX * pollMs) return [];
  return [
    foundWarning(
      `${count} files of the bank wait in the inbox, the oldest for ${ageText(ageMs)}.`,
      "Start a process that runs jobs, and look for errors of this bank in its log.",
    ),
  ];
}

function judgeOutbox({ count, oldestMs }: WaitingFiles, { now }: BankPatience) {
  const ageMs = oldestMs === undefined ? 0 : now.epochMilliseconds - oldestMs;
  if (ageMs < OUTBOX_HOURS_MAX * HOUR_MS) return [];
  return [
    foundWarning(
      `${count} files wait in the outbox, the oldest for ${ageText(ageMs)}.`,
      "Check the program that takes files to the bank.",
    ),
  ];
}

function judgeTooLarge({ root, tooLarge }: BankFolderFacts): CheckFinding {
  return foundWarning(
    `${tooLarge} files of the bank are too large to be read.`,
    `Look at them in ${root}/set-aside, ask the bank for smaller ones, and remove them.`,
  );
}

function ageText(ms: number): string {
  const hours = ms / HOUR_MS;
  if (hours >= 48) return `${Math.round(hours / 24)} days`;
  return hours >= 2 ? `${Math.round(hours)} hours` : `${Math.round(ms / 60_000)} minutes`;
}
