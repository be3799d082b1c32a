/** Calls of the event interface, further endpoints of an account, and their deliveries. */
import assert from "node:assert/strict";
import { addWebhook, removeWebhook } from "../../src/core/accounts/webhook-endpoints.ts";
import type { WebhookEvent } from "../../src/core/outbox/webhook-events.ts";
import { ACCOUNT, post, type TestApp } from "./app.ts";
import type { Form } from "./hooked-app.ts";
import { type ScriptedSender, TestOutbox } from "./outbox.ts";

export const EVENTS_PATH = "/api/events/1.0";
export const SECOND = "http://second.test/hook";
const BOOKS = ACCOUNT.account_id;
const BY = { actor: { kind: "system", name: "a test" } } as const;

export interface ListedEvent {
  readonly event_id: string;
  readonly event: string;
  readonly created_at: string;
  readonly transaction_id?: string;
  readonly transaction: Readonly<Record<string, unknown>>;
  readonly deliveries: readonly Readonly<Record<string, unknown>>[];
}

export interface EventPage {
  readonly events: readonly ListedEvent[];
  readonly next_cursor: string | null;
  readonly error_code: number;
  readonly error_message: string | null;
}

export function askEvents({ server }: TestApp, fields: Form, login: Form = ACCOUNT) {
  return post(server, EVENTS_PATH, { ...login, response_format: "JSON", ...fields });
}

export async function listEvents(
  app: TestApp,
  fields: Form = {},
  login?: Form,
): Promise<EventPage> {
  return (await askEvents(app, { action: "LIST_EVENTS", ...fields }, login)).json();
}

export async function sendAgain(app: TestApp, fields: Form, login?: Form) {
  return (await askEvents(app, { action: "SEND_EVENT", ...fields }, login)).json();
}

interface AddedEndpoint {
  readonly url: string;
  readonly events?: WebhookEvent[] | undefined;
}

/** Returns a function that removes the endpoint again. */
export async function addEndpoint({ database, custody, clock }: TestApp, wish: AddedEndpoint) {
  const needs = { db: database.app, custody, clock, environment: "certification" } as const;
  const added = await addWebhook(needs, BOOKS, { wish, by: BY });
  assert.ok(added.kind === "saved");
  return () => removeWebhook(needs, BOOKS, { endpoint: added.number, by: BY });
}

export function addSecond(app: TestApp, events?: WebhookEvent[]) {
  return addEndpoint(app, { url: SECOND, events });
}

/** Delivers what is due. */
export function deliveriesOf({ database, custody, clock }: TestApp) {
  const outbox = new TestOutbox(database, custody, clock);
  return async (sender: ScriptedSender) => outbox.drain(outbox.dispatcher(sender));
}
