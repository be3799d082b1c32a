/** The values of a new or changed user. */
import type { Reference } from "../scope/reference-store.ts";

export interface UserValues {
  readonly userName: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phone: string;
  /** One of the user roles. */
  readonly userRole: string;
  readonly isActive: boolean;
}

/** A user whose owner is known: the first contact of a new partner or client. */
export interface NewContact extends UserValues {
  /** Sends an email with a link that sets the password. */
  readonly sendWelcomeEmail: boolean;
}

export interface NewUser extends NewContact {
  readonly partner: Reference | null | undefined;
  readonly client: Reference | null | undefined;
}

/** An absent value stays unchanged. */
export interface UserChange extends Partial<UserValues> {
  readonly sendWelcomeEmail: boolean;
  /** Both may be sent again but not changed. */
  readonly partner?: Reference | null | undefined;
  readonly client?: Reference | null | undefined;
  readonly version?: number | undefined;
}
