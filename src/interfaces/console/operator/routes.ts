/** The API for accounts, partners, operators and device keys. */
import type { OperatorNeeds as OperatorActNeeds } from "../../../core/operators/manage-operators.ts";
import type { OperatorRecordStore } from "../../../core/operators/operator-record-store.ts";
import type { Routes } from "../routes.ts";
import { type AccountAccessNeeds, addAccountAccess } from "./account-access.ts";
import { type AccountPeopleNeeds, addAccountPeople } from "./account-people.ts";
import { type AccountRouteNeeds, addAccounts } from "./accounts.ts";
import { addOperators } from "./operators.ts";
import { addPartners, type PartnerRouteNeeds } from "./partners.ts";
import { addTerminalKeys, type TerminalKeyRouteNeeds } from "./terminal-keys.ts";

export interface OperatorNeeds
  extends AccountRouteNeeds,
    AccountAccessNeeds,
    AccountPeopleNeeds,
    PartnerRouteNeeds {
  readonly operators: OperatorActNeeds & { readonly records: OperatorRecordStore };
  readonly terminalKeys: TerminalKeyRouteNeeds;
}

export function addOperator(routes: Routes, needs: OperatorNeeds): void {
  addAccounts(routes, needs);
  addAccountAccess(routes, needs);
  addAccountPeople(routes, needs);
  addPartners(routes, needs);
  addOperators(routes, needs.operators);
  addTerminalKeys(routes, needs.terminalKeys);
}
