/** Accounts, partners, operators and terminal keys, for operators. */
import type { Routes } from "../routes.ts";

export type OperatorNeeds = object;

export function addOperator(_routes: Routes, _needs: OperatorNeeds): void {}
