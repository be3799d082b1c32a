/** A provider of identities for single sign-on: it says who a person is, and their groups. */

/** What the answer of the provider is checked with. */
export interface SignOnChecks {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

export interface SignOnStart {
  /** The page of the provider. */
  readonly url: string;
  readonly checks: SignOnChecks;
}

export interface Identity {
  readonly issuer: string;
  /** The person's id at the provider, which never changes. */
  readonly subject: string;
  readonly name: string;
  /** Undefined unless the provider says that the address is the person's. */
  readonly verifiedEmail: string | undefined;
  readonly groups: readonly string[];
}

export type SignOnAnswer =
  | { readonly kind: "identified"; readonly identity: Identity }
  /** The person canceled, or the provider refused. */
  | { readonly kind: "denied"; readonly reason: string }
  /** The answer is wrong, or the provider cannot be reached. */
  | { readonly kind: "failed"; readonly reason: string };

export class ProviderUnavailable extends Error {
  override readonly name = "ProviderUnavailable";
}

export interface IdentityProvider {
  /** The name on the button. */
  readonly label: string;
  /** Throws ProviderUnavailable. */
  begin(): Promise<SignOnStart>;
  /** `query` is the query of the address that the provider sent the browser to. */
  finish(query: string, checks: SignOnChecks): Promise<SignOnAnswer>;
  /** Where the browser ends the session at the provider. Undefined: the provider has no such page. */
  findSignOutUrl(): Promise<string | undefined>;
}
