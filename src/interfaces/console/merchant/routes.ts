/** The API of the merchant payment screens: dashboard, transactions, batches and virtual terminal. */
import type { Routes } from "../routes.ts";
import { addBatches, type BatchRouteNeeds } from "./batches.ts";
import { addChanges, type ChangeNeeds } from "./changes.ts";
import { addDashboard, type DashboardRouteNeeds } from "./dashboard.ts";
import { addTerminal, type TerminalNeeds } from "./terminal.ts";
import { addTransactions, type TransactionsNeeds } from "./transactions.ts";

export type MerchantNeeds = DashboardRouteNeeds &
  TransactionsNeeds &
  BatchRouteNeeds &
  TerminalNeeds &
  ChangeNeeds;

export function addMerchant(routes: Routes, needs: MerchantNeeds): void {
  addDashboard(routes, needs);
  addTransactions(routes, needs);
  addBatches(routes, needs);
  addTerminal(routes, needs);
  addChanges(routes, needs);
}
