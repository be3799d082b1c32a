/** Types shared by the console's pages and its API. */
import type { PublishedUser } from "../../core/certification/test-users.ts";
import type { ManagementPermission } from "../../core/management/users/user-roles.ts";
import type { EventState } from "../../core/outbox/event.ts";
import type { WebhookEvent } from "../../core/outbox/webhook-events.ts";
import type { PosPermission } from "../../core/pos/users/pos-permissions.ts";

export type { EventState as DeliveryState, PublishedUser as TestUser, WebhookEvent };

export type Environment = "certification" | "production";

/** The kinds of sign-in. Client users sign in as partners. */
export type SignInAs = "operator" | "partner" | "merchant";

export interface SignIn {
  /** With "email", the name is an email address, which may belong to several logins. */
  readonly as: SignInAs | "email";
  /** Only for merchants. */
  readonly accountId?: string;
  /** With "email": the login that the person chose, after the password was verified. */
  readonly choice?: string;
  readonly name: string;
  readonly password: string;
  /** Six digits, if the user has two-factor authentication. */
  readonly code?: string;
}

/** One of several logins with the same email address and password. */
export interface LoginChoice {
  readonly choice: string;
  readonly kind: PersonKind;
  /** The user name or the email address. */
  readonly name: string;
  readonly role: string;
  readonly home?: { readonly id: string; readonly name: string };
}

/** The answer to a sign-in by email whose password is right for several logins. */
export interface LoginChoices {
  readonly choices: readonly LoginChoice[];
}

export type PersonKind = "operator" | "partner" | "client" | "merchant";

/** The permissions of a user. Pages show what they allow, and the API enforces them. */
export type Permission =
  /** The Test mode tools: clock, simulators, mailbox and request log. */
  | "certification"
  /** The API requests of one's own account or partner. Only in Test mode. */
  | "requests"
  | "accounts"
  | "partners"
  | "terminal_keys"
  | "operators"
  | "operations"
  | "audit"
  /** What an operator's role may change: helping users, or everything. */
  | "operator.support"
  | "operator.administer"
  | ManagementPermission
  | PosPermission;

export interface Session {
  readonly person: {
    readonly kind: PersonKind;
    readonly name: string;
    /** Absent for operators who have not entered one, and for users of partners. */
    readonly email?: string;
    /** The role's name: "admin", "Partner User", "Operator". */
    readonly role: string;
    /** The user's partner, client or merchant account. Absent for operators. */
    readonly home?: { readonly id: string; readonly name: string };
  };
  readonly may: readonly Permission[];
  /** The account's time zone. Absent if the browser's time zone is used. */
  readonly timeZone?: string;
  readonly currency?: string;
  readonly environment: Environment;
  readonly version: string;
  /** Sent in the header `x-csrf-token` with every request except GET. */
  readonly csrfToken: string;
  readonly idleMinutes: number;
  /** Until the session ends if nobody uses it. */
  readonly secondsLeft: number;
  /** Whether sign-in requires a code. */
  readonly hasAuthenticator: boolean;
  /** The user has a temporary password and must change it before anything else. */
  readonly mustChangePassword?: true;
}

export interface ConsoleError {
  readonly error: {
    readonly code: ConsoleErrorCode;
    /** A sentence for the user: what happened and what to do next. */
    readonly message: string;
    /** The error of each invalid field. */
    readonly fields?: Readonly<Record<string, string>>;
    /** With the code `duplicate`: the payment that came first. */
    readonly firstTransactionId?: string;
    readonly requestId: string;
  };
}

export type ConsoleErrorCode =
  | "signed_out"
  | "refused"
  | "locked"
  | "code_needed"
  | "forbidden"
  | "not_found"
  | "method_not_allowed"
  | "invalid"
  | "conflict"
  | "duplicate"
  | "too_many_requests"
  | "unavailable";

/** A passkey of the person who is signed in. */
export interface PasskeyRow {
  readonly id: string;
  readonly name: string;
  /** Whether it is copied between devices. */
  readonly isSynced: boolean;
  readonly createdAt: string;
  readonly usedAt?: string;
}

export interface PasskeyList {
  readonly items: readonly PasskeyRow[];
  readonly max: number;
}

/** An email that the person who is signed in can turn on and off. */
export interface NotificationRow {
  readonly kind: string;
  readonly label: string;
  readonly description: string;
  readonly isOn: boolean;
}

export interface NotificationList {
  /** Where they go. Absent: the person has no address, and gets none. */
  readonly email?: string;
  readonly items: readonly NotificationRow[];
}

/** A page of a list with a known total. */
export interface NumberedPage<Item> {
  readonly items: readonly Item[];
  readonly total: number;
}

/** A page of a list that is too long to count. `next` requests the following page. */
export interface CursorPage<Item> {
  readonly items: readonly Item[];
  readonly next?: string;
}

/** Why single sign-on did not sign the person in. The sign-in page has the sentences. */
export type SignOnError = "unavailable" | "expired" | "denied" | "not_allowed" | "failed";

/** The answer to a sign-out, if the session at the identity provider ends on its own page. */
export interface SignedOut {
  readonly continueAt: string;
}

/** What the sign-in page needs before sign-in. */
export interface Welcome {
  /** The text of the button for single sign-on. Absent: there is none. */
  readonly signOn?: string;
  /** Whether this installation has a domain name, which passkeys need. */
  readonly hasPasskeys: boolean;
  readonly environment: Environment;
  readonly version: string;
  /** The published test users of certification. */
  readonly people?: readonly PublishedUser[];
}

/** One attempt to deliver a webhook. */
export interface DeliveryAttemptLine {
  readonly at: string;
  readonly durationMs: number;
  readonly outcome: string;
  readonly status?: number;
  readonly failure?: string;
  readonly answer?: string;
}

export interface WebhookAttempt extends DeliveryAttemptLine {
  /** Exact bytes. Absent if nothing was sent or it was not stored. */
  readonly sent?: { readonly headers: Readonly<Record<string, string>>; readonly body: string };
}

/** A bank account that may not be debited after a return. */
export interface BankBlockRow {
  /** The transaction that was returned. */
  readonly transactionId: string;
  /** The return code with its title. */
  readonly reason: string;
  readonly last4: string | null;
  readonly blockedAt: string;
}

export interface BankBlockList {
  readonly items: readonly BankBlockRow[];
}
