/** The needs of a merchant's screens about payments. */
import { AccountRecordStore } from "../../../core/accounts/account-record-store.ts";
import { AttentionStore } from "../../../core/attention/attention-store.ts";
import { StoredMethodStore } from "../../../core/customers/stored-method-store.ts";
import { DaySumsStore } from "../../../core/dashboard/day-sums-store.ts";
import { SumsStore } from "../../../core/dashboard/sums-store.ts";
import { AttemptHistoryStore } from "../../../core/transactions/attempt-history-store.ts";
import { BatchListStore } from "../../../core/transactions/batch-list-store.ts";
import { ListExportStore } from "../../../core/transactions/list/list-export-store.ts";
import { TransactionListStore } from "../../../core/transactions/list/transaction-list-store.ts";
import { MerchantTransactionStore } from "../../../core/transactions/merchant-transaction-store.ts";
import { MessageStore } from "../../../core/transactions/message-store.ts";
import type { MerchantNeeds } from "../../../interfaces/console/merchant/routes.ts";
import type { ConsoleParts } from "./console-parts.ts";

export function merchantNeeds({ pools, gateway, clock, custody }: ConsoleParts): MerchantNeeds {
  const { app: db } = pools;
  const history = new AttemptHistoryStore(pools.payments);
  return {
    db,
    records: new AccountRecordStore(db),
    exports: { reports: gateway.reports, store: new ListExportStore(pools.reports) },
    attention: new AttentionStore(db),
    methods: new StoredMethodStore(db),
    sums: new SumsStore(db),
    daySums: new DaySumsStore(db),
    batches: new BatchListStore(db),
    lists: new TransactionListStore(db),
    transactions: new MerchantTransactionStore(db),
    messages: new MessageStore(db),
    history,
    accounts: gateway.accounts,
    ids: gateway.ids,
    issuedIds: gateway.issuedIds,
    earlier: gateway.earlier,
    act: { payments: gateway, db },
    receipts: { db, clock, custody, attempts: history },
    clock,
  };
}
