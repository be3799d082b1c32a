/**
 * The messages between `sixdoors/testing`, which runs in an integrator's test suite, and the
 * gateway that it starts as a process. The parent sends calls, and the gateway answers each of them.
 */

export interface SeededAccount {
  readonly id: string;
  readonly accessKey: string;
  readonly name: string;
  readonly acceptsAch: boolean;
}

export interface SeededUser {
  readonly userName: string;
  readonly password: string;
}

export interface SeededPosUser {
  readonly accountId: string;
  readonly email: string;
  readonly password: string;
  readonly role: string;
}

export interface SeededPartner extends SeededUser {
  readonly name: string;
  readonly partnerKey: string;
  readonly apiSecret: string | undefined;
}

export interface SeededLogins {
  readonly operator: SeededUser;
  readonly pointOfSale: readonly SeededPosUser[];
  readonly partners: readonly SeededPartner[];
}

export interface ReadyGateway {
  readonly url: string;
  readonly accounts: readonly SeededAccount[];
  readonly logins: SeededLogins;
  /** Signs the webhooks of accounts that have no webhook settings. */
  readonly webhookSecret: string;
}

export interface WebhookWish {
  readonly event?: string | undefined;
  readonly transactionId?: string | undefined;
  readonly accountId?: string | undefined;
  readonly withinMs: number;
}

export interface ReceivedWebhook {
  /** Such as "transaction.approved". */
  readonly event: string;
  readonly accountId: string;
  /** The fields of the transaction, as in the body. */
  readonly transaction: Readonly<Record<string, unknown>>;
  /** The bytes that the signature covers. */
  readonly body: string;
  /** As your receiver gets them: the Standard Webhooks headers, in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface EmailWish {
  readonly to?: string | undefined;
  readonly withinMs: number;
}

export interface ReceivedEmail {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  /** An ISO 8601 time. */
  readonly receivedAt: string;
}

export interface AdvancedClock {
  /** The business time now, as an ISO 8601 time. */
  readonly now: string;
  /** The scheduled jobs that became due, in their order. */
  readonly ran: readonly {
    readonly job: string;
    readonly dueAt: string;
    readonly summary: string;
  }[];
}

export interface AchState {
  readonly transactionId: string;
  /** Such as "returned" or "settled". */
  readonly state: string;
}

export interface AchSent {
  /** How many entries were sent to the bank, and in how many files. */
  readonly entries: number;
  readonly files: number;
}

/** What the card host does with one order. */
export type CardHostOutcome =
  | { readonly kind: "decline"; readonly reason: string }
  | { readonly kind: "lose_answer" }
  | { readonly kind: "delay"; readonly ms: number };

/** Every call, with its arguments and its answer. */
export interface TestGatewayCalls {
  "clock.now": (wish: Record<string, never>) => string;
  "clock.advance": (wish: { readonly by: string }) => AdvancedClock;
  "webhooks.next": (wish: WebhookWish) => ReceivedWebhook;
  "mailbox.next": (wish: EmailWish) => ReceivedEmail;
  "mailbox.list": (wish: { readonly to?: string | undefined }) => readonly ReceivedEmail[];
  "ach.cutoff": (wish: Record<string, never>) => AchSent;
  "ach.return": (wish: { readonly transactionId: string; readonly code: string }) => AchState;
  "ach.settle": (wish: { readonly transactionId: string }) => AchState;
  "cardHost.next": (wish: CardHostOutcome) => null;
  "cardHost.reconcile": (wish: Record<string, never>) => { readonly asked: number };
  reset: (wish: Record<string, never>) => null;
  stop: (wish: Record<string, never>) => null;
}

export type GatewayCallName = keyof TestGatewayCalls;
export type CallWish<Name extends GatewayCallName> = Parameters<TestGatewayCalls[Name]>[0];
export type CallAnswer<Name extends GatewayCallName> = ReturnType<TestGatewayCalls[Name]>;

/** From the parent to the gateway. */
export interface CallMessage {
  readonly id: number;
  readonly method: GatewayCallName;
  readonly wish: unknown;
}

/** From the gateway to the parent. `ready` comes once, before all answers. */
export type GatewayMessage =
  | { readonly kind: "ready"; readonly ready: ReadyGateway }
  | { readonly kind: "answer"; readonly id: number; readonly answer: unknown }
  | { readonly kind: "error"; readonly id: number; readonly message: string };
