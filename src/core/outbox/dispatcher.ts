/**
 * Takes due events from the outbox and delivers them by a route (webhooks, email), many in parallel,
 * within limits. Delivery is at least once: an event that was sent but not recorded is sent again with
 * the same id. It has no timer: its caller calls startRound().
 */
import { randomUUID } from "node:crypto";
import type { Clock } from "../../ports/clock.ts";
import type { DeliveryStore } from "./claims/delivery-store.ts";
import type { ClaimedEvent, DeliveryResult, DueReceiver } from "./delivery.ts";
import { DeliveryLimiter, type DeliveryLimits, type TargetSpeed } from "./delivery-limiter.ts";
import { deliveryResult } from "./delivery-result.ts";
import type { EndpointKey } from "./endpoint-store.ts";
import type { OutboxKind } from "./event.ts";
import { ResultWriter } from "./result-writer.ts";
import type { DeliveryAnswer, Route } from "./route.ts";
import { WakeSignal } from "./wake-signal.ts";

export interface DispatcherNeeds {
  readonly deliveries: DeliveryStore;
  readonly route: Route;
  readonly clock: Clock;
  readonly onFailure: (error: unknown) => void;
  /** For measurements. */
  readonly onResult?: (result: DeliveryResult, event: ClaimedEvent) => void;
  readonly random?: () => number;
  readonly limits?: Partial<DeliveryLimits>;
}

const LIMITS: DeliveryLimits = { overallMax: 256, perTargetMax: 32 };
const ACCOUNTS_AT_ONCE = 100;
const BEFORE_ALL_ACCOUNTS = "-1";
/** So that new deliveries do not wait for long while events are assigned. */
const ASSIGNED_AT_ONCE = 1_000;
/** Longer than any delivery may take. Events of a crashed worker are delivered after this time. */
const LEASE = Temporal.Duration.from({ seconds: 25 });
const SLOW_MS = 1_000;

export class Dispatcher {
  readonly #needs: DispatcherNeeds;
  readonly #worker = randomUUID();
  readonly #limiter: DeliveryLimiter;
  readonly #writer: ResultWriter;
  readonly #wakeSignal = new WakeSignal();
  readonly #underWay = new Set<ClaimedEvent>();
  /** The last account of the last page of each kind. */
  readonly #after = new Map<OutboxKind, string>();
  #pagesOpen = 0;
  #rounds = 0;
  /** Since the last round began. */
  #hasChanged = false;
  /** When so few deliveries are running, another round is worthwhile. */
  #fewLeft = 0;
  #isStopped = false;

