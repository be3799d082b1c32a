/** Writes blocked bank accounts in the console's API format. */
import { describeAchCode } from "../../core/ach/codes/describe-code.ts";
import type { BankBlock } from "../../core/bank-accounts/bank-block-store.ts";
import type { BlocksOutcome, ClearOutcome } from "../../core/bank-accounts/clear-block.ts";
import type { BankBlockList } from "./contract.ts";
import { conflict } from "./errors.ts";

/** Undefined: the account does not exist. */
export function writeBankBlocks(outcome: BlocksOutcome): BankBlockList | undefined {
  if (outcome.kind === "not_found") return undefined;
  return { items: outcome.blocks.map(writeBankBlock) };
}

function writeBankBlock({ transactionId, returnCode, last4, blockedAt }: BankBlock) {
  const reason = describeAchCode(returnCode);
  return { transactionId, reason, last4, blockedAt: blockedAt.toString() };
}

/** Null is the answer without content. Undefined: the account does not exist. */
export function writeClearedBlock(outcome: ClearOutcome): null | undefined {
  if (outcome.kind === "cleared") return null;
  if (outcome.kind === "not_found") return undefined;
  throw conflict("This bank account is no longer blocked by this return. Reload the list.");
}
