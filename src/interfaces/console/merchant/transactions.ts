/** The transaction list, and one transaction with its history. */
import type { AccountStore } from "../../../core/accounts/account-store.ts";
import type { AttemptHistoryStore } from "../../../core/transactions/attempt-history-store.ts";
import type { TransactionListStore } from "../../../core/transactions/list/transaction-list-store.ts";
import type {
  MerchantTransactionStore,
  TransactionHistory,
} from "../../../core/transactions/merchant-transaction-store.ts";
import type { MessageStore } from "../../../core/transactions/message-store.ts";
import {
  findPossibleActions,
  type PossibleActions,
} from "../../../core/transactions/possible-actions.ts";
import { buildTimeline } from "../../../core/transactions/timeline.ts";
import type { Clock } from "../../../ports/clock.ts";
import { readTransactionId } from "../../../values/transaction-id.ts";
import type { Permission } from "../contract.ts";
import type { Call, Routes } from "../routes.ts";
import type { AllowedActions, TransactionAnswer, TransactionList } from "./contract.ts";
import { readListAccount, type SubAccountNeeds } from "./list-account.ts";
import { readCursor, readFilter, readOrder, writeCursor } from "./read-filter.ts";
import {
  writeMessage,
  writePendingPayment,
  writeStep,
  writeTransactionDetails,
  writeTransactionLine,
} from "./write-transaction.ts";

export interface TransactionsNeeds extends SubAccountNeeds {
  readonly transactions: MerchantTransactionStore;
  readonly lists: TransactionListStore;
  readonly history: AttemptHistoryStore;
  readonly messages: MessageStore;
  readonly accounts: Pick<AccountStore, "findAccount">;
  readonly clock: Clock;
}

export function addTransactions(routes: Routes, needs: TransactionsNeeds): void {
  routes.get("/merchant/transactions", "payments", async (call): Promise<TransactionList> => {
    const { id: accountId, timeZone } = await readListAccount(needs, call);
    const order = readOrder(call.query);
    const filter = readFilter(call.query, timeZone);
    const after = readCursor(call.query, order);
    const question = { accountId, filter, order, after };
    const { items, next, lookedUntil } = await needs.lists.findPage(question, call.query.take());
    return {
      items: items.map(writeTransactionLine),
      ...(next && { next: writeCursor(next) }),
      ...(lookedUntil && { lookedUntil: lookedUntil.toString() }),
    };
  });
  routes.get("/merchant/transactions/:id", "payments", (call) => showTransaction(needs, call));
}

async function showTransaction(
  needs: TransactionsNeeds,
  call: Call,
): Promise<TransactionAnswer | undefined> {
  const account = await readListAccount(needs, call);
  const accountId = account.id;
  const id = readTransactionId(call.param("id"));
  if (id === undefined) return undefined;
  const [found, past, running, messages] = await Promise.all([
    needs.transactions.findHistory(accountId, id),
    needs.history.findPastAttempts(accountId, id),
    needs.history.findRunningAttempts(accountId, id),
    needs.messages.findMessages(accountId, id),
  ]);
  const pending = running.map(writePendingPayment);
  if (found === undefined) return pending.length === 0 ? undefined : { pending };
  const possible = await findActions(needs, accountId, found);
  return {
    transaction: writeTransactionDetails(found.transaction, possible.refundCents ?? 0),
    related: found.related.map(writeTransactionLine),
    original: found.original === undefined ? null : writeTransactionLine(found.original),
    steps: buildTimeline(found, past).map(writeStep),
    messages: messages.map(writeMessage),
    pending,
    ...(found.retryAt !== undefined && { retryAt: found.retryAt.toString() }),
    // An agent views the transactions of its sub-accounts. It cannot change them.
    actions: account.isOwn ? permittedActions(found, possible, call.may) : {},
  };
}

async function findActions(
  { accounts, clock }: TransactionsNeeds,
  accountId: string,
  { transaction }: TransactionHistory,
): Promise<PossibleActions> {
  const { authorizationDays = 0 } = (await accounts.findAccount(accountId)) ?? {};
  return findPossibleActions(transaction, { now: clock.business(), authorizationDays });
}

/** Actions without permission are left out. */
function permittedActions(
  { retryAt }: Pick<TransactionHistory, "retryAt">,
  possible: PossibleActions,
  may: ReadonlySet<Permission>,
): AllowedActions {
  const { captureCents, refundCents } = possible;
  const changes = may.has("payments.change");
  const takes = may.has("payments.take");
  return {
    ...(changes && captureCents !== undefined && { captureCents }),
    ...(changes && refundCents !== undefined && { refundCents }),
    ...(changes && possible.refundsWhole && { refundsWhole: true }),
    ...(changes && possible.reverses && { reverses: true }),
    ...(changes && retryAt !== undefined && { stopsRetry: true }),
    ...(takes && possible.reissues && { reissues: true }),
    ...(takes && possible.hasReceipt && { sendsReceipt: true }),
  };
}
