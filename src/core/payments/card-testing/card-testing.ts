/**
 * Slows down callers that test stolen card numbers with small payments. It counts declines in the
 * memory of this process and identifies cards by their fingerprints. Nothing is stored.
 */
import type { Cents } from "../../../values/money.ts";
import type { Account } from "../../accounts/account-store.ts";
import type { PaymentOutcome } from "../answer.ts";
import type { CardPayment } from "../payment-request.ts";
import { DeclineTally } from "./decline-tally.ts";

/** A cache that drops the least recently used entries. */
export interface TallyMemory {
  get(key: string): DeclineTally | undefined;
  set(key: string, tally: DeclineTally): void;
}

export interface Suspect {
  readonly accountId: string;
  /** Undefined: the account as a whole. */
  readonly network: string | undefined;
}

export interface CardTestingNeeds {
  /** The number of small declines that makes an address suspect. 0 turns the check off. */
  readonly declinesMax: number;
  readonly tallies: TallyMemory;
  /** Business time, as for payments. */
  readonly nowMs: () => number;
  readonly onSuspect: (suspect: Suspect) => void;
}

type Try = Pick<CardPayment, "type" | "amount" | "details" | "callerNetwork">;

interface Asked {
  readonly startedAt: Temporal.Instant;
  /** Of the card. Only computed for a declined payment. */
  readonly fingerprint: () => Uint8Array;
}

/** A small payment and its counters. */
export interface Watched {
  readonly accountId: string;
  readonly network: string;
  /** Undefined until the first decline, because most customers are never declined. */
  readonly byNetwork: DeclineTally | undefined;
  readonly byAccount: DeclineTally;
}

/** Card testers try small amounts. */
const SMALL_MAX = 1_000 as Cents;
/** An account is suspect after this many times the declines of an address, on different cards. */
const CARDS_FACTOR = 5;
const CARD_KEY_BYTES = 6;
const NO_NETWORK = "no address";

export class CardTesting {
  readonly #needs: CardTestingNeeds;

  constructor(needs: CardTestingNeeds) {
    this.#needs = needs;
  }

  /** Undefined: the payment is not a small one, or the check is off. */
  watchPayment({ id: accountId }: Pick<Account, "id">, payment: Try): Watched | undefined {
    const { declinesMax, tallies } = this.#needs;
    const isSmall = payment.type !== "STORE" && payment.amount <= SMALL_MAX;
    if (declinesMax === 0 || !isSmall) return undefined;
    const byAccount = this.#tally(accountId, CARDS_FACTOR * declinesMax, true);
    const customer = payment.details["ipAddress"];
    if (typeof customer === "string") {
      const byNetwork = tallies.get(customerKey(accountId, customer));
      return { accountId, network: customer, byNetwork, byAccount };
    }
    const network = payment.callerNetwork ?? NO_NETWORK;
    // A merchant's server sends the payments of all customers, so it is suspect only by majority.
    const byNetwork = this.#tally(`${accountId} from ${network}`, declinesMax, true);
    return { accountId, network, byNetwork, byAccount };
  }

  /** A suspect gets a payment through every ten seconds. */
  admitsPayment({ byNetwork, byAccount }: Watched): boolean {
    if (!byAccount.wasSuspect && !byNetwork?.wasSuspect) return true;
    const nowMs = this.#needs.nowMs();
    if (!byAccount.hasRoom(nowMs) || byNetwork?.hasRoom(nowMs) === false) return false;
    byAccount.takeRoom(nowMs);
    byNetwork?.takeRoom(nowMs);
    return true;
  }

  /** Counts a payment that the card host was asked for. */
  countOutcome(watched: Watched, outcome: PaymentOutcome, { startedAt, fingerprint }: Asked): void {
    const { accountId, network, byAccount, byNetwork } = watched;
    const atMs = startedAt.epochMilliseconds;
    byAccount.count(atMs);
    byNetwork?.count(atMs);
    if (outcome.kind !== "answered" || outcome.answer.outcome !== "declined") return;
    const { onSuspect } = this.#needs;
    const ofNetwork = byNetwork ?? this.#customerTally(accountId, network);
    if (ofNetwork.countDecline(atMs)) onSuspect({ accountId, network });
    const isSuspect = byAccount.countDecline(atMs, cardKey(fingerprint()));
    if (isSuspect) onSuspect({ accountId, network: undefined });
  }

  #customerTally(accountId: string, network: string): DeclineTally {
    return this.#tally(customerKey(accountId, network), this.#needs.declinesMax, false);
  }

  #tally(key: string, declinesMax: number, needsMajority: boolean): DeclineTally {
    const { tallies } = this.#needs;
    const known = tallies.get(key);
    if (known !== undefined) return known;
    const tally = new DeclineTally({ declinesMax, needsMajority });
    tallies.set(key, tally);
    return tally;
  }
}

function customerKey(accountId: string, address: string): string {
  return `${accountId} for ${address}`;
}

/** The first bytes of a fingerprint are enough to distinguish a few hundred cards. */
function cardKey(fingerprint: Uint8Array): number {
  return fingerprint.subarray(0, CARD_KEY_BYTES).reduce((key, byte) => key * 256 + byte, 0);
}
