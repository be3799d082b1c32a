/** What a merchant's screens about payments work with. */
import { AttemptHistoryStore } from "../../core/takings/attempt-history-store.ts";
import { DaySumsStore } from "../../core/takings/day-sums-store.ts";
import { ListStore } from "../../core/takings/list-store.ts";
import { MessageStore } from "../../core/takings/message-store.ts";
import { SumsStore } from "../../core/takings/sums-store.ts";
import { TakingStore } from "../../core/takings/taking-store.ts";
import type { MerchantNeeds } from "../../interfaces/console/merchant/routes.ts";
import type { Rooms } from "./rooms.ts";

export function merchantNeeds({ pools, gateway, clock, custody }: Rooms): MerchantNeeds {
  const { app: db } = pools;
  const history = new AttemptHistoryStore(pools.payments);
  return {
    sums: new SumsStore(db),
    daySums: new DaySumsStore(db),
    lists: new ListStore(db),
    takings: new TakingStore(db),
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
