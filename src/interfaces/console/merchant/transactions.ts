/** The transaction list, and one transaction with its history. */
import type { AccountStore } from "../../../core/accounts/account-store.ts";
import { type PossibleActions, possibleActions } from "../../../core/dashboard/allowed-actions.ts";
import type { AttemptHistoryStore } from "../../../core/dashboard/attempt-history-store.ts";
import type { MessageStore } from "../../../core/dashboard/message-store.ts";
import { timelineOf } from "../../../core/dashboard/timeline.ts";
import type { ListStore } from "../../../core/dashboard/transaction-list-store.ts";
import type {
  MerchantTransactionStore,
  TransactionHistory,
} from "../../../core/dashboard/transaction-store.ts";
import type { Clock } from "../../../ports/clock.ts";
import { readTransactionId } from "../../../values/transaction-id.ts";
import type { Permission } from "../contract.ts";
import type { Call, Routes } from "../routes.ts";
import type { AllowedActions, TransactionAnswer, TransactionList } from "./contract.ts";
import { merchantOf } from "./merchant-of.ts";
import { readCursor, readFilter, writeCursor } from "./read-filter.ts";
import { detailsOf, lineOf, messageOf, pendingPaymentOf, stepOf } from "./write-transaction.ts";

export interface TransactionsNeeds {
  readonly transactions: MerchantTransactionStore;
  readonly lists: ListStore;
  readonly history: AttemptHistoryStore;
  readonly messages: MessageStore;
  readonly accounts: Pick<AccountStore, "findAccount">;
  readonly clock: Clock;
}

export function addTransactions(routes: Routes, needs: TransactionsNeeds): void {
  routes.get("/merchant/transactions", "payments", async (call): Promise<TransactionList> => {
    const { account } = merchantOf(call);
    const filter = readFilter(call.query, account.timeZone);
    const page = { take: call.query.take(), after: readCursor(call.query) };
    const { items, next, lookedUntil } = await needs.lists.find(account.id, filter, page);
    return {
      items: items.map(lineOf),
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
  const accountId = merchantOf(call).account.id;
  const id = readTransactionId(call.param("id"));
  if (id === undefined) return undefined;
  const [found, past, running, messages] = await Promise.all([
    needs.transactions.findWithAll(accountId, id),
    needs.history.past(accountId, id),
    needs.history.running(accountId, id),
    needs.messages.find(accountId, id),
  ]);
  const pending = running.map(pendingPaymentOf);
  if (found === undefined) return pending.length === 0 ? undefined : { pending };
  const possible = await possibleOf(needs, accountId, found);
  return {
    transaction: detailsOf(found.transaction, possible.refundCents ?? 0),
    related: found.related.map(lineOf),
    original: found.original === undefined ? null : lineOf(found.original),
    steps: timelineOf(found, past).map(stepOf),
    messages: messages.map(messageOf),
    pending,
    actions: actionsOf(possible, call.may),
  };
}

async function possibleOf(
  { accounts, clock }: TransactionsNeeds,
  accountId: string,
  { transaction }: TransactionHistory,
): Promise<PossibleActions> {
  const { authorizationDays = 0 } = (await accounts.findAccount(accountId)) ?? {};
  return possibleActions(transaction, { now: clock.business(), authorizationDays });
}

/** Actions without permission are left out. */
function actionsOf(possible: PossibleActions, may: ReadonlySet<Permission>): AllowedActions {
  const { captureCents, refundCents } = possible;
  const changes = may.has("payments.change");
  const takes = may.has("payments.take");
  return {
    ...(changes && captureCents !== undefined && { captureCents }),
    ...(changes && refundCents !== undefined && { refundCents }),
    ...(changes && possible.refundsWhole && { refundsWhole: true }),
    ...(changes && possible.reverses && { reverses: true }),
    ...(takes && possible.reissues && { reissues: true }),
    ...(takes && possible.hasReceipt && { sendsReceipt: true }),
  };
}
