/** The verification of bank accounts with its store and its provider. */
import { openHttpVerifier } from "../../adapters/http-verifier/open-http-verifier.ts";
import { noVerifier } from "../../adapters/no-verifier.ts";
import { VerificationSimulator } from "../../adapters/verification-simulator.ts";
import type { Config } from "../../config.ts";
import type { Vault } from "../../core/vault/vault.ts";
import { SharedQuestions } from "../../core/verification/shared-questions.ts";
import { VerificationStore } from "../../core/verification/verification-store.ts";
import type { VerificationNeeds } from "../../core/verification/verify-account.ts";
import type { DatabasePool } from "../../db/database-pool.ts";
import type { Clock } from "../../ports/clock.ts";
import type { KeyCustody } from "../../ports/key-custody.ts";
import type { Verifier } from "../../ports/verifier.ts";

export interface OpenVerificationNeeds {
  /** Works under the payments' role. */
  readonly db: DatabasePool;
  readonly vault: Pick<Vault, "bankFingerprint">;
  readonly custody: KeyCustody;
  readonly clock: Clock;
  readonly config: Config;
}

export function openVerification(needs: OpenVerificationNeeds): VerificationNeeds {
  const { db, vault, custody, clock } = needs;
  const store = new VerificationStore(db);
  const questions = new SharedQuestions(store);
  return { store, questions, verifier: openVerifier(needs), vault, custody, clock };
}

/** Production never asks a simulator. */
function openVerifier({ db, config }: OpenVerificationNeeds): Verifier {
  const simulator =
    config.environment === "production" ? noVerifier : new VerificationSimulator(db);
  return openProvider(config) ?? simulator;
}

function openProvider(config: Config) {
  const { environment, verifierFile: file, verifierKey: key, verifierKeyFile: keyFile } = config;
  return file === undefined ? undefined : openHttpVerifier({ environment, file, key, keyFile });
}

/** Fails with all that is wrong with the provider's file, before anything else is begun. */
export function checkVerifier(config: Config): void {
  void openProvider(config)?.close();
}
