/** Wires the verification of bank accounts: its store, and the provider or the simulator. */
import { openHttpVerifier } from "../../adapters/http-verifier/open-http-verifier.ts";
import { noVerifier } from "../../adapters/no-verifier.ts";
import { VerificationSimulator } from "../../adapters/verification-simulator.ts";
import type { Config } from "../../config.ts";
import type { Vault } from "../../core/vault/vault.ts";
import { SharedQuestions } from "../../core/verification/shared-questions.ts";
import { VerificationStore } from "../../core/verification/verification-store.ts";
import type { VerificationNeeds } from "../../core/verification/verify-account.ts";
import type { Database } from "../../db/database.ts";
import type { DatabasePool } from "../../db/database-pool.ts";
import type { Clock } from "../../ports/clock.ts";
import type { KeyCustody } from "../../ports/key-custody.ts";
import type { Verifier } from "../../ports/verifier.ts";

export interface OpenVerificationNeeds {
  /** A pool that uses the payments role. */
  readonly db: DatabasePool;
  readonly verifier: Verifier;
  readonly vault: Pick<Vault, "bankFingerprint">;
  readonly custody: KeyCustody;
  readonly clock: Clock;
}

export function openVerification(needs: OpenVerificationNeeds): VerificationNeeds {
  const { db, verifier, vault, custody, clock } = needs;
  const store = new VerificationStore(db);
  return { store, questions: new SharedQuestions(store), verifier, vault, custody, clock };
}

export interface Provider {
  /** The database is for the simulator, which is used if no provider is connected. */
  verifierFor(db: Database): Verifier;
  close(): Promise<void>;
}

/** Call it once per process: all payments share its connections and its circuit breaker. */
export function openProvider(config: Config): Provider {
  const verifier = connectProvider(config);
  if (verifier === undefined) return withoutProvider(config);
  return { verifierFor: () => verifier, close: () => verifier.close() };
}

/** Production never uses the simulator. */
function withoutProvider({ environment }: Config): Provider {
  return {
    verifierFor: (db) =>
      environment === "production" ? noVerifier : new VerificationSimulator(db),
    close: async () => {},
  };
}

function connectProvider(config: Config) {
  const { environment, verifierFile: file, verifierKey: key, verifierKeyFile: keyFile } = config;
  return file === undefined ? undefined : openHttpVerifier({ environment, file, key, keyFile });
}

/** Returns undefined if there is none. Throws a StartError with all errors of the provider's files. */
export function readProviderUrl(config: Config): URL | undefined {
  const verifier = connectProvider(config);
  void verifier?.close();
  return verifier?.url;
}

/** Throws a StartError with all errors of the provider's files. */
export function checkVerifier(config: Config): void {
  void connectProvider(config)?.close();
}
