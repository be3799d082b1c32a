/**
 * `ach cutoff`, `settle`, `return` and `change`: trigger manually what cutoffs and banks do on
 * their own.
 */
import { type OpenedAch, openAch } from "../../app/areas/ach.ts";
import { openPaymentsPool } from "../../app/database/pools.ts";
import type { Config } from "../../config.ts";
import type { AchNeeds } from "../../core/ach/ach-needs.ts";
import { forceChange } from "../../core/ach/forced/force-change.ts";
import { forceCutOffs } from "../../core/ach/forced/force-cut-off.ts";
import { forceReturn } from "../../core/ach/forced/force-return.ts";
import { forceSettle, forceSettleMany } from "../../core/ach/forced/force-settle.ts";
import type { EntryReference, ForcedOutcome } from "../../core/ach/forced/forced.ts";
import { StartError } from "../../ports/start-error.ts";
import { readTransactionId } from "../../values/transaction-id.ts";
import { type OutputOptions, print } from "../output.ts";
import {
  commandLineParty,
  type OpenInstallation,
  withAuditedInstallation,
} from "../with-installation.ts";

export interface EntryOptions extends OutputOptions {
  /** Needed if two accounts have the same transaction id. */
  readonly account?: string;
}

export async function achReturnCommand(
  config: Config,
  [id = "", code = ""]: readonly string[],
  options: EntryOptions,
): Promise<void> {
  const wish = { ...readEntry(id, options), code: code.toUpperCase() };
  await withAch(config, async (ach) => {
    printOutcome(options, wish, await forceReturn(ach, wish, commandLineParty()));
  });
}

export async function achChangeCommand(
  config: Config,
  [id = "", code = "", ...corrected]: readonly string[],
  options: EntryOptions,
): Promise<void> {
  const wish = { ...readEntry(id, options), code: code.toUpperCase() };
  await withAch(config, async (ach) => {
    const outcome = await forceChange(
      ach,
      { ...wish, corrected: corrected.join(" ") },
      commandLineParty(),
    );
    printOutcome(options, wish, outcome);
  });
}

/** Without an id: everything that was sent in certification, and what is due in production. */
export async function achSettleCommand(
  config: Config,
  id: string | undefined,
  options: EntryOptions,
): Promise<void> {
  await withAch(config, async (ach) => {
    if (id === undefined) {
      const which = config.environment === "production" ? "due" : "all";
      const settled = await forceSettleMany(ach, which, commandLineParty());
      print(options, { settled }, [`${settled} entries were settled.`]);
      return;
    }
    const wish = readEntry(id, options);
    printOutcome(options, wish, await forceSettle(ach, wish, commandLineParty()));
  });
}

export async function achCutOffCommand(
  config: Config,
  bank: string | undefined,
  options: OutputOptions,
): Promise<void> {
  await withAch(config, async (ach) => {
    const reports = await forceCutOffs(ach, bank, commandLineParty());
    if (reports === undefined) throw new StartError(`Bank ${bank} not found.`);
    const shown = reports.map(({ failures, ...report }) => {
      const [first, ...others] = failures.map(errorText);
      const trouble = [first, ...others].join(" ");
      return { ...report, ...(first === undefined ? {} : { trouble }) };
    });
    print(
      options,
      { banks: shown },
      shown.flatMap(({ connection, entries, files, trouble }) => [
        `${connection}: ${entries === 0 ? "no entries were waiting" : `entries: ${entries}`}`,
        ...files.map((name) => `  sent ${name}`),
        ...(trouble === undefined ? [] : [`  problem: ${trouble}`]),
      ]),
    );
  });
}

async function withAch(config: Config, work: (ach: AchNeeds) => Promise<void>): Promise<void> {
  await withAuditedInstallation(config, async (installed) => {
    const db = openPaymentsPool(config, installed.place.url);
    const ach = openAchNeeds(installed, db);
    try {
      await work(ach);
    } finally {
      await ach.close();
      await db.close();
    }
  });
}

function openAchNeeds(
  { custody, clock, config, place }: OpenInstallation,
  db: AchNeeds["db"],
): OpenedAch {
  return openAch({ db, custody, clock, config, dataDir: place.dataDir });
}

function readEntry(id: string, { account: accountId }: EntryOptions): EntryReference {
  const transactionId = readTransactionId(id);
  if (transactionId === undefined) {
    throw new StartError("Invalid transaction id. It must have 1 to 12 digits.");
  }
  if (accountId !== undefined && !/^\d{1,12}$/.test(accountId)) {
    throw new StartError("--account must be an account number of 1 to 12 digits.");
  }
  return { transactionId, accountId };
}

function printOutcome(
  options: OutputOptions,
  { transactionId }: EntryReference,
  outcome: ForcedOutcome,
): void {
  switch (outcome.kind) {
    case "done": {
      const { accountId, state } = outcome;
      print(options, { account: accountId, transaction: transactionId, state }, [
        `Transaction ${transactionId} of account ${accountId} is ${state}.`,
      ]);
      return;
    }
    case "unknown_code":
      throw new StartError(
        "Unknown code. Use a return code such as R01, or a change code such as C01.",
      );
    case "not_found":
      throw new StartError(
        `No ACH entry ${transactionId} was sent yet. Send waiting entries with \`ach cutoff\`.`,
      );
    case "ambiguous":
      throw new StartError(
        `Several accounts have ${transactionId}. Choose one with --account ${outcome.accountIds.join(" or ")}.`,
      );
    case "not_fit":
      throw new StartError(
        `Transaction ${transactionId} is already ${outcome.state}, so this is not possible.`,
      );
  }
}

function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
