/** What the console says to someone who has not signed in yet: types only. */
import type { Environment, SignInAs } from "./contract.ts";

export interface Welcome {
  readonly environment: Environment;
  readonly version: string;
  /** The published sign-ins of certification. Never there in production. */
  readonly people?: readonly PublishedSignIn[];
}

export interface PublishedSignIn {
  readonly as: SignInAs;
  readonly accountId?: string;
  readonly name: string;
  readonly password: string;
  /** Who that is, in a few words: "Partner administrator of Harbor". */
  readonly label: string;
}
