/**
 * The API of the merchant business screens: reports, verification, webhooks, keys, users and forms.
 */
import type { Routes } from "../routes.ts";
import { type AccountSettingsNeeds, addAccountSettings } from "./account.ts";
import { addMerchantBankBlocks } from "./bank-blocks.ts";
import { addDeliveryLog, type DeliveryLogNeeds } from "./deliveries.ts";
import { addFormBrand, type FormBrandNeeds } from "./form-brand.ts";
import { addForms, type FormRouteNeeds } from "./forms.ts";
import { addAccessKeys, type KeyRouteNeeds } from "./keys.ts";
import { addReports, type ReportRouteNeeds } from "./reports/routes.ts";
import { addRetries } from "./retries.ts";
import { addMerchantUsers, type MerchantUserNeeds } from "./users.ts";
import { addVerificationSettings, type VerificationNeeds } from "./verification.ts";
import { addWebhookSettings, type WebhookRouteNeeds } from "./webhook.ts";

export interface BusinessNeeds {
  readonly reports: ReportRouteNeeds;
  readonly accounts: AccountSettingsNeeds &
    KeyRouteNeeds &
    VerificationNeeds &
    WebhookRouteNeeds &
    DeliveryLogNeeds &
    FormRouteNeeds &
    FormBrandNeeds;
  readonly people: MerchantUserNeeds;
}

export function addBusiness(routes: Routes, needs: BusinessNeeds): void {
  addReports(routes, needs.reports);
  addVerificationSettings(routes, needs.accounts);
  addMerchantBankBlocks(routes, needs.accounts);
  addRetries(routes, needs.accounts);
  addWebhookSettings(routes, needs.accounts);
  addDeliveryLog(routes, needs.accounts);
  addAccessKeys(routes, needs.accounts);
  addMerchantUsers(routes, needs.people);
  addAccountSettings(routes, needs.accounts);
  addForms(routes, needs.accounts);
  addFormBrand(routes, needs.accounts);
}
