/** What the sign-in page needs before sign-in. */
import type { FastifyInstance } from "fastify";
import type { CertificationSeed } from "../../core/certification/certification-seed.ts";
import { publishedTestUsers } from "../../core/certification/test-users.ts";
import type { SignOn } from "../../core/sessions/sign-on/sign-on.ts";
import type { PasskeyVerifier } from "../../ports/passkey-verifier.ts";
import type { Environment, Welcome } from "./contract.ts";

export interface WelcomeNeeds {
  readonly environment: Environment;
  readonly version: string;
  /** The test users with published passwords. Undefined in production. */
  readonly certification: CertificationSeed | undefined;
  readonly signOn: SignOn | undefined;
  readonly passkeys: PasskeyVerifier | undefined;
}

export function addWelcome(scope: FastifyInstance, needs: WelcomeNeeds): void {
  const { environment, version, certification, signOn, passkeys } = needs;
  const people = certification === undefined ? undefined : publishedTestUsers(certification);
  const welcome: Welcome = {
    environment,
    version,
    hasPasskeys: passkeys !== undefined,
    ...(people && { people }),
    ...(signOn && { signOn: signOn.provider.label }),
  };
  scope.get("/welcome", { schema: { hide: true } }, async () => welcome);
}
