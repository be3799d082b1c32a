/**
 * Creates and checks nonces for digest challenges (RFC 7616, 3.3). A nonce contains its creation
 * time and a signature, so that every process can check it and none has to store it.
 */
import { randomBytes } from "node:crypto";
import type { Clock } from "../../../ports/clock.ts";
import type { KeyCustody } from "../../../ports/key-custody.ts";
import { sameBytes } from "../../../values/same-bytes.ts";
import { Secret } from "../../../values/secret.ts";

export interface ChallengeNeeds {
  readonly custody: KeyCustody;
  readonly clock: Clock;
}

/** Stale: created by us, but expired. */
export type ChallengeState = "good" | "stale" | "foreign";

/** As long as used nonces are stored, so that a nonce expires before it is forgotten. */
const GOOD_FOR_SECONDS = 15 * 60;
const PURPOSE = "parser.challenge";
const NONCE = /^([0-9a-f]{8}[0-9a-f]{32})\.([\w-]{22})$/;

export function newChallenge({ custody, clock }: ChallengeNeeds): string {
  const made = nowSeconds(clock).toString(16).padStart(8, "0");
  const text = made + randomBytes(16).toString("hex");
  return `${text}.${seal(custody, text)}`;
}

export function judgeChallenge({ custody, clock }: ChallengeNeeds, nonce: string): ChallengeState {
  const [, text, mark] = NONCE.exec(nonce) ?? [];
  if (text === undefined || mark === undefined) return "foreign";
  if (!sameBytes(Buffer.from(seal(custody, text)), Buffer.from(mark))) return "foreign";
  const ageSeconds = nowSeconds(clock) - Number.parseInt(text.slice(0, 8), 16);
  return ageSeconds < GOOD_FOR_SECONDS ? "good" : "stale";
}

function seal(custody: KeyCustody, text: string): string {
  const digest = custody.fingerprint(PURPOSE, new Secret(text));
  return Buffer.from(digest.subarray(0, 16)).toString("base64url");
}

function nowSeconds(clock: Clock): number {
  return Math.floor(clock.wall().epochMilliseconds / 1_000);
}
