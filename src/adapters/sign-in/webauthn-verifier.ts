/**
 * Checks passkeys with SimpleWebAuthn, which is loaded at the first use. A passkey must verify its
 * user by a PIN or a fingerprint: it replaces the password and the code.
 */
import type {
  AuthenticationResponseJSON,
  RegistrationResponseJSON,
  VerifiedAuthenticationResponse,
  VerifiedRegistrationResponse,
} from "@simplewebauthn/server";
import type {
  NewPasskey,
  PasskeyUser,
  PasskeyVerifier,
  StoredPasskey,
} from "../../ports/passkey-verifier.ts";

const RP_NAME = "Sixdoors";
/** EdDSA, ES256 and RS256: what devices have. */
const ALGORITHMS = [-8, -7, -257];
const ANSWER_WITHIN_MS = 300_000;

type SpendChallenge = (challenge: string) => Promise<boolean>;

const loadLibrary = () => import("@simplewebauthn/server");

/** Browsers bind passkeys to a domain name, so an address with an IP number has none. */
export function openWebauthnVerifier(publicUrl: string): PasskeyVerifier | undefined {
  const { hostname, origin } = new URL(publicUrl);
  const isNumber = /^[\d.]+$/.test(hostname) || hostname.startsWith("[");
  return isNumber ? undefined : new WebauthnVerifier(hostname, origin);
}

class WebauthnVerifier implements PasskeyVerifier {
  readonly #domain: string;
  readonly #origin: string;

  constructor(domain: string, origin: string) {
    this.#domain = domain;
    this.#origin = origin;
  }

  async writeCreationOptions({ handle, name }: PasskeyUser, known: readonly StoredPasskey[]) {
    const { generateRegistrationOptions } = await loadLibrary();
    return generateRegistrationOptions({
      rpName: RP_NAME,
      rpID: this.#domain,
      userID: Uint8Array.from(handle),
      userName: name,
      timeout: ANSWER_WITHIN_MS,
      attestationType: "none",
      supportedAlgorithmIDs: ALGORITHMS,
      excludeCredentials: known.map(({ credentialId: id, transports }) => ({
        id,
        transports: [...transports],
      })),
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
    });
  }

  async writeRequestOptions() {
    const { generateAuthenticationOptions } = await loadLibrary();
    const timeout = ANSWER_WITHIN_MS;
    return generateAuthenticationOptions({
      rpID: this.#domain,
      timeout,
      userVerification: "required",
    });
  }

  async verifyCreation(answer: unknown, spend: SpendChallenge): Promise<NewPasskey | undefined> {
    const { verifyRegistrationResponse } = await loadLibrary();
    const verified = await orUndefined<VerifiedRegistrationResponse>(() =>
      verifyRegistrationResponse({
        response: answer as RegistrationResponseJSON,
        expectedChallenge: spend,
        expectedOrigin: this.#origin,
        expectedRPID: this.#domain,
        requireUserVerification: true,
        supportedAlgorithmIDs: ALGORITHMS,
      }),
    );
    if (verified?.registrationInfo === undefined) return undefined;
    const { credential, credentialBackedUp: isSynced } = verified.registrationInfo;
    const { id: credentialId, publicKey, counter, transports = [] } = credential;
    return { credentialId, publicKey, counter, transports, isSynced };
  }

  async verifyUse(answer: unknown, passkey: StoredPasskey, spend: SpendChallenge) {
    const { verifyAuthenticationResponse } = await loadLibrary();
    const { credentialId: id, publicKey, counter } = passkey;
    const verified = await orUndefined<VerifiedAuthenticationResponse>(() =>
      verifyAuthenticationResponse({
        response: answer as AuthenticationResponseJSON,
        expectedChallenge: spend,
        expectedOrigin: this.#origin,
        expectedRPID: this.#domain,
        credential: { id, publicKey: Uint8Array.from(publicKey), counter },
        requireUserVerification: true,
      }),
    );
    return verified?.verified ? verified.authenticationInfo.newCounter : undefined;
  }
}

/** The library throws for every wrong answer, also for one that is no answer at all. */
async function orUndefined<Result>(verify: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await verify();
  } catch {
    return undefined;
  }
}
