/** Delivers webhooks to the account's endpoint, signed with the account's secrets. */
import type { Database } from "../../db/database.ts";
import type { DatabasePool } from "../../db/database-pool.ts";
import type { KeyCustody } from "../../ports/key-custody.ts";
import type { WebhookAnswer, WebhookSender } from "../../ports/webhooks.ts";
import type { Secret } from "../../values/secret.ts";
import type { WebhookSeal } from "../../values/webhook-envelope.ts";
import type { ClaimedEvent, DueAccount, DueEndpoint } from "./delivery.ts";
import { secretSeal } from "./endpoint.ts";
import { EndpointStore } from "./endpoint-store.ts";
import type { DeliveryAnswer, Route } from "./route.ts";
import { TEST_EVENT } from "./webhook-events.ts";

export interface DisabledEndpoint {
  readonly accountId: string;
  readonly url: string;
  readonly eventId: string;
  readonly at: Temporal.Instant;
}

export interface WebhookRouteNeeds {
  readonly db: DatabasePool;
  readonly sender: WebhookSender;
  readonly custody: KeyCustody;
  /** Runs in the commit that disables an endpoint, to record it in the audit log. */
  readonly onDisabled: (db: Database, what: DisabledEndpoint) => Promise<void>;
}

export class WebhookRoute implements Route {
  readonly kind = "webhook";
  readonly #needs: WebhookRouteNeeds;
  /** Opened secrets per endpoint. Endpoints are read again with every page of accounts. */
  readonly #opened = new WeakMap<DueEndpoint, Promise<readonly Secret[]>>();

  constructor(needs: WebhookRouteNeeds) {
    this.#needs = needs;
  }

  deliveryTarget({ endpoint }: DueAccount): string | undefined {
    return endpoint?.origin;
  }

  async deliver(
    event: ClaimedEvent,
    account: DueAccount,
    at: Temporal.Instant,
  ): Promise<DeliveryAnswer> {
    const { accountId, endpoint } = account;
    if (endpoint === undefined) throw new Error("The account has no webhook endpoint.");
    if (!isWanted(endpoint, event.event)) {
      return { outcome: "skipped", isFinalBecause: "not_wanted" } as const;
    }
    const { url } = endpoint;
    let seal: WebhookSeal | undefined;
    const answer = await this.#needs.sender.send({
      eventId: event.eventId,
      accountId,
      url,
      secrets: await this.#secretsOf(accountId, endpoint),
      event: event.event,
      transaction: event.payload,
      at,
      onSealed: (one) => {
        seal = one;
      },
    });
    if (answer.kind === "gone") {
      await this.#switchOff({ accountId, url, eventId: event.eventId, at });
    }
    return { ...toDeliveryAnswer(answer), seal };
  }

  #secretsOf(accountId: string, endpoint: DueEndpoint): Promise<readonly Secret[]> {
    let opened = this.#opened.get(endpoint);
    if (opened === undefined) {
      const sealed = [endpoint.secretSealed, endpoint.previousSealed];
      const context = secretSeal(accountId);
      const opening = sealed.map((one) => one && this.#needs.custody.open(one, context));
      opened = Promise.all(opening).then((all) => all.filter((one) => one !== undefined));
      this.#opened.set(endpoint, opened);
    }
    return opened;
  }

  async #switchOff(what: DisabledEndpoint): Promise<void> {
    await this.#needs.db.atomically(async (db) => {
      const why = { why: "gone", at: what.at };
      const isOff = await new EndpointStore(db).disableEndpoint(what.accountId, what.url, why);
      if (isOff) await this.#needs.onDisabled(db, what);
    });
  }
}

function isWanted({ events }: DueEndpoint, event: string): boolean {
  return events === undefined || event === TEST_EVENT || events.includes(event);
}

function toDeliveryAnswer(answer: WebhookAnswer): DeliveryAnswer {
  if (answer.kind === "failed") return { outcome: "failed", failure: answer.failure };
  const { kind: outcome, status, answer: text } = answer;
  return {
    outcome,
    status,
    answer: text,
    retryAfterMs: answer.kind === "retry_later" ? answer.afterMs : undefined,
    isFinalBecause: outcome === "gone" ? "gone" : undefined,
  };
}
