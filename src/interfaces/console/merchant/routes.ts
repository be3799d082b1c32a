/** A merchant's payments, reports, settings, people and forms. */
import type { Routes } from "../routes.ts";

export type MerchantNeeds = object;

export function addMerchant(_routes: Routes, _needs: MerchantNeeds): void {}
