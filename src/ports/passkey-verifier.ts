/** Checks the answers of passkeys (WebAuthn). Challenges are the caller's. */

export interface StoredPasskey {
  readonly credentialId: string;
  readonly publicKey: Uint8Array;
  /** How often it was used, as far as it counts. Synced passkeys always send 0. */
  readonly counter: number;
  readonly transports: readonly string[];
}

export interface NewPasskey extends StoredPasskey {
  /** Whether it is copied between devices. */
  readonly isSynced: boolean;
}

export interface PasskeyUser {
  /** Random for others: it says nothing about the person. */
  readonly handle: Uint8Array;
  readonly name: string;
}

/** Returns whether the challenge is ours, and uses it up. */
type SpendChallenge = (challenge: string) => Promise<boolean>;

export interface PasskeyVerifier {
  /** For `navigator.credentials.create`. Known passkeys are not created again. */
  writeCreationOptions(
    user: PasskeyUser,
    known: readonly StoredPasskey[],
  ): Promise<{ readonly challenge: string }>;
  /** For `navigator.credentials.get`. The browser offers every passkey of this site. */
  writeRequestOptions(): Promise<{ readonly challenge: string }>;
  /** Returns undefined if the answer is wrong, or nobody unlocked the device. */
  verifyCreation(answer: unknown, spend: SpendChallenge): Promise<NewPasskey | undefined>;
  /** Returns the new counter. Undefined: the answer is wrong, or the counter went back. */
  verifyUse(
    answer: unknown,
    passkey: StoredPasskey,
    spend: SpendChallenge,
  ): Promise<number | undefined>;
}
