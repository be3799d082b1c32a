/**
 * `ach blocks`, `ach unblock` and `ach stop-retry`: what happens to bank accounts and debits after a
 * return.
 */
import type { Config } from "../../config.ts";
import type { AccountNeeds } from "../../core/accounts/act-on-account.ts";
import { describeAchCode } from "../../core/ach/codes/describe-code.ts";
import { stopRetry } from "../../core/ach/updates/stop-retry.ts";
import type { BankBlock } from "../../core/bank-accounts/bank-block-store.ts";
import { clearBankBlock, listBankBlocks } from "../../core/bank-accounts/clear-block.ts";
import { StartError } from "../../ports/start-error.ts";
import { readTransactionId } from "../../values/transaction-id.ts";
import { accountCommandError } from "../accounts/account-texts.ts";
import { accountNeeds } from "../accounts/accounts.ts";
import { linesOrMessage, momentText, type OutputOptions, print } from "../output.ts";
import {
  commandLineParty,
  withAuditedInstallation,
  withInstallation,
} from "../with-installation.ts";

export async function achBlocksCommand(
  config: Config,
  account: string,
  options: OutputOptions,
): Promise<void> {
  await withInstallation(config, async (installed) => {
    const outcome = await listBankBlocks(accountNeeds(installed), account);
    if (outcome.kind === "not_found") throw accountCommandError(outcome);
    const { blocks } = outcome;
    const lines = linesOrMessage("No bank account is blocked.", blocks.map(blockLine));
    print(options, { account, blocks }, lines);
  });
}

export async function achUnblockCommand(
  config: Config,
  args: readonly string[],
  options: OutputOptions,
): Promise<void> {
  await withReturned(config, args, async (needs, account, returned) => {
    const outcome = await clearBankBlock(needs, account, returned);
    if (outcome.kind === "not_found") throw accountCommandError(outcome);
    if (outcome.kind === "not_blocked") {
      throw new StartError(
        `No bank account is blocked by the return of ${returned.transactionId}. List the blocks with \`ach blocks ${account}\`.`,
      );
    }
    const { last4 } = outcome.block;
    print(options, { account, unblocked: outcome.block }, [
      `Account ${account} may debit the bank account ****${last4 ?? ""} again.`,
    ]);
  });
}

export async function achStopRetryCommand(
  config: Config,
  args: readonly string[],
  options: OutputOptions,
): Promise<void> {
  await withReturned(config, args, async (needs, account, returned) => {
    const { transactionId } = returned;
    const outcome = await stopRetry(needs, account, returned);
    if (outcome.kind === "not_found") throw accountCommandError(outcome);
    if (outcome.kind === "not_planned") {
      throw new StartError(
        `It is not planned to present ${transactionId} again, or it is in a file already.`,
      );
    }
    print(options, { account, stopped: transactionId }, [
      `Transaction ${transactionId} is not presented again.`,
    ]);
  });
}

interface ReturnedTransaction {
  readonly transactionId: string;
  readonly by: ReturnType<typeof commandLineParty>;
}

/** Runs an audited act on a returned transaction of an account. */
async function withReturned(
  config: Config,
  [account = "", id = ""]: readonly string[],
  act: (needs: AccountNeeds, account: string, returned: ReturnedTransaction) => Promise<void>,
): Promise<void> {
  const transactionId = readReturnedId(id);
  await withAuditedInstallation(config, (installed) =>
    act(accountNeeds(installed), account, { transactionId, by: commandLineParty() }),
  );
}

function readReturnedId(id: string): string {
  const transactionId = readTransactionId(id);
  if (transactionId !== undefined) return transactionId;
  throw new StartError("Invalid transaction id. It must have 1 to 12 digits.");
}

function blockLine({ transactionId, returnCode, last4, blockedAt }: BankBlock): string {
  const columns = [transactionId.padStart(12), `****${last4 ?? ""}`.padEnd(8)];
  return `${columns.join("  ")}  ${momentText(blockedAt)}  ${describeAchCode(returnCode)}`;
}
