/**
 * The API of the merchant business screens: reports, verification, webhooks, keys, users and forms.
 */
import type { Routes } from "../routes.ts";
import { type AccountSettingsNeeds, addAccount } from "./account.ts";
import { addForms, type FormRoomNeeds } from "./forms.ts";
import { addKeys, type KeyRoomNeeds } from "./keys.ts";
import { addPeople, type PeopleNeeds } from "./people.ts";
import { addReports, type ReportRoomNeeds } from "./reports/routes.ts";
import { addVerification, type VerificationNeeds } from "./verification.ts";
import { addWebhook, type WebhookRoomNeeds } from "./webhook.ts";
import { addWebhookLog } from "./webhook-log.ts";

export interface BusinessNeeds {
  readonly reports: ReportRoomNeeds;
  readonly accounts: AccountSettingsNeeds &
    KeyRoomNeeds &
    VerificationNeeds &
    WebhookRoomNeeds &
    FormRoomNeeds;
  readonly people: PeopleNeeds;
}

export function addBusiness(routes: Routes, needs: BusinessNeeds): void {
  addReports(routes, needs.reports);
  addVerification(routes, needs.accounts);
  addWebhook(routes, needs.accounts);
  addWebhookLog(routes, needs.accounts);
  addKeys(routes, needs.accounts);
  addPeople(routes, needs.people);
  addAccount(routes, needs.accounts);
  addForms(routes, needs.accounts);
}
