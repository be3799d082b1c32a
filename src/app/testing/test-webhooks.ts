/**
 * The webhooks of a test gateway, signed as a receiver gets them. They are read from the outbox, so
 * their order is the order of events. Each event is returned once.
 */
import { signWebhook } from "../../adapters/webhook-sender/envelope.ts";
import { secretSeal } from "../../core/outbox/endpoint.ts";
import { firstEndpoint } from "../../core/outbox/endpoint-store.ts";
import type { Clock } from "../../ports/clock.ts";
import type { KeyCustody } from "../../ports/key-custody.ts";
import { readTransactionId } from "../../values/transaction-id.ts";
import type { ReceivedWebhook, WebhookWish } from "./contract.ts";
import { TestCallError } from "./test-error.ts";
import { waitForResult } from "./wait-for.ts";
import type { InboxRow, WebhookInboxStore } from "./webhook-inbox-store.ts";

export interface TestWebhookNeeds {
  readonly inbox: WebhookInboxStore;
  readonly custody: KeyCustody;
  readonly clock: Clock;
}

export class TestWebhooks {
  readonly #needs: TestWebhookNeeds;
  readonly #returned = new Set<string>();

  constructor(needs: TestWebhookNeeds) {
    this.#needs = needs;
  }

  async next({ withinMs, ...wish }: WebhookWish): Promise<ReceivedWebhook> {
    const { transactionId: id } = wish;
    if (id !== undefined && readTransactionId(id) === undefined) {
      throw new TestCallError(`"${id}" is not a transaction id.`);
    }
    const row = await waitForResult(() => this.#take(wish), withinMs);
    if (row === undefined) throw new TestCallError(await this.#missingText(wish, withinMs));
    return this.#write(row);
  }

  async #take(wish: Omit<WebhookWish, "withinMs">): Promise<InboxRow | undefined> {
    const row = await this.#needs.inbox.findOldest({ ...wish, without: [...this.#returned] });
    // Another call may have taken it while the database answered.
    if (row === undefined || this.#returned.has(row.eventId)) return undefined;
    this.#returned.add(row.eventId);
    return row;
  }

  async #write(row: InboxRow): Promise<ReceivedWebhook> {
    const { eventId, accountId, event, payload, secretSealed } = row;
    const { body, headers } = signWebhook({
      ...{ eventId, accountId, event },
      url: "",
      secrets: [await this.#needs.custody.open(secretSealed, secretSeal(firstEndpoint(accountId)))],
      transaction: payload,
      at: this.#needs.clock.wall(),
    });
    return { event, accountId, transaction: JSON.parse(payload), body, headers };
  }

  async #missingText(wish: Omit<WebhookWish, "withinMs">, withinMs: number): Promise<string> {
    const { event = "webhook", transactionId } = wish;
    const about = transactionId === undefined ? "" : ` for transaction ${transactionId}`;
    const events = await this.#needs.inbox.listEvents();
    const known = events.map((one) => `${one.event} (${one.transactionId})`).toReversed();
    return `No further ${event}${about} was sent within ${withinMs} ms. The last events, including returned ones: ${known.join(", ") || "none"}.`;
  }
}
