/** Types shared by the Test mode screens and their API. Times are ISO 8601. */
import type { EntryStage } from "../../../core/ach/entry-overview-store.ts";
import type { KnownRun } from "../../../core/calendar/run-store.ts";
import type {
  CardValues,
  LastFourValues,
  TestValue,
} from "../../../core/certification/test-values.ts";
import type { AsJson } from "../as-json.ts";
import type { DeliveryState, TestUser, WebhookAttempt } from "../contract.ts";

export interface ClockNow {
  readonly business: string;
  readonly wall: string;
  /** How far the business clock is ahead of real time. */
  readonly leadMs: number;
}

export interface DueItem {
  readonly name: string;
  /** The plain name of the job. */
  readonly label: string;
  readonly dueAt: string;
}

export interface ClockState extends ClockNow {
  readonly due: readonly DueItem[];
  readonly presets: readonly ClockPreset[];
}

export interface ClockPreset {
  readonly label: string;
  readonly to: string;
}

/** `name` is the key of the job, `label` its plain name. */
export type ClockRun = AsJson<KnownRun> & { readonly label: string };

/** Exactly one of the two. */
export interface AdvanceRequest {
  /** "3d", "2h", "1d12h". */
  readonly span?: string;
  /** A time. Without an offset it is UTC. */
  readonly to?: string;
}

export interface Advanced extends ClockNow {
  readonly ranCount: number;
  /** The newest ones, if there were many. */
  readonly ran: readonly Omit<ClockRun, "id">[];
  /** The clock stopped at this failed job. */
  readonly stoppedAt?: { readonly label: string; readonly summary: string };
}

/** A value that controls a simulator, and its effect. */
export type SimulatedValue = TestValue;

export interface Simulators {
  readonly card: CardValues & {
    readonly testCards: readonly { readonly brand: string; readonly number: string }[];
  };
  readonly bank: {
    /** A valid routing number, and the digits before the last four. */
    readonly routingNumber: string;
    readonly verification: BankValues;
    readonly achNetwork: BankValues;
  };
  readonly accounts: readonly {
    readonly accountId: string;
    readonly accessKey: string;
    readonly name: string;
    readonly hasAch: boolean;
    readonly about: string;
  }[];
  readonly partners: readonly {
    readonly name: string;
    readonly partnerKey: string;
    readonly userName: string;
    readonly password: string;
    readonly apiSecret?: string;
  }[];
  readonly people: readonly TestUser[];
  readonly devices: readonly {
    readonly type: string;
    readonly serial: string;
    readonly client: string;
    readonly state: string;
  }[];
  readonly baseKeys: readonly {
    readonly name: string;
    readonly kind: string;
    readonly value: string;
  }[];
}

export type BankValues = LastFourValues;

export interface EmailRow {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly receivedAt: string;
}

export interface EmailDetails extends EmailRow {
  readonly text: string;
  readonly hasHtml: boolean;
}

export interface WebhookLine {
  readonly accountId: string;
  readonly accountName: string;
  /** The id of this delivery. */
  readonly eventId: string;
  /** The id of the event, the same for every endpoint. */
  readonly webhookId: string;
  /** The number of the endpoint. */
  readonly endpoint: number;
  readonly event: string;
  readonly transactionId?: string;
  readonly state: DeliveryState;
  readonly failureReason?: string;
  readonly createdAt: string;
  /** The next attempt, while the delivery is pending. */
  readonly dueAt?: string;
  readonly attemptCount: number;
  readonly lastAttempt?: { readonly at: string; readonly lastResponse: string };
}

export interface WebhookDetails extends WebhookLine {
  /** The current URL of the endpoint. */
  readonly url?: string;
  /** The transaction as JSON text. */
  readonly payload: string;
  readonly attempts: readonly WebhookAttempt[];
}

export interface AchEntryLine {
  readonly accountId: string;
  readonly accountName: string;
  readonly transactionId: string;
  readonly type: string;
  readonly secCode?: string;
  readonly amountCents: number;
  readonly currency: string;
  readonly name: string;
  readonly last4: string;
  readonly stage: EntryStage;
  /** The status as in reports: DECLINED\RETURNED. */
  readonly status: string;
  readonly returnCode?: string;
  readonly acceptedAt: string;
}

export interface AchEntryDetails extends AchEntryLine {
  readonly timeZone: string;
  readonly traceNumber?: string;
  readonly nocData?: string;
  readonly timeline: readonly AchEntryStep[];
  /** The available actions, the most likely one first. */
  readonly may: readonly ("cut_off" | "return" | "settle" | "change")[];
}

export interface AchEntryStep {
  readonly at: string;
  readonly title: string;
  readonly detail?: string;
  readonly tone: "plain" | "good" | "bad";
}

export interface AchCodes {
  readonly returns: readonly {
    readonly code: string;
    readonly meaning: string;
    readonly window: string;
  }[];
  readonly changes: readonly {
    readonly code: string;
    readonly meaning: string;
    /** The parts of corrected data that the code requires, in order. */
    readonly pieces: readonly string[];
  }[];
  readonly banks: readonly {
    readonly name: string;
    readonly nextCutOff: string;
    readonly windows: readonly string[];
  }[];
}

export interface CutOffResult {
  readonly banks: readonly {
    readonly name: string;
    readonly entries: number;
    readonly files: readonly string[];
    readonly trouble?: string;
  }[];
}

export interface TestSaleResult {
  readonly accountId: string;
  readonly transactionId: string;
  readonly isApproved: boolean;
  readonly message: string;
}
