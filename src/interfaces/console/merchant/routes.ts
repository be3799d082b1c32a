/** The API of the merchant payment screens: dashboard, transactions, batches, customers, virtual terminal. */
import type { HeldCreditNeeds } from "../../../core/approvals/held-credits.ts";
import type { ViewNeeds } from "../../../core/transactions/list/saved-views.ts";
import { addCustomers, type CustomerNeeds } from "../customers/routes.ts";
import type { Routes } from "../routes.ts";
import { type AttentionRouteNeeds, addAttention } from "./attention.ts";
import { addBatches, type BatchRouteNeeds } from "./batches.ts";
import { addChanges, type ChangeNeeds } from "./changes.ts";
import { addDashboard, type DashboardRouteNeeds } from "./dashboard.ts";
import { addHeldCredits } from "./held-credits.ts";
import { addSubAccounts } from "./list-account.ts";
import { addTerminal, type TerminalNeeds } from "./terminal.ts";
import { addTransactionExport, type ExportNeeds } from "./transaction-export.ts";
import { addTransactions, type TransactionsNeeds } from "./transactions.ts";
import { addViews } from "./views.ts";

export type MerchantNeeds = DashboardRouteNeeds &
  AttentionRouteNeeds &
  TransactionsNeeds &
  ExportNeeds &
  ViewNeeds &
  BatchRouteNeeds &
  HeldCreditNeeds &
  CustomerNeeds &
  TerminalNeeds &
  ChangeNeeds;

export function addMerchant(routes: Routes, needs: MerchantNeeds): void {
  addDashboard(routes, needs);
  addAttention(routes, needs);
  addTransactions(routes, needs);
  addTransactionExport(routes, needs);
  addSubAccounts(routes, needs);
  addViews(routes, needs);
  addBatches(routes, needs);
  addHeldCredits(routes, needs);
  addCustomers(routes, needs);
  addTerminal(routes, needs);
  addChanges(routes, needs);
}
