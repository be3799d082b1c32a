/**
 * The customers of a day: card sales with refunds and voids, ACH, status and reports, at a steady rate.
 * Every answer is noted. Requests without an answer are repeated, as programs of merchants do.
 */
import { setTimeout as pause } from "node:timers/promises";
import { anyUrl, chooseChange, settle } from "../faults/failover-traffic.ts";
import { type Heard, listOutcomes, type Payment, type Way } from "../faults/ledger.ts";
import { ACCOUNTS, type ChangeWish } from "../faults/merchant.ts";
import type { Proof } from "../faults/proof.ts";
import { Random } from "../proof/random.ts";

/** The only account of the two that has ACH, with verification. */
const ACH_ACCOUNT = "120000000001";
const WAYS: readonly Way[] = ["id", "key", "plain"];
const LANES = 24;
/** After a failed call, so that a database that is away is not asked without pause. */
const AWAY_MS = 50;

export interface Change extends ChangeWish {
  readonly original: Payment;
  readonly heard: Heard;
}

/** Milliseconds of the wall clock, to compare with a moment that is restored. */
export interface Sent {
  readonly payment: Payment;
  readonly sentAt: number;
  readonly answeredAt: number;
}

export class DayLoad {
  readonly sent: Sent[] = [];
  readonly changes: Change[] = [];
  /** What was wrong in an answer at once. */
  readonly complaints: string[] = [];
  /** Finished pieces of work, by kind. */
  readonly counts = { sale: 0, change: 0, ach: 0, status: 0, report: 0 };
  readonly #proof: Proof;
  readonly #lanes: Promise<unknown>;
  #isOn = true;
  #intervalMs = 0;
  #next = performance.now();

  constructor(proof: Proof) {
    this.#proof = proof;
    const lane = () => this.#work(new Random(proof.random.whole(0, 2 ** 31)));
    this.#lanes = Promise.all(Array.from({ length: LANES }, lane));
  }

  get done(): number {
    return Object.values(this.counts).reduce((sum, count) => sum + count, 0);
  }

  /** Pieces of work per second, at most. */
  pace(perSecond: number): void {
    this.#intervalMs = 1_000 / perSecond;
    this.#next = performance.now();
  }

  async stop(): Promise<void> {
    this.#isOn = false;
    await this.#lanes;
  }

  async #work(random: Random): Promise<void> {
    while (this.#isOn) {
      await this.#takeTurn();
      await this.#serve(random);
    }
  }

  /** What an outage has delayed is not made up for: customers have left. */
  async #takeTurn(): Promise<void> {
    const now = performance.now();
    const turn = Math.max(this.#next, now - this.#intervalMs);
    this.#next = turn + this.#intervalMs;
    if (turn > now) await pause(turn - now);
  }

  async #serve(random: Random): Promise<void> {
    const chance = random.fraction();
    if (chance < 0.7) await this.#sell(random);
    else if (chance < 0.76) await this.#debit(random);
    else await this.#look(random, chance < 0.97 ? "status" : "report");
  }

  async #sell(random: Random): Promise<void> {
    const [accountId, way] = [random.of(ACCOUNTS), random.of(WAYS)];
    const { merchant, ledger } = this.#proof;
    const transactionId =
      way === "id" ? await merchant.fetchId(this.#url(random), accountId) : undefined;
    if (way === "id" && transactionId === undefined) return void (await pause(AWAY_MS));
    const id = transactionId === undefined ? {} : { transactionId };
    const payment = ledger.open({ accountId, way, type: "SALE", ...id });
    await this.#send(payment, random);
    this.counts.sale++;
    if (random.fraction() < 0.15) await this.#change(payment, random);
  }

  async #debit(random: Random): Promise<void> {
    const wish = { accountId: ACH_ACCOUNT, way: "key", type: "SALE", tender: "ACH" } as const;
    await this.#send(this.#proof.ledger.open(wish), random);
    this.counts.ach++;
  }

  async #send(payment: Payment, random: Random): Promise<void> {
    const sentAt = Date.now();
    await settle(this.#proof, payment, random);
    if (listOutcomes(payment).length === 0) return void (await pause(AWAY_MS));
    this.sent.push({ payment, sentAt, answeredAt: Date.now() });
  }

  async #change(original: Payment, random: Random): Promise<void> {
    const outcome = listOutcomes(original).find(({ kind }) => kind === "approved");
    if (outcome === undefined) return;
    const wish = chooseChange(original, outcome, random);
    const { merchant } = this.#proof;
    const heard = await merchant.change(this.#url(random), original.accountId, wish);
    this.changes.push({ ...wish, original, heard });
    this.counts.change++;
  }

  /** An acknowledged payment must be found by everyone at once. */
  async #look(random: Random, by: "status" | "report"): Promise<void> {
    const { payment } = this.sent[random.whole(0, this.sent.length - 1)] ?? {};
    if (payment === undefined) return void (await pause(AWAY_MS));
    const id = listOutcomes(payment)[0]?.transactionId ?? "";
    const isFound = await (by === "status" ? this.#asked : this.#reported)(payment, id, random);
    if (isFound === false) this.complaints.push(`${by} of ${id} did not find it`);
    if (isFound === undefined) return void (await pause(AWAY_MS));
    this.counts[by]++;
  }

  /** Undefined: there was no answer. */
  readonly #asked = async ({ accountId }: Payment, id: string, random: Random) => {
    const status = await this.#proof.merchant.statusOf(this.#url(random), accountId, id);
    return status.trouble === undefined ? status.found : undefined;
  };

  readonly #reported = async ({ accountId }: Payment, id: string, random: Random) => {
    const report = await this.#proof.merchant.reportOn(this.#url(random), accountId, id);
    if (report?.code === 608) return false;
    return report?.code === 100 ? report.body.includes(id) : undefined;
  };

  #url(random: Random): string {
    return anyUrl(this.#proof, random);
  }
}
