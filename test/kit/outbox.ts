/** An outbox on a new database, accounts with endpoints, and dispatchers that deliver. */
import { DeliveryStore } from "../../src/core/outbox/claims/delivery-store.ts";
import { Dispatcher, type DispatcherNeeds } from "../../src/core/outbox/dispatcher.ts";
import { type EndpointInput, saveEndpoint } from "../../src/core/outbox/endpoint.ts";
import { EndpointStore, firstEndpoint } from "../../src/core/outbox/endpoint-store.ts";
import type { NewWebhook } from "../../src/core/outbox/event.ts";
import type { WebhookEvent } from "../../src/core/outbox/webhook-events.ts";
import { WebhookRoute, type WebhookRouteNeeds } from "../../src/core/outbox/webhook-route.ts";
import { writeWebhook } from "../../src/core/outbox/write-event.ts";
import type { DatabasePool } from "../../src/db/database-pool.ts";
import type { Clock } from "../../src/ports/clock.ts";
import type { KeyCustody } from "../../src/ports/key-custody.ts";
import type { OutgoingWebhook, WebhookAnswer, WebhookSender } from "../../src/ports/webhooks.ts";
import type { StandingClock } from "./clock.ts";
import { openTestCustody } from "./custody.ts";
import { openDatabase, type TestDatabase } from "./database.ts";
import { type Lifetime, openShared } from "./shared.ts";

interface WrittenWebhook extends Partial<Omit<NewWebhook, "event">> {
  readonly accountId: string;
  readonly event?: string;
}

export const DELIVERED = { kind: "delivered", status: 200, answer: "ok" } as const;
export const REFUSED = { kind: "refused", status: 500, answer: "no" } as const;

/** Answers by a script, in turn or by order, and records the orders. */
export class ScriptedSender implements WebhookSender {
  readonly orders: OutgoingWebhook[] = [];
  readonly #answer: (order: OutgoingWebhook) => WebhookAnswer | Promise<WebhookAnswer>;

  constructor(answer: (order: OutgoingWebhook) => WebhookAnswer | Promise<WebhookAnswer>) {
    this.#answer = answer;
  }

  async send(order: OutgoingWebhook): Promise<WebhookAnswer> {
    this.orders.push(order);
    return this.#answer(order);
  }

  /** The events that were sent, in order. */
  get events(): readonly string[] {
    return this.orders.map(({ event }) => event);
  }
}

export function later(clock: StandingClock, duration: Temporal.DurationLike): void {
  clock.set(clock.wall().add(duration).toString());
}

export class TestOutbox {
  readonly database: TestDatabase;
  readonly custody: KeyCustody;
  readonly clock: Clock;
  readonly failures: unknown[] = [];

  constructor(database: TestDatabase, custody: KeyCustody, clock: Clock) {
    this.database = database;
    this.custody = custody;
    this.clock = clock;
  }

  get endpointNeeds() {
    const endpoints = new EndpointStore(this.database.owner);
    const { custody, clock } = this;
    return { endpoints, custody, clock, environment: "certification" } as const;
  }

  /** Adds an account and, if a URL is given, its endpoint. */
  async addAccount(accountId: string, url?: string): Promise<void> {
    await this.database.owner.rows`
      insert into accounts (id, name, time_zone) values (${accountId}, 'A shop', 'UTC')`;
    if (url !== undefined)
      await saveEndpoint(this.endpointNeeds, firstEndpoint(accountId), { url, isOn: true });
  }

  /** Adds or changes an endpoint of an account. */
  async addEndpoint(
    accountId: string,
    {
      number,
      ...input
    }: Partial<EndpointInput> & { readonly number: number; readonly url: string },
  ): Promise<void> {
    const key = { accountId, number };
    const saved = await saveEndpoint(this.endpointNeeds, key, { isOn: true, ...input });
    if (saved.kind !== "saved") throw new Error(saved.error);
  }

  /** The name of the event may be any text, because the outbox does not read it. */
  write({ event = "transaction.approved", ...webhook }: WrittenWebhook): Promise<string> {
    return writeWebhook(this.database.payments, this, {
      event: event as WebhookEvent,
      transaction: { transaction_id: webhook.transactionId ?? "" },
      ...webhook,
    });
  }

  dispatcher(
    sender: WebhookSender,
    needs: Partial<DispatcherNeeds & WebhookRouteNeeds> = {},
  ): Dispatcher {
    const { database, custody, clock, failures } = this;
    const onSwitchedOff = async () => {};
    const onFailure = (error: unknown) => failures.push(error);
    const db = database.payments;
    const route = new WebhookRoute({ db, sender, custody, onDisabled: onSwitchedOff, ...needs });
    const deliveries = new DeliveryStore(db);
    return new Dispatcher({ deliveries, route, clock, onFailure, random: () => 0.5, ...needs });
  }

  /** Delivers everything that is due, including what becomes due meanwhile. */
  async drain(dispatcher: Dispatcher): Promise<void> {
    do await dispatcher.waitUntilIdle();
    while ((await dispatcher.startRound()) > 0);
  }
}

export async function openOutbox(t: Lifetime, clock: Clock): Promise<TestOutbox> {
  const { database, custody } = await openOutboxDatabase(t);
  return new TestOutbox(database, custody, clock);
}

/**
 * On a database that the tests of a file share, empty when a test begins. For tests that wait for
 * the deliveries that they start.
 */
export async function openEmptiedOutbox(t: Lifetime, clock: Clock): Promise<TestOutbox> {
  const { database, custody } = await openShared(t, openOutboxDatabase);
  await emptyOutbox(database.owner);
  return new TestOutbox(database, custody, clock);
}

/** Deleting a few rows takes less time than truncating every table that refers to an account. */
async function emptyOutbox(owner: DatabasePool): Promise<void> {
  await owner.rows`delete from delivery_attempts`;
  await owner.rows`delete from outbox`;
  await owner.rows`delete from mailbox`;
  await owner.rows`delete from further_webhook_endpoints`;
  await owner.rows`delete from webhook_endpoints`;
  await owner.rows`delete from accounts`;
}

async function openOutboxDatabase(t: Lifetime) {
  const database = await openDatabase(t);
  const custody = await openTestCustody(database.owner);
  database.beforeDrop(async () => custody.close());
  return { database, custody };
}
