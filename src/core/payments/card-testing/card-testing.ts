/**
 * Slows down those who try stolen card numbers with small payments. It counts in the memory of this
 * process alone and knows cards by their fingerprints. What it decides is written nowhere.
 */
import type { Cents } from "../../../values/money.ts";
import type { Account } from "../../accounts/account-store.ts";
import type { PaymentOutcome } from "../answer.ts";
import type { CardPayment } from "../payment-request.ts";
import { DeclineTally } from "./decline-tally.ts";

/** Forgets what was not used for longest. */
export interface TallyMemory {
  get(key: string): DeclineTally | undefined;
  set(key: string, tally: DeclineTally): void;
}

export interface Suspect {
  readonly accountId: string;
  /** Undefined: the account itself, wherever the payments come from. */
  readonly network: string | undefined;
}

export interface CardTestingNeeds {
  /** So many small declines of one address make it suspect; 0: nobody ever is. */
  readonly declinesMax: number;
  readonly tallies: TallyMemory;
  /** Business time, like the payments' own. */
  readonly nowMs: () => number;
  readonly onSuspect: (suspect: Suspect) => void;
}

type Try = Pick<CardPayment, "type" | "amount" | "details" | "callerNetwork">;

interface Asked {
  readonly startedAt: Temporal.Instant;
  /** Of the card. Only a declined one is looked at. */
  readonly fingerprint: () => Uint8Array;
}

/** A small payment, and where it is counted. */
export interface Watched {
  readonly accountId: string;
  readonly network: string;
  /** Most customers are never declined: theirs begins when they are. */
  readonly byNetwork: DeclineTally | undefined;
  readonly byAccount: DeclineTally;
}

/** Thieves buy nothing: they ask for as little as they can. */
const SMALL_MAX = 1_000 as Cents;
/** An account is suspect at so many times the declines of an address, on as many cards. */
const CARDS_FACTOR = 5;
const CARD_KEY_BYTES = 6;
const NO_NETWORK = "no address";

export class CardTesting {
  readonly #needs: CardTestingNeeds;

  constructor(needs: CardTestingNeeds) {
    this.#needs = needs;
  }

  /** Undefined: no thief would make this payment, or nobody is looked at. */
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
    // A merchant's server speaks for all of its customers: many declines alone say nothing.
    const byNetwork = this.#tally(`${accountId} from ${network}`, declinesMax, true);
    return { accountId, network, byNetwork, byAccount };
  }

  /** Of suspects a few get through. Asking for one that does not costs nothing. */
  admitsPayment({ byNetwork, byAccount }: Watched): boolean {
    if (!byAccount.wasSuspect && !byNetwork?.wasSuspect) return true;
    const nowMs = this.#needs.nowMs();
    if (!byAccount.hasRoom(nowMs) || byNetwork?.hasRoom(nowMs) === false) return false;
    byAccount.takeRoom(nowMs);
    byNetwork?.takeRoom(nowMs);
    return true;
  }

  /** Counts what the card host was really asked. */
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

/** Enough of a fingerprint to tell a few hundred cards apart. */
function cardKey(fingerprint: Uint8Array): number {
  return fingerprint.subarray(0, CARD_KEY_BYTES).reduce((key, byte) => key * 256 + byte, 0);
}
