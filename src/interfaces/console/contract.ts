/** What the console's pages and its interface tell each other: types only, read by both sides. */
import type { ManagementPermission } from "../../core/management/users/user-roles.ts";
import type { WebhookEvent } from "../../core/outbox/webhook-events.ts";

export type { WebhookEvent };

export type Environment = "certification" | "production";

/** Whom a person signs in as. A client's people sign in as a partner's do. */
export type SignInAs = "operator" | "partner" | "merchant";

export interface SignIn {
  readonly as: SignInAs;
  /** Merchants name their account: an e-mail address may belong to several. */
  readonly accountId?: string;
  readonly name: string;
  readonly password: string;
  /** Six digits, where the person has set up an authenticator. */
  readonly code?: string;
}

export type PersonKind = "operator" | "partner" | "client" | "merchant";

/** What a person may do. A page asks for these and nothing else; the interface holds them. */
export type Permission =
  /** The tools of certification: clock, simulators, mailbox, request log. */
  | "certification"
  | "accounts"
  | "partners"
  | "terminal_keys"
  | "operators"
  | "operations"
  | "audit"
  | ManagementPermission
  | "payments"
  | "payments.take"
  | "payments.change"
  | "reports"
  | "settings"
  | "users"
  | "forms";

export interface Session {
  readonly person: {
    readonly kind: PersonKind;
    readonly name: string;
    /** As the person's own system has it: "admin", "Partner User", "Operator". */
    readonly role: string;
    /** Whom they work for: the partner, the client or the merchant. Absent for operators. */
    readonly home?: { readonly id: string; readonly name: string };
  };
  readonly may: readonly Permission[];
  /** The account's zone. Absent where the reader's own is as good as any. */
  readonly timeZone?: string;
  readonly currency?: string;
  readonly environment: Environment;
  readonly version: string;
  /** Travels in the header `x-csrf-token` with everything but GET. */
  readonly csrfToken: string;
  readonly idleMinutes: number;
  /** Whether signing in asks for a code. */
  readonly hasAuthenticator: boolean;
  /** The password was given by somebody else: until it is changed, nothing else is possible. */
  readonly mustChangePassword?: true;
}

export interface ConsoleError {
  readonly error: {
    readonly code: ConsoleErrorCode;
    /** A sentence for people: what happened, and how to go on. */
    readonly message: string;
    /** What is wrong with each field that was sent. */
    readonly fields?: Readonly<Record<string, string>>;
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
  | "too_many_requests"
  | "unavailable";

/** A page of a list that is counted. */
export interface NumberedPage<Item> {
  readonly items: readonly Item[];
  readonly total: number;
}

/** A page of a list that is too long to be counted: `next` asks for what follows. */
export interface CursorPage<Item> {
  readonly items: readonly Item[];
  readonly next?: string;
}

/** What the sign-in page knows before anybody has signed in. */
export interface Welcome {
  readonly environment: Environment;
  readonly version: string;
  /** Certification's own people, whose passwords everybody knows. */
  readonly people?: readonly PublishedPerson[];
}

export interface PublishedPerson {
  readonly as: SignInAs;
  readonly accountId?: string;
  readonly name: string;
  readonly password: string;
  /** Who that is: "Main Street Books, admin". */
  readonly label: string;
}
