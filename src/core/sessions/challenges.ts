/** Challenges of sign-ins that are under way: a token for the browser, and a sealed value for us. */
import { Secret } from "../../values/secret.ts";
import { showOnce } from "../access/show-once.ts";
import { type Challenge, ChallengeStore } from "./challenge-store.ts";
import type { Sessions } from "./sessions.ts";

const GOOD_FOR = { minutes: 10 };

type Purpose = Challenge["purpose"];

export async function storeChallenge(
  sessions: Sessions,
  purpose: Purpose,
  { token, value }: { readonly token: string; readonly value?: object },
): Promise<void> {
  const goodUntil = sessions.clock.wall().add(GOOD_FOR);
  const secret = value && new Secret(JSON.stringify(value));
  const sealed = secret && (await sessions.custody.seal(secret, challengeSeal(purpose, token)));
  const challenge = { digest: challengeDigest(sessions, token), purpose };
  await new ChallengeStore(sessions.db).insertChallenge(challenge, goodUntil, sealed);
}

/** Returns the stored value, once. Undefined: the token is unknown, was used or has expired. */
export async function spendChallenge<Value>(
  sessions: Sessions,
  purpose: Purpose,
  token: string,
): Promise<Value | undefined> {
  const challenge = { digest: challengeDigest(sessions, token), purpose };
  const row = await new ChallengeStore(sessions.db).spendChallenge(
    challenge,
    sessions.clock.wall(),
  );
  return row && openValue(sessions, purpose, { token, sealed: row.sealed });
}

/** Returns the stored value and keeps it. */
export async function peekChallenge<Value>(
  sessions: Sessions,
  purpose: Purpose,
  token: string,
): Promise<Value | undefined> {
  const challenge = { digest: challengeDigest(sessions, token), purpose };
  const row = await new ChallengeStore(sessions.db).findChallenge(challenge, sessions.clock.wall());
  return row && openValue(sessions, purpose, { token, sealed: row.sealed });
}

async function openValue<Value>(
  { custody }: Sessions,
  purpose: Purpose,
  { token, sealed }: { readonly token: string; readonly sealed: Uint8Array | null },
): Promise<Value> {
  if (sealed === null) return {} as Value;
  const opened = await custody.open(sealed, challengeSeal(purpose, token));
  return JSON.parse(showOnce(opened)) as Value;
}

function challengeDigest({ custody }: Sessions, token: string): Uint8Array {
  return custody.fingerprint("sign_in_challenges.digest", new Secret(token));
}

function challengeSeal(purpose: Purpose, token: string) {
  return { place: "sign_in_challenges.sealed", owner: `${purpose}/${token}` };
}
