/**
 * A process that verifies bank accounts, for tests that count across processes or kill one. Its
 * argument is the database. Each message asks for many simultaneous verifications of one account.
 */
import { VerificationSimulator } from "../../src/adapters/verification-simulator.ts";
import { verifyAccount } from "../../src/core/verification/verify-account.ts";
import { PAYMENTS_ROLE } from "../../src/db/roles.ts";
import { StandingClock } from "./clock.ts";
import { openTestCustody } from "./custody.ts";
import { poolOf } from "./database.ts";
import { aVerification, BOOKS, verificationNeeds } from "./verification.ts";

export interface WorkerOrder {
  readonly number: string;
  readonly times: number;
  readonly leaseMs?: number;
}

const [url = ""] = process.argv.slice(2);
const db = poolOf(url, PAYMENTS_ROLE);
const custody = await openTestCustody(db);
const clock = new StandingClock();
const simulator = new VerificationSimulator(db);

process.on("message", async ({ number, times, leaseMs = 9_000 }: WorkerOrder) => {
  const patience = { leaseMs, askWithinMs: leaseMs * 2, waitMs: leaseMs * 4 };
  const needs = verificationNeeds({ db, custody, clock, verifier: simulator, patience });
  const asked = Array.from({ length: times }, () =>
    verifyAccount(needs, BOOKS, aVerification(number)),
  );
  const outcomes = await Promise.all(asked);
  process.send?.(outcomes.map(({ kind }) => kind));
});
process.on("disconnect", () => process.exit());
process.send?.("ready");
