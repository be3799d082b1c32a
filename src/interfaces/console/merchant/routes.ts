/** A merchant's day: figures, transactions and what is done with them, the virtual terminal. */
import type { Routes } from "../routes.ts";

export type MerchantNeeds = object;

export function addMerchant(_routes: Routes, _needs: MerchantNeeds): void {}
