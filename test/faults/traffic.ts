/** Clients that pay continuously, with all kinds of ids and amounts, and retry like real clients. */
import { setTimeout as pause } from "node:timers/promises";
import { Random } from "../proof/random.ts";
import { DECLINED_CENTS, LOST_CENTS, NEVER_ARRIVES_CENTS, NOT_SENT_CENTS } from "./card-host.ts";
import { isOutcome, type Payment, type PaymentType, type Way } from "./ledger.ts";
import { ACCOUNTS } from "./merchant.ts";
import type { Proof } from "./proof.ts";

const WAYS: readonly Way[] = ["id", "key", "plain"];
const TYPES: readonly PaymentType[] = ["SALE", "SALE", "AUTHORIZATION"];
const RETRIES = 2;
/** The pause before a process that is down is called again. */
const AWAY_MS = 25;

export interface Traffic {
  readonly payments: readonly Payment[];
  /** The longest pause of a client between payments. */
  pace(thinkMs: number): void;
  /** Starts no more payments and waits for running ones. */
  stop(): Promise<void>;
}

export function startTraffic(proof: Proof, clients: number): Traffic {
  const payments: Payment[] = [];
  const traffic = { isOn: true, thinkMs: 0 };
  const loops = Array.from({ length: clients }, async () => {
    const client = new Client(proof, new Random(proof.random.whole(0, 2 ** 31)));
    while (traffic.isOn) {
      const payment = await client.draft();
      if (payment !== undefined) {
        payments.push(payment);
        await client.settle(payment, () => traffic.isOn);
      }
      if (traffic.thinkMs > 0) await client.think(traffic.thinkMs);
    }
  });
  const stop = async () => {
    traffic.isOn = false;
    await Promise.all(loops);
  };
  const pace = (thinkMs: number) => {
    traffic.thinkMs = thinkMs;
  };
  return { payments, pace, stop };
}

class Client {
  readonly #proof: Proof;
  readonly #random: Random;

  constructor(proof: Proof, random: Random) {
    this.#proof = proof;
    this.#random = random;
  }

  /** Undefined: an id could not be fetched. */
  async draft(): Promise<Payment | undefined> {
    const random = this.#random;
    const [accountId, way, type] = [random.of(ACCOUNTS), random.of(WAYS), random.of(TYPES)];
    const amountCents = drawAmount(random);
    const wish = { accountId, way, type, ...(amountCents === undefined ? {} : { amountCents }) };
    if (way !== "id") return this.#proof.ledger.open(wish);
    const transactionId = await this.#proof.merchant.fetchId(this.#anyUrl(), accountId);
    if (transactionId !== undefined) return this.#proof.ledger.open({ ...wish, transactionId });
    await pause(AWAY_MS);
    return undefined;
  }

  /** Sends a payment, sometimes twice at once, and again if there was no result. */
  async settle(payment: Payment, isOn: () => boolean): Promise<void> {
    const isTwice = payment.way !== "plain" && this.#random.fraction() < 0.2;
    await Promise.all(isTwice ? [this.#send(payment), this.#send(payment)] : [this.#send(payment)]);
    for (let retry = 0; retry < RETRIES && isOn(); retry++) {
      if (payment.hearings.some(({ heard }) => isOutcome(heard))) return;
      await pause(AWAY_MS + this.#random.whole(0, 60));
      if (payment.way === "plain" || this.#random.fraction() < 0.3) return;
      await this.#send(payment);
    }
  }

  async think(mostMs: number): Promise<void> {
    await pause(this.#random.whole(0, mostMs));
  }

  async #send(payment: Payment): Promise<void> {
    const heard = await this.#proof.merchant.pay(this.#anyUrl(), payment);
    payment.hearings.push({ in: "storm", heard });
  }

  #anyUrl(): string {
    return this.#proof.url(this.#random.whole(0, 1_000));
  }
}

/** Usually an approved amount, which the ledger chooses. */
function drawAmount(random: Random): number | undefined {
  const chance = random.fraction();
  if (chance < 0.7) return undefined;
  if (chance < 0.82) return random.of(DECLINED_CENTS);
  return random.of([LOST_CENTS, NEVER_ARRIVES_CENTS, NOT_SENT_CENTS]);
}
