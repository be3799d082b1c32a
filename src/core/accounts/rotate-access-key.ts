/** Issues a new API key. The older keys stay valid for an overlap, or end at once. */
import type { Database } from "../../db/database.ts";
import { DEFAULT_OVERLAP, GOOD_KEYS_MAX, isOverlap } from "../../values/keys/key-overlap.ts";
import type { Secret } from "../../values/secret.ts";
import { newAccessKey, sealAccessKey } from "./access-key.ts";
import { AccountKeyStore } from "./account-key-store.ts";
import { type NotFound, readAccountId } from "./account-record.ts";
import type { NewSealedKey } from "./account-store.ts";
import {
  type AccountNeeds,
  type ActingParty,
  actOnAccount,
  recordAccountAct,
} from "./act-on-account.ts";

export type RotateOutcome =
  | {
      readonly kind: "rotated";
      /** Shown once. */
      readonly accessKey: Secret;
      /** When the older keys expire at the latest. Undefined: they have ended. */
      readonly previousUntil: Temporal.Instant | undefined;
    }
  | { readonly kind: "bad_overlap" }
  /** The account has the maximum number of valid keys. */
  | { readonly kind: "too_many_keys" }
  | NotFound;

export interface Rotation {
  /** How long older keys stay valid. Null: they end at once. */
  readonly overlap: Temporal.Duration | null;
  readonly by: ActingParty;
}

export { DEFAULT_OVERLAP };

export async function rotateAccessKey(
  needs: AccountNeeds,
  id: string,
  { overlap, by }: Rotation,
): Promise<RotateOutcome> {
  const accountId = readAccountId(id);
  if (accountId === undefined) return { kind: "not_found" };
  if (!isOverlap(overlap)) return { kind: "bad_overlap" };
  const overlapSeconds = overlap?.total("seconds") ?? 0;
  const accessKey = newAccessKey();
  // Before the transaction: custody may have to ask the database itself.
  const kept = await sealAccessKey(needs.custody, accountId, accessKey);
  return actOnAccount(needs, accountId, async (db): Promise<RotateOutcome> => {
    const now = needs.clock.wall();
    const end = now.add({ seconds: overlapSeconds });
    const count = await replace(db, { accountId, kept, now, end });
    if (count === undefined) return { kind: "too_many_keys" };
    const previousUntil = overlap === null ? undefined : end;
    await recordAccountAct(db, by, {
      action: "account.rotate_key",
      accountId,
      before: { goodKeys: count },
      after: { previousUntil: previousUntil?.toString() ?? null },
    });
    return { kind: "rotated", accessKey, previousUntil };
  });
}

interface Replacement {
  readonly accountId: string;
  readonly kept: NewSealedKey;
  readonly now: Temporal.Instant;
  readonly end: Temporal.Instant;
}

/** Returns how many keys were valid before. Undefined: too many, and nothing was changed. */
async function replace(
  db: Database,
  { accountId, kept, now, end }: Replacement,
): Promise<number | undefined> {
  const keys = new AccountKeyStore(db);
  const good = await keys.listValidKeys(accountId, now);
  const isOverlapping = Temporal.Instant.compare(end, now) > 0;
  if (isOverlapping && good.length >= GOOD_KEYS_MAX) return undefined;
  await keys.expireKeys(accountId, end);
  await keys.removeExpiredKeys(accountId, now);
  await keys.insertKey(accountId, kept);
  return good.length;
}
