/** The needs of an operator's screens about accounts, partners, operators and keys. */
import { AccountListStore } from "../../../core/accounts/account-list-store.ts";
import { PartnerDirectoryStore } from "../../../core/management/partners/partner-directory-store.ts";
import { PartnerSizeStore } from "../../../core/management/partners/partner-size-store.ts";
import { OperatorRecordStore } from "../../../core/operators/operator-record-store.ts";
import { KeyUsageStore } from "../../../core/parser/base-keys/key-usage-store.ts";
import type { OperatorNeeds } from "../../../interfaces/console/operator/routes.ts";
import type { ConsoleParts } from "./console-parts.ts";

export function operatorNeeds({
  pools,
  passwords,
  custody,
  clock,
  config,
  gateway,
  hosts,
  management,
  pos,
}: ConsoleParts): OperatorNeeds {
  const { app: db, payments } = pools;
  const { environment } = config;
  return {
    accounts: { db, custody, clock, environment },
    writeKeyUses: gateway.writeKeyUses,
    approvals: { db, payments, clock },
    cardHosts: { db, payments, environment, states: () => hosts.cardHostStates() },
    accountList: new AccountListStore(db),
    pos,
    management: management.management,
    partners: management.partners,
    partnerDirectory: new PartnerDirectoryStore(payments),
    partnerSizes: new PartnerSizeStore(db),
    operators: { db, passwords, clock, custody, records: new OperatorRecordStore(db) },
    terminalKeys: { db, clock, baseKeys: custody.baseKeys, usage: new KeyUsageStore(payments) },
  };
}
