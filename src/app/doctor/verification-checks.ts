/**
 * Checks the verification provider: its files can be used, and it accepts a connection. It is not
 * asked, because providers count and charge every question.
 */
import { tryConnection } from "../../adapters/probes/try-connection.ts";
import type { DoctorCheck } from "../../core/doctor/doctor-check.ts";
import {
  type CheckFinding,
  foundFailing,
  foundNothingToCheck,
  foundOk,
} from "../../ports/finding.ts";
import { readProviderUrl } from "../areas/verification.ts";
import type { DoctorParts } from "./doctor-parts.ts";

const CONNECT_MS = 5_000;

export function listVerificationChecks(parts: DoctorParts): readonly DoctorCheck[] {
  return [{ name: "VERIFIER_FILE", run: () => checkProvider(parts) }];
}

async function checkProvider({ config }: DoctorParts): Promise<CheckFinding> {
  const url = readProviderUrl(config);
  if (url === undefined) return foundNothingToCheck("No verification provider is configured.");
  const trial = await tryConnection(url, CONNECT_MS);
  if (trial.kind === "connected") {
    return foundOk(`The provider at ${url.host} accepts connections. Its key was not tried.`);
  }
  return foundFailing(
    `The provider at ${url.host} accepts no connection (${trial.why}).`,
    "Check the URL in VERIFIER_FILE, the network, and the provider's certificate.",
  );
}
