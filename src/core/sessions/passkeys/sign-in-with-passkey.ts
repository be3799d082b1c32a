/**
 * Signs in with a passkey alone. The passkey has verified its user, so it stands for the password and
 * the code. A challenge works once, and so does the counter of a passkey that counts.
 */
import type { ActOrigin } from "../../audit/act.ts";
import { spendChallenge, storeChallenge } from "../challenges.ts";
import type { Person } from "../person.ts";
import type { Sessions } from "../sessions.ts";
import { openConsoleSession, refuseSignIn, signInName } from "../sign-in.ts";
import type { PasskeyNeeds } from "./manage-passkeys.ts";
import { PasskeyStore } from "./passkey-store.ts";

/** The options for the browser. Nobody is known yet. */
export async function beginPasskeySignIn({ sessions, verifier }: PasskeyNeeds): Promise<object> {
  const options = await verifier.writeRequestOptions();
  await storeChallenge(sessions, "passkey_sign_in", { token: options.challenge });
  return options;
}

export interface PasskeyAnswer {
  readonly credentialId: string;
  readonly answer: unknown;
  readonly from: ActOrigin & { readonly address: string };
}

/** Returns undefined if the passkey is unknown, the answer is wrong or the person is disabled. */
export async function signInWithPasskey(
  { sessions, verifier }: PasskeyNeeds,
  { credentialId, answer, from }: PasskeyAnswer,
): Promise<{ readonly token: string; readonly person: Person } | undefined> {
  const passkeys = new PasskeyStore(sessions.db);
  const found = await passkeys.findPasskey(credentialId);
  if (found === undefined) return undefined;
  const spend = (challenge: string) => isOpenChallenge(sessions, challenge);
  const counter = await verifier.verifyUse(answer, found.passkey, spend);
  const known = await sessions.people.findPerson(found.key);
  if (known === undefined) return undefined;
  const audit = { ...signInName(known.person), from };
  const isUsed =
    counter !== undefined &&
    (await passkeys.recordUse(found.passkey, counter, sessions.clock.wall()));
  if (!isUsed) {
    await refuseSignIn(sessions, audit, "refused");
    return undefined;
  }
  const token = await openConsoleSession(sessions, audit, {
    ...known,
    verdict: {},
    proof: "passkey",
  });
  return token === undefined ? undefined : { token, person: known.person };
}

async function isOpenChallenge(sessions: Sessions, challenge: string): Promise<boolean> {
  const spent = await spendChallenge(sessions, "passkey_sign_in", challenge);
  return spent !== undefined;
}
