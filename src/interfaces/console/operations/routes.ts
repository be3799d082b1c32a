/** Jobs and queues, bank files, return rates, the audit and health, for operators. */
import type { Routes } from "../routes.ts";

export type OperationsNeeds = object;

export function addOperations(_routes: Routes, _needs: OperationsNeeds): void {}
