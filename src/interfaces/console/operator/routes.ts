/** The API for accounts, partners, operators and device keys. */
import type { OperatorNeeds as OperatorActNeeds } from "../../../core/operators/manage-operators.ts";
import type { OperatorRecordStore } from "../../../core/operators/operator-record-store.ts";
import type { Routes } from "../routes.ts";
import { type AccountAccessNeeds, addAccountAccess } from "./account-access.ts";
import { addVerificationAndUsers, type VerificationAndUserNeeds } from "./account-users.ts";
import { type AccountRouteNeeds, addAccounts } from "./accounts.ts";
import { type ApprovalRouteNeeds, addApprovals } from "./approvals.ts";
import { addAccountBankBlocks } from "./bank-blocks.ts";
import { addCardHosts, type CardHostRouteNeeds } from "./card-hosts.ts";
import { addDeviceKeys, type DeviceKeyRouteNeeds } from "./device-keys.ts";
import { addOperators } from "./operators.ts";
import { addAllPartners, type PartnerRouteNeeds } from "./partners.ts";

export interface OperatorNeeds
  extends AccountRouteNeeds,
    AccountAccessNeeds,
    ApprovalRouteNeeds,
    VerificationAndUserNeeds,
    CardHostRouteNeeds,
    PartnerRouteNeeds {
  readonly operators: OperatorActNeeds & { readonly records: OperatorRecordStore };
  readonly terminalKeys: DeviceKeyRouteNeeds;
}

export function addOperator(routes: Routes, needs: OperatorNeeds): void {
  addAccounts(routes, needs);
  addAccountAccess(routes, needs);
  addVerificationAndUsers(routes, needs);
  addAccountBankBlocks(routes, needs);
  addApprovals(routes, needs);
  addAllPartners(routes, needs);
  addOperators(routes, needs.operators);
  addDeviceKeys(routes, needs.terminalKeys);
  addCardHosts(routes, needs);
}
