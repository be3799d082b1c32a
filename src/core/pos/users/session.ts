/** A session at the point of sale: whose token it is, how long it lasts, and its end. */
import { Secret } from "../../../values/secret.ts";
import type { PosServices } from "../pos.ts";
import type { PosCaller } from "./pos-user.ts";

// Hours, because an Instant knows no days.
const IDLE_MAX = Temporal.Duration.from({ hours: 30 * 24 });
/** A busy point-of-sale calls every second; its session is written once in this time. */
const USE_WRITTEN_EVERY = Temporal.Duration.from({ minutes: 1 });

export function digestOf({ custody }: Pick<PosServices, "custody">, token: string): Uint8Array {
  // Digests in the database were made with this label, so it does not follow the table's name.
  return custody.fingerprint("till_sessions.token_digest", new Secret(token));
}

/** Who holds the token, while it is good. Using it keeps it good, unless the use only looks. */
export async function recognize(
  pos: PosServices,
  token: string,
  { recordsUse }: { readonly recordsUse: boolean } = { recordsUse: true },
): Promise<PosCaller | undefined> {
  const now = pos.clock.wall();
  const digest = digestOf(pos, token);
  const session = await pos.sessions.find(digest);
  if (session === undefined || !isBefore(now, session.usedAt.add(IDLE_MAX))) return undefined;
  const caller = await pos.users.findActive(session.accountId, session.userId);
  if (caller === undefined) return undefined;
  const isDue = !isBefore(now, session.usedAt.add(USE_WRITTEN_EVERY));
  if (isDue && recordsUse) await pos.sessions.recordUse(digest, now);
  return caller;
}

export async function logOut(pos: PosServices, token: string): Promise<void> {
  await pos.sessions.end(digestOf(pos, token));
}

function isBefore(moment: Temporal.Instant, limit: Temporal.Instant): boolean {
  return Temporal.Instant.compare(moment, limit) < 0;
}
