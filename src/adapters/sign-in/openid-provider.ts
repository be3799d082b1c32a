/**
 * Single sign-on with OpenID Connect: authorization code with PKCE, state and nonce. The library is
 * loaded at the first use. What the provider publishes about itself is read again every hour.
 */
import type { Configuration, IDToken } from "openid-client";
import {
  type Identity,
  type IdentityProvider,
  ProviderUnavailable,
  type SignOnAnswer,
  type SignOnChecks,
  type SignOnStart,
} from "../../ports/identity-provider.ts";
import { EMAIL_LENGTH_MAX, isEmailAddress } from "../../values/email-address.ts";
import type { Secret } from "../../values/secret.ts";

export interface OpenIdOptions {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: Secret;
  readonly groupClaim: string;
  readonly label: string;
  /** Where the provider sends people after signing in and out. Both are registered there. */
  readonly callbackUrl: string;
  readonly signedOutUrl: string;
  readonly nowMs?: () => number;
}

const ANSWER_WITHIN_SECONDS = 10;
const DISCOVERY_MS = 3_600_000;
const GROUPS_MAX = 1_000;

const loadLibrary = () => import("openid-client");

export class OpenIdProvider implements IdentityProvider {
  readonly label: string;
  readonly #options: OpenIdOptions;
  readonly #nowMs: () => number;
  #known: { readonly configuration: Configuration; readonly untilMs: number } | undefined;

  constructor(options: OpenIdOptions) {
    this.#options = options;
    this.label = options.label;
    this.#nowMs = options.nowMs ?? (() => performance.now());
  }

  async begin(): Promise<SignOnStart> {
    const library = await loadLibrary();
    const configuration = await this.#discover();
    const checks = {
      state: library.randomState(),
      nonce: library.randomNonce(),
      codeVerifier: library.randomPKCECodeVerifier(),
    };
    const url = library.buildAuthorizationUrl(configuration, {
      redirect_uri: this.#options.callbackUrl,
      scope: "openid profile email",
      code_challenge: await library.calculatePKCECodeChallenge(checks.codeVerifier),
      code_challenge_method: "S256",
      state: checks.state,
      nonce: checks.nonce,
    });
    return { url: url.href, checks };
  }

  async finish(query: string, checks: SignOnChecks): Promise<SignOnAnswer> {
    const library = await loadLibrary();
    try {
      const address = new URL(`${this.#options.callbackUrl}?${query}`);
      const tokens = await library.authorizationCodeGrant(await this.#discover(), address, {
        pkceCodeVerifier: checks.codeVerifier,
        expectedState: checks.state,
        expectedNonce: checks.nonce,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (claims === undefined) return { kind: "failed", reason: "the answer has no identity" };
      return { kind: "identified", identity: this.#toIdentity(claims) };
    } catch (error) {
      const isDenied = error instanceof library.AuthorizationResponseError;
      if (isDenied) return { kind: "denied", reason: error.error };
      return { kind: "failed", reason: failureText(error) };
    }
  }

  async findSignOutUrl(): Promise<string | undefined> {
    const configuration = await this.#discover();
    if (configuration.serverMetadata().end_session_endpoint === undefined) return undefined;
    const { buildEndSessionUrl } = await loadLibrary();
    const backTo = this.#options.signedOutUrl;
    return buildEndSessionUrl(configuration, { post_logout_redirect_uri: backTo }).href;
  }

  async #discover(): Promise<Configuration> {
    if (this.#known !== undefined && this.#known.untilMs > this.#nowMs())
      return this.#known.configuration;
    try {
      const configuration = await this.#askProvider();
      this.#known = { configuration, untilMs: this.#nowMs() + DISCOVERY_MS };
      return configuration;
    } catch (error) {
      throw new ProviderUnavailable(
        `cannot read the settings of ${this.#options.issuer}: ${failureText(error)}`,
        { cause: error },
      );
    }
  }

  async #askProvider(): Promise<Configuration> {
    const library = await loadLibrary();
    const { issuer, clientId, clientSecret } = this.#options;
    // Only a provider in certification may be without TLS: see setting-combinations.ts.
    const execute = issuer.startsWith("http:") ? [library.allowInsecureRequests] : [];
    const authentication = library.ClientSecretBasic(clientSecret.reveal());
    const options = { timeout: ANSWER_WITHIN_SECONDS, execute };
    return library.discovery(new URL(issuer), clientId, undefined, authentication, options);
  }

  #toIdentity(claims: IDToken): Identity {
    const { iss: issuer, sub: subject, name, preferred_username: userName, email } = claims;
    const isAddress = typeof email === "string" && email.length <= EMAIL_LENGTH_MAX;
    const verified = claims["email_verified"] === true && isAddress && isEmailAddress(email);
    return {
      issuer,
      subject,
      name: [userName, name, email, subject].find((text) => typeof text === "string") as string,
      verifiedEmail: verified ? email : undefined,
      groups: readGroups(claims[this.#options.groupClaim]),
    };
  }
}

/** Some providers send one group as a text. */
function readGroups(claim: unknown): readonly string[] {
  const list = Array.isArray(claim) ? claim : [claim];
  return list.filter((group) => typeof group === "string").slice(0, GROUPS_MAX);
}

/** Without tokens or secrets: the library names the rule that was broken. */
function failureText(error: unknown): string {
  if (!(error instanceof Error)) return "unknown error";
  const { cause } = error;
  const detail = cause instanceof Error ? ` (${cause.message})` : "";
  return `${error.message}${detail}`;
}
