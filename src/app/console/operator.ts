/** What an operator's screens about accounts, partners and keys work with. */
import { AccountListStore } from "../../core/accounts/account-list-store.ts";
import { PartnerDirectoryStore } from "../../core/estate/partner-directory-store.ts";
import { PartnerSizeStore } from "../../core/estate/partner-size-store.ts";
import { OperatorRecordStore } from "../../core/operators/operator-record-store.ts";
import { KeyUsageStore } from "../../core/terminal-keys/key-usage-store.ts";
import type { OperatorNeeds } from "../../interfaces/console/operator/routes.ts";
import type { Rooms } from "./rooms.ts";

export function operatorNeeds({
  pools,
  custody,
  clock,
  config,
  estate,
  till,
}: Rooms): OperatorNeeds {
  const { app: db, payments } = pools;
  const { environment } = config;
  return {
    accounts: { db, custody, clock, environment },
    accountList: new AccountListStore(db),
    till,
    estate: estate.estate,
    partners: estate.partners,
    partnerDirectory: new PartnerDirectoryStore(payments),
    partnerSizes: new PartnerSizeStore(db),
    operators: { db, records: new OperatorRecordStore(db) },
    terminalKeys: { db, baseKeys: custody.baseKeys, usage: new KeyUsageStore(payments) },
  };
}
