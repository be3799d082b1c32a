/** A session at the till: whose token it is, how long it lasts, and its end. */
import { Secret } from "../../../values/secret.ts";
import type { TillDoor } from "../till.ts";
import type { TillCaller } from "./till-user.ts";

// Hours, because an Instant knows no days.
const IDLE_MAX = Temporal.Duration.from({ hours: 30 * 24 });
/** A busy till calls every second; its session is written once in this time. */
const USE_WRITTEN_EVERY = Temporal.Duration.from({ minutes: 1 });

export function digestOf({ custody }: Pick<TillDoor, "custody">, token: string): Uint8Array {
  return custody.fingerprint("till_sessions.token_digest", new Secret(token));
}

/** Who holds the token, while it is good. Using it keeps it good, unless the use only looks. */
export async function recognise(
  till: TillDoor,
  token: string,
  { recordsUse }: { readonly recordsUse: boolean } = { recordsUse: true },
): Promise<TillCaller | undefined> {
  const now = till.clock.wall();
  const digest = digestOf(till, token);
  const session = await till.sessions.find(digest);
  if (session === undefined || !isBefore(now, session.usedAt.add(IDLE_MAX))) return undefined;
  const caller = await till.users.findActive(session.accountId, session.userId);
  if (caller === undefined) return undefined;
  const isDue = !isBefore(now, session.usedAt.add(USE_WRITTEN_EVERY));
  if (isDue && recordsUse) await till.sessions.recordUse(digest, now);
  return caller;
}

export async function logOut(till: TillDoor, token: string): Promise<void> {
  await till.sessions.end(digestOf(till, token));
}

function isBefore(moment: Temporal.Instant, limit: Temporal.Instant): boolean {
  return Temporal.Instant.compare(moment, limit) < 0;
}
