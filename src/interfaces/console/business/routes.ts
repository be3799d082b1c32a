/** A merchant's reports, verification, webhooks, keys, people and payment forms. */
import type { Routes } from "../routes.ts";

export type BusinessNeeds = object;

export function addBusiness(_routes: Routes, _needs: BusinessNeeds): void {}
