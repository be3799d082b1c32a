/** One test run: its seed, its ledger, and the check when nothing is pending. */
import assert from "node:assert/strict";
import { randomInt } from "node:crypto";
import type { TestContext } from "node:test";
import { Random } from "../proof/random.ts";
import { readBooks, untilQuiet } from "./books.ts";
import { FIRST_FREE_CENTS } from "./card-host.ts";
import { type Evidence, findComplaints } from "./checker.ts";
import { listKnownIds, transactionKey } from "./checker-cases.ts";
import { Ledger, listOutcomes, type Payment, paymentName } from "./ledger.ts";
import { Merchant, type Status } from "./merchant.ts";

const AT_ONCE = 16;
const COMPLAINTS_SHOWN = 20;
/**
 * Without load a request takes this long only on a stalled machine, and the product may have given up
 * waiting for the card host (installation.ts: PROCESSOR_TIMEOUT_MS). Then it does not count as calm.
 */
const STANDSTILL_MS = 400;
const CALM_TRIES_MAX = 20;
/** After this time the test reports what it is waiting for. */
const LONG_MS = 5_000;

/** The current addresses of the product. They change with every start. */
export interface Place {
  readonly databaseUrl: string;
  urls(): readonly string[];
}

export class Proof {
  /** FAULT_SEED repeats the choices of a run that failed. */
  readonly seed = Number(process.env["FAULT_SEED"] ?? randomInt(1_000_000_000));
  readonly random = new Random(this.seed);
  readonly ledger = new Ledger(`p${this.seed}`);
  readonly merchant: Merchant;
  readonly place: Place;
  readonly #t: TestContext;
  readonly #statuses = new Map<string, Status>();

  constructor(t: TestContext, place: Place) {
    t.diagnostic(`FAULT_SEED=${this.seed}`);
    this.#t = t;
    this.merchant = new Merchant(t);
    this.place = place;
  }

  /** After the traffic has stopped: its payments are true, also after their clients retry. */
  async assertRoundTrue(payments: readonly Payment[]): Promise<void> {
    await this.quiet();
    await this.assertTrue(payments);
    await this.retryCalmly(payments);
    await this.assertTrue(payments);
  }

  /** Retries payments without a result, and some with one, like a client. */
  async retryCalmly(payments: readonly Payment[]): Promise<void> {
    const { rows } = await readBooks(this.place.databaseUrl);
    const marks = new Set(rows.map(({ mark }) => mark));
    const fit = payments.filter(
      (payment) => payment.way !== "plain" && payment.isWhole && isWorthRetrying(payment, marks),
    );
    await inTurn(fit, (payment, place) => this.#retryUntilCalm(payment, this.url(place)));
    await this.quiet();
  }

  async #retryUntilCalm(payment: Payment, url: string): Promise<void> {
    for (let tries = 1; tries <= CALM_TRIES_MAX; tries++) {
      const started = performance.now();
      const heard = await this.merchant.pay(url, payment);
      const isCalm = performance.now() - started < STANDSTILL_MS;
      payment.hearings.push({ in: isCalm ? "calm" : "storm", heard });
      if (isCalm) return;
      await this.quiet();
    }
    this.fail(`${paymentName(payment)} took ${STANDSTILL_MS} ms ${CALM_TRIES_MAX} times`);
  }

  async quiet(): Promise<void> {
    const started = performance.now();
    const last = await untilQuiet(this.place.databaseUrl).catch((error) => this.fail(`${error}`));
    const tookMs = Math.round(performance.now() - started);
    if (tookMs > LONG_MS) this.#t.diagnostic(`quiet only after ${tookMs} ms: ${last}`);
  }

  /** Acknowledged payments must be stored without any retry. */
  async assertKept(payments: readonly Payment[]): Promise<void> {
    const { rows } = await readBooks(this.place.databaseUrl);
    const marks = new Set(rows.map(({ mark }) => mark));
    const lost = payments.filter(({ mark }) => !marks.has(mark)).map(paymentName);
    if (lost.length > 0) this.fail(`acknowledged and not written down: ${lost.join(", ")}`);
  }

  /** Requests the status of these payments, and compares all evidence. */
  async assertTrue(asked: readonly Payment[] = this.ledger.payments): Promise<void> {
    const { payments } = this.ledger;
    this.assertSome("payments", asked.length);
    const books = await readBooks(this.place.databaseUrl);
    const rows = Map.groupBy(books.rows, ({ mark }) => mark ?? "");
    const ids = asked.flatMap((payment) => listKnownIds(payment, rows.get(payment.mark) ?? []));
    await inTurn(ids, async (where, place) => {
      const { accountId, transactionId } = where;
      const status = await this.merchant.statusOf(this.url(place), accountId, transactionId);
      this.#statuses.set(transactionKey(where), status);
    });
    const evidence: Evidence = { ...books, payments, statuses: this.#statuses };
    this.#report(findComplaints(evidence));
  }

  #report(complaints: readonly string[]): void {
    if (complaints.length === 0) return;
    const shown = complaints.slice(0, COMPLAINTS_SHOWN).join("\n  ");
    this.fail(`${complaints.length} complaints:\n  ${shown}`);
  }

  fail(why: string): never {
    assert.fail(`FAULT_SEED=${this.seed}: ${why}`);
  }

  /** Fails if the run had no payments of each kind. */
  assertSome(what: string, count: number, least = 1): void {
    if (count < least) this.fail(`${count} ${what}, which is too few to prove anything`);
  }

  url(place: number): string {
    const urls = this.place.urls();
    return urls[place % urls.length] ?? this.fail("nobody serves");
  }
}

/** One in eight payments with a result is retried. Missing ones without an id or a key are not. */
function isWorthRetrying(payment: Payment, marks: ReadonlySet<string | undefined>): boolean {
  if (listOutcomes(payment).length > 0) return payment.number % 8 === 0;
  return marks.has(payment.mark) || payment.amountCents >= FIRST_FREE_CENTS;
}

/** Runs a few at a time, with their index. */
export async function inTurn<Item>(
  items: readonly Item[],
  work: (item: Item, place: number) => Promise<void>,
  atOnce = AT_ONCE,
): Promise<void> {
  const turns = items.entries();
  const lane = async () => {
    for (const [place, item] of turns) await work(item, place);
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
}
