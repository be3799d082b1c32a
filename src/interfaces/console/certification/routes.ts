/** The API of the Test mode screens: clock, simulators, mailbox, webhooks and request log. */
import { addRequests, type RequestNeeds } from "../requests/requests.ts";
import type { Routes } from "../routes.ts";
import { type AchSimulatorNeeds, addAchSimulator } from "./ach.ts";
import { addClock, type ClockNeeds } from "./clock.ts";
import { addMailbox, type MailboxNeeds } from "./mailbox.ts";
import { addSimulators, type SimulatorNeeds } from "./simulators.ts";
import { addWebhooks, type WebhookNeeds } from "./webhooks.ts";

export type CertificationNeeds = ClockNeeds &
  SimulatorNeeds &
  MailboxNeeds &
  WebhookNeeds &
  AchSimulatorNeeds &
  RequestNeeds;

export function addCertification(routes: Routes, needs: CertificationNeeds): void {
  addClock(routes, needs);
  addSimulators(routes, needs);
  addMailbox(routes, needs);
  addWebhooks(routes, needs);
  addAchSimulator(routes, needs);
  addRequests(routes, needs);
}
