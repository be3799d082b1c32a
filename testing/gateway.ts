/** The gateway as a test sees it: its address and logins, and the calls that control it. */
import type {
  AchSent,
  AchState,
  AdvancedClock,
  ReceivedEmail,
  ReceivedWebhook,
  SeededAccount,
  SeededLogins,
} from "../src/app/testing/contract.ts";
import type { Duration } from "./durations.ts";

export interface NextWebhook {
  /** Such as "transaction.approved". */
  readonly event?: string;
  readonly transactionId?: string;
  readonly accountId?: string;
  /** How long to wait. Default: 5 s. */
  readonly within?: Duration;
}

export interface NextEmail {
  readonly to?: string;
  /** How long to wait. Default: 5 s. */
  readonly within?: Duration;
}

/** What the card host does with the next order. */
export type NextCardOrder =
  /** A response code such as "05", or the message itself. */
  | { readonly decline: string }
  /** The host decides the order, but its answer does not arrive. */
  | { readonly loseAnswer: true }
  | { readonly delay: Duration };

export interface SixdoorsGateway {
  /** The base URL, without a slash at its end. */
  readonly url: string;
  /** The first seeded account: it takes cards and ACH. */
  readonly account: SeededAccount;
  readonly accounts: readonly SeededAccount[];
  readonly logins: SeededLogins;
  /** The id of the gateway's process. */
  readonly pid: number;
  /** The last lines of the gateway's log, with warnings and errors. */
  readonly lastLogLines: readonly string[];
  readonly clock: {
    /** The business time. */
    now(): Promise<Date>;
    /**
     * Moves the business time forward by "3d", "2h" or "1d12h", or to "2026-12-01T17:00:00Z", and
     * runs everything that becomes due. Payments with a lost answer are resolved.
     */
    advance(by: string): Promise<AdvancedClock>;
  };
  readonly webhooks: {
    /** Signs the webhooks of accounts that have no webhook settings. */
    readonly secret: string;
    /** Waits for the oldest event that fits and was not returned yet. */
    next(wish?: NextWebhook): Promise<ReceivedWebhook>;
  };
  readonly mailbox: {
    /** Waits for the oldest email that fits and was not returned yet. */
    next(wish?: NextEmail): Promise<ReceivedEmail>;
    /** All emails, oldest first. */
    list(wish?: Pick<NextEmail, "to">): Promise<readonly ReceivedEmail[]>;
  };
  readonly ach: {
    /** Sends all waiting entries to the bank now. */
    cutoff(): Promise<AchSent>;
    /** Returns an entry, such as with "R01". An entry that still waits is sent first. */
    return(transactionId: string, code: string): Promise<AchState>;
    /** Settles an entry. An entry that still waits is sent first. */
    settle(transactionId: string): Promise<AchState>;
  };
  readonly cardHost: {
    /** Applies to one order: the next one that has no outcome yet. */
    next(order: NextCardOrder): Promise<void>;
    /** Asks the card host about payments with a lost answer now, which otherwise takes 20 s. */
    reconcile(): Promise<{ readonly asked: number }>;
  };
  /** Puts everything back to the seeded data. The address stays the same. */
  reset(): Promise<void>;
  stop(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}
