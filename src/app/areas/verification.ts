/** The verification of bank accounts with its store and its provider. */
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
  /** Works under the payments' role. */
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

/** Call it once in a process: its connections and its circuit breaker are shared. */
export function openProvider(config: Config): Provider {
  const verifier = connectProvider(config);
  if (verifier === undefined) return withoutProvider(config);
  return { verifierFor: () => verifier, close: () => verifier.close() };
}

/** Production never asks a simulator. */
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

/** Fails with all that is wrong with the provider's file, before anything else is begun. */
export function checkVerifier(config: Config): void {
  void connectProvider(config)?.close();
}
