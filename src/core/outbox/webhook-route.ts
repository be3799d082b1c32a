/** Delivers webhooks to the endpoints of accounts, signed with the secrets of each endpoint. */
import type { Database } from "../../db/database.ts";
import type { DatabasePool } from "../../db/database-pool.ts";
import type { KeyCustody } from "../../ports/key-custody.ts";
import type { WebhookAnswer, WebhookSender } from "../../ports/webhooks.ts";
import type { Secret } from "../../values/secret.ts";
import type { WebhookSeal } from "../../values/webhooks/webhook-envelope.ts";
import { assignEvents } from "./claims/assign-events.ts";
import type { ClaimedEvent, DueEndpoint, DueReceiver } from "./delivery.ts";
import { isWantedEvent, secretSeal } from "./endpoint.ts";
import { type EndpointKey, EndpointStore } from "./endpoint-store.ts";
import type { DeliveryAnswer, Route } from "./route.ts";

export interface DisabledEndpoint extends EndpointKey {
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
  readonly kinds = ["webhook", "delivery"] as const;
  readonly #needs: WebhookRouteNeeds;
  /** Opened secrets per endpoint. Endpoints are read again with every page of accounts. */
  readonly #opened = new WeakMap<DueEndpoint, Promise<readonly Secret[]>>();

  constructor(needs: WebhookRouteNeeds) {
    this.#needs = needs;
  }

  deliveryTarget({ endpoint }: DueReceiver): string | undefined {
    return endpoint?.origin;
  }

  assignEvents(accountId: string, now: Temporal.Instant): Promise<number> {
    return assignEvents(this.#needs.db, accountId, now);
  }

  async deliver(
    event: ClaimedEvent,
    receiver: DueReceiver,
    at: Temporal.Instant,
  ): Promise<DeliveryAnswer> {
    const { accountId, number, endpoint } = receiver;
    if (endpoint === undefined) throw new Error("The receiver has no webhook endpoint.");
    if (!isWantedEvent(endpoint, event.event)) {
      return { outcome: "skipped", isFinalBecause: "not_wanted" } as const;
    }
    const { url } = endpoint;
    let seal: WebhookSeal | undefined;
    const answer = await this.#needs.sender.send({
      eventId: event.eventId,
      accountId,
      url,
      secrets: await this.#openSecrets({ accountId, number }, endpoint),
      event: event.event,
      transaction: event.payload,
      at,
      onSealed: (one) => {
        seal = one;
      },
    });
    if (answer.kind === "gone") {
      await this.#switchOff({ accountId, number, url, eventId: event.eventId, at });
    }
    return { ...toDeliveryAnswer(answer), seal };
  }

  #openSecrets(key: EndpointKey, endpoint: DueEndpoint): Promise<readonly Secret[]> {
    let opened = this.#opened.get(endpoint);
    if (opened === undefined) {
      const sealed = [endpoint.secretSealed, endpoint.previousSealed];
      const context = secretSeal(key);
      const opening = sealed.map((one) => one && this.#needs.custody.open(one, context));
      opened = Promise.all(opening).then((all) => all.filter((one) => one !== undefined));
      this.#opened.set(endpoint, opened);
    }
    return opened;
  }

  async #switchOff(what: DisabledEndpoint): Promise<void> {
    await this.#needs.db.atomically(async (db) => {
      const why = { why: "gone", at: what.at };
      const isOff = await new EndpointStore(db).disableEndpoint(what, what.url, why);
      if (isOff) await this.#needs.onDisabled(db, what);
    });
  }
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
