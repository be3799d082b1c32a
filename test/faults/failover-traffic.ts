/** Clients that pay, capture, refund and void without pause, and repeat requests without an answer. */
import { setTimeout as pause } from "node:timers/promises";
import { Random } from "../proof/random.ts";
import { isOutcome, listOutcomes, type Outcome, type Payment, type Way } from "./ledger.ts";
import { ACCOUNTS } from "./merchant.ts";
import type { Proof } from "./proof.ts";

const WAYS: readonly Way[] = ["id", "key", "plain"];
const RETRIES = 3;
const AWAY_MS = 40;

export interface FailoverTraffic {
  readonly payments: readonly Payment[];
  stop(): Promise<void>;
}

export function startFailoverTraffic(proof: Proof, clients: number): FailoverTraffic {
  const payments: Payment[] = [];
  let isOn = true;
  const loops = Array.from({ length: clients }, async () => {
    const random = new Random(proof.random.whole(0, 2 ** 31));
    while (isOn) {
      const payment = await draft(proof, random);
      if (payment === undefined) continue;
      payments.push(payment);
      await settle(proof, payment, random);
      await changeSome(proof, payment, random);
    }
  });
  const stop = async () => {
    isOn = false;
    await Promise.all(loops);
  };
  return { payments, stop };
}

/** Undefined: an id could not be fetched. */
async function draft(proof: Proof, random: Random): Promise<Payment | undefined> {
  const [accountId, way] = [random.of(ACCOUNTS), random.of(WAYS)];
  const type = random.of(["SALE", "SALE", "AUTHORIZATION"] as const);
  if (way !== "id") return proof.ledger.open({ accountId, way, type });
  const transactionId = await proof.merchant.fetchId(anyUrl(proof, random), accountId);
  if (transactionId !== undefined)
    return proof.ledger.open({ accountId, way, type, transactionId });
  await pause(AWAY_MS);
  return undefined;
}

/** Sometimes twice at once, and again without an answer; never without an id and a key. */
export async function settle(proof: Proof, payment: Payment, random: Random): Promise<void> {
  const isTwice = payment.way !== "plain" && random.fraction() < 0.1;
  const send = async () => {
    const heard = await proof.merchant.pay(anyUrl(proof, random), payment);
    payment.hearings.push({ in: "storm", heard });
  };
  await Promise.all(isTwice ? [send(), send()] : [send()]);
  for (let retry = 0; retry < RETRIES && payment.way !== "plain"; retry++) {
    if (payment.hearings.some(({ heard }) => isOutcome(heard) || heard.kind === "refused")) return;
    await pause(AWAY_MS + random.whole(0, 200));
    await send();
  }
}

async function changeSome(proof: Proof, payment: Payment, random: Random): Promise<void> {
  const outcome = listOutcomes(payment).find(({ kind }) => kind === "approved");
  if (outcome === undefined || random.fraction() < 0.5) return;
  const change = chooseChange(payment, outcome, random);
  await proof.merchant.change(anyUrl(proof, random), payment.accountId, change);
}

export function chooseChange(
  { type, amountCents }: Payment,
  { transactionId }: Outcome,
  random: Random,
) {
  if (type === "AUTHORIZATION") {
    const action = random.of(["CAPTURE", "CAPTURE", "REVERSAL"] as const);
    return { type: action, tokenId: transactionId, amountCents };
  }
  const action = random.of(["REFUND", "REFUND", "REVERSAL"] as const);
  const part = action === "REFUND" && random.fraction() < 0.7 ? amountCents - 300 : amountCents;
  return { type: action, tokenId: transactionId, amountCents: part };
}

export function anyUrl(proof: Proof, random: Random): string {
  return proof.url(random.whole(0, 1_000));
}
