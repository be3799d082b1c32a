/** Sessions of the point of sale: looks up the caller of a token, and logs out. */
import { Secret } from "../../../values/secret.ts";
import type { PosServices } from "../pos.ts";
import type { PosCaller } from "./pos-user.ts";

// In hours, because an Instant cannot add days.
const IDLE_MAX = Temporal.Duration.from({ hours: 30 * 24 });
/** The use of a session is written at most once in this time. */
const USE_WRITTEN_EVERY = Temporal.Duration.from({ minutes: 1 });

export function sessionDigest(
  { custody }: Pick<PosServices, "custody">,
  token: string,
): Uint8Array {
  // Digests in the database were made with this label, so it does not follow the table's name.
  return custody.fingerprint("till_sessions.token_digest", new Secret(token));
}

/** Returns undefined for an unknown or expired token. A use extends the session if recordsUse is set. */
export async function findSessionCaller(
  pos: PosServices,
  token: string,
  { recordsUse }: { readonly recordsUse: boolean } = { recordsUse: true },
): Promise<PosCaller | undefined> {
  const now = pos.clock.wall();
  const digest = sessionDigest(pos, token);
  const session = await pos.sessions.findSession(digest);
  if (session === undefined || !isBefore(now, session.usedAt.add(IDLE_MAX))) return undefined;
  const caller = await pos.users.findActive(session.accountId, session.userId);
  if (caller === undefined) return undefined;
  const isDue = !isBefore(now, session.usedAt.add(USE_WRITTEN_EVERY));
  if (isDue && recordsUse) await pos.sessions.recordUse(digest, now);
  return caller;
}

export async function logOut(pos: PosServices, token: string): Promise<void> {
  await pos.sessions.endSession(sessionDigest(pos, token));
}

function isBefore(moment: Temporal.Instant, limit: Temporal.Instant): boolean {
  return Temporal.Instant.compare(moment, limit) < 0;
}
