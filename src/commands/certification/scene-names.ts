/** The names of the scenes that `trigger` plays: every webhook event, and the events of ACH. */
import { WEBHOOK_EVENTS, type WebhookEvent } from "../../core/outbox/webhook-events.ts";

const ACH_SCENES = ["ach.settled", "ach.returned", "ach.rejected", "ach.changed"] as const;

export type SceneName = WebhookEvent | (typeof ACH_SCENES)[number];

export const SCENE_NAMES: readonly SceneName[] = [...WEBHOOK_EVENTS, ...ACH_SCENES];