  constructor(needs: DispatcherNeeds) {
    this.#needs = needs;
    this.#limiter = new DeliveryLimiter({ ...LIMITS, ...needs.limits });
    const { deliveries, clock, onFailure } = needs;
    this.#writer = new ResultWriter({
      write: (results) => deliveries.writeResults(this.#worker, clock.wall(), results),
      onWritten: () => this.#changed(),
      onFailure,
    });
  }

  /** Starts due deliveries within the limits and does not wait for them. Returns how many events changed. */
  async startRound(): Promise<number> {
    this.#hasChanged = false;
    let moved = 0;
    for (const kind of this.#kindsInTurn()) moved += await this.#startKind(kind);
    return moved;
  }

  /** Each round begins with another kind, so that a backlog of one kind does not stop the others. */
  #kindsInTurn(): readonly OutboxKind[] {
    const { kinds } = this.#needs.route;
    const first = this.#rounds++ % kinds.length;
    return [...kinds.slice(first), ...kinds.slice(0, first)];
  }

  async #startKind(kind: OutboxKind): Promise<number> {
    for (;;) {
      if (this.#isStopped || this.#limiter.free <= 0) return 0;
      const moved = await this.#counted(() => this.#page(kind));
      this.#fewLeft = this.#underWay.size / 2;
      if (moved > 0 || !this.#after.has(kind)) return moved;
    }
  }

  /** Waits until another round is worthwhile, or the time is over. */
  async waitForChange(atMostMs: number): Promise<void> {
    if (!this.#hasChanged) await this.#wakeSignal.wait(atMostMs);
  }

  /** Waits until no delivery is running and all results are stored. */
  async waitUntilIdle(): Promise<void> {
    while (this.#isBusy) await this.#wakeSignal.wait();
  }

  /**
   * Starts no more deliveries, waits for running ones, and releases those that take too long. Finished
   * deliveries are still recorded, so they are not sent again.
   */
  async stop(graceMs: number): Promise<void> {
    const end = performance.now() + graceMs;
    this.#limiter.close();
    while (this.#isBusy && performance.now() < end) {
      await this.#wakeSignal.wait(end - performance.now());
    }
    this.#isStopped = true;
    await Promise.all([this.#release([...this.#underWay]), this.#writer.stop()]);
    this.#wakeSignal.wakeAll();
  }

  #changed(): void {
    this.#hasChanged = true;
    this.#wakeSignal.wakeAll();
  }

  get #isBusy(): boolean {
    if (this.#isStopped) return false;
    return this.#underWay.size > 0 || this.#writer.isBusy || this.#pagesOpen > 0;
  }

  async #counted<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#pagesOpen++;
    try {
      return await work();
    } finally {
      this.#pagesOpen--;
      this.#wakeSignal.wakeAll();
    }
  }

  /** Best effort: a claim that cannot be released expires by itself. */
  async #release(events: readonly ClaimedEvent[]): Promise<void> {
    if (events.length === 0) return;
    const { deliveries, onFailure } = this.#needs;
    await deliveries.releaseClaims(this.#worker, events).catch(onFailure);
  }

  /**
   * Handles one page of accounts. After a full page there may be more. All steps use the time before
   * the page was read: an endpoint that is added later gets the events that happen later.
   */
  async #page(kind: OutboxKind): Promise<number> {
    const { deliveries, route, clock } = this.#needs;
    const now = clock.wall();
    const wish = { after: this.#after.get(kind) ?? BEFORE_ALL_ACCOUNTS, most: ACCOUNTS_AT_ONCE };
    const { receivers, last } = await deliveries.listDueReceivers(kind, now, wish);
    this.#goOnAfter(kind, last);
    const unassigned = receivers.filter(({ needsAssigning }) => needsAssigning);
    const assigned = receivers.filter(({ needsAssigning }) => !needsAssigning);
    const callers = assigned.flatMap((receiver) => {
      const target = route.deliveryTarget(receiver);
      return target === undefined ? [] : [{ key: receiverKey(receiver), target, receiver }];
    });
    const begun = await this.#begin({ kind, now }, callers);
    const failed = await this.#failOthers({ kind, now }, assigned, callers);
    return begun + failed + (await this.#assign({ kind, now }, unassigned));
  }

  #goOnAfter(kind: OutboxKind, accountId: string | undefined): void {
    if (accountId === undefined) this.#after.delete(kind);
    else this.#after.set(kind, accountId);
  }

  /** A failure of one account does not stop the others. The next page goes on where this one stops. */
  async #assign({ kind, now }: Page, receivers: readonly DueReceiver[]): Promise<number> {
    const { route, onFailure } = this.#needs;
    let count = 0;
    for (const { accountId } of receivers) {
      try {
        count += (await route.assignEvents?.(accountId, now)) ?? 0;
      } catch (error) {
        onFailure(error);
      }
      if (count < ASSIGNED_AT_ONCE) continue;
      this.#goOnAfter(kind, accountId);
      break;
    }
    return count;
  }

  async #failOthers(
    { kind, now }: Page,
    receivers: readonly DueReceiver[],
    callers: readonly Caller[],
  ): Promise<number> {
    if (callers.length === receivers.length) return 0;
    const served = new Set(callers.map(({ receiver }) => receiver));
    const others = receivers.filter((receiver) => !served.has(receiver));
    const request = { receivers: others, why: "no_endpoint" } as const;
    return this.#needs.deliveries.failDueEvents(kind, now, request);
  }

  async #begin({ kind, now }: Page, callers: readonly Caller[]): Promise<number> {
    const mosts = this.#limiter.share(callers);
    if (mosts.size === 0) return 0;
    const shares = callers.flatMap(({ key, receiver: { accountId, number } }) => {
      const most = mosts.get(key);
      return most === undefined ? [] : [{ accountId, number, most }];
    });
    const claim = { worker: this.#worker, kind, now, until: now.add(LEASE), shares };
    const { events, putOff } = await this.#needs.deliveries.claimEvents(claim);
    if (this.#isStopped) await this.#release(events);
    else this.#deliverAll(events, callers);
    return events.length + putOff;
  }

  #deliverAll(events: readonly ClaimedEvent[], callers: readonly Caller[]): void {
    const byKey = new Map(callers.map((caller) => [caller.key, caller]));
    for (const event of events) {
      const { accountId, endpoint: number } = event;
      const caller = byKey.get(receiverKey({ accountId, number }));
      if (caller === undefined) continue;
      this.#deliver(event, caller).catch(this.#needs.onFailure);
    }
  }

  async #deliver(event: ClaimedEvent, { receiver, target }: Caller): Promise<void> {
    const { route, clock, random = Math.random, onResult } = this.#needs;
    this.#underWay.add(event);
    this.#limiter.begin(target);
    const [at, start] = [clock.wall(), performance.now()];
    const answer = await route.deliver(event, receiver, at).catch((error) => this.#broken(error));
    const durationMs = performance.now() - start;
    this.#limiter.end(target, targetSpeed(answer, durationMs));
    this.#underWay.delete(event);
    if (this.#underWay.size <= this.#fewLeft) this.#changed();
    if (this.#isStopped) return;
    const result = deliveryResult({ event, answer, at, durationMs, random });
    this.#writer.add(result);
    onResult?.(result, event);
  }

  #broken(error: unknown): DeliveryAnswer {
    this.#needs.onFailure(error);
    return { outcome: "failed", failure: "our_fault" };
  }
}

interface Page {
  readonly kind: OutboxKind;
  readonly now: Temporal.Instant;
}

/** A receiver with a target. */
interface Caller {
  readonly key: string;
  readonly target: string;
  readonly receiver: DueReceiver;
}

function receiverKey({ accountId, number }: EndpointKey): string {
  return `${accountId}/${number}`;
}

function targetSpeed(answer: DeliveryAnswer, durationMs: number): TargetSpeed {
  if (answer.failure === "timed_out") return "timed_out";
  return durationMs < SLOW_MS ? "quick" : "slow";
}
