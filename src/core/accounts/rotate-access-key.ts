/** Issues a new API key. The older keys stay valid for an overlap, or end at once. */
import type { Database } from "../../db/database.ts";
import { DEFAULT_OVERLAP, GOOD_KEYS_MAX, isOverlap } from "../../values/keys/key-overlap.ts";
import type { Secret } from "../../values/secret.ts";
import { keyCreator, newAccessKey, sealAccessKey } from "./access-key.ts";
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
  /** The key to replace does not exist or has expired. */
  | { readonly kind: "no_such_key" }
  | NotFound;

export interface Rotation {
  /** How long the replaced keys stay valid. Null: they end at once. */
  readonly overlap: Temporal.Duration | null;
  /** The id of the replaced key, or none. Default: all keys. */
  readonly replaces?: string | "none" | "all" | undefined;
  /** Default: the name of the replaced key. */
  readonly name?: string | undefined;
  readonly by: ActingParty;
}

export { DEFAULT_OVERLAP };

export async function rotateAccessKey(
  needs: AccountNeeds,
  id: string,
  rotation: Rotation,
): Promise<RotateOutcome> {
  const { overlap, by } = rotation;
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
    const replaced = await replaceKeys(db, { ...rotation, accountId, kept, now, end });
    if (typeof replaced === "string") return { kind: replaced };
    const { count, name, replaces } = replaced;
    const previousUntil = overlap === null ? undefined : end;
    await recordAccountAct(db, by, {
      action: "account.rotate_key",
      accountId,
      before: { goodKeys: count },
      after: {
        ...(name !== null && { name }),
        ...(replaces !== "all" && { replaces }),
        previousUntil: previousUntil?.toString() ?? null,
      },
    });
    return { kind: "rotated", accessKey, previousUntil };
  });
}

interface Replacement extends Rotation {
  readonly accountId: string;
  readonly kept: NewSealedKey;
  readonly now: Temporal.Instant;
  readonly end: Temporal.Instant;
}

interface Replaced {
  /** How many keys were valid before. */
  readonly count: number;
  readonly name: string | null;
  readonly replaces: string;
}

/** Changes nothing if it returns a reason. */
async function replaceKeys(
  db: Database,
  { accountId, kept, now, end, by, replaces = "all", name }: Replacement,
): Promise<Replaced | "too_many_keys" | "no_such_key"> {
  const keys = new AccountKeyStore(db);
  const good = await keys.listValidKeys(accountId, now);
  const one = good.find(({ id }) => id === replaces);
  if (one === undefined && replaces !== "all" && replaces !== "none") return "no_such_key";
  const isOneMore = replaces === "none" || Temporal.Instant.compare(end, now) > 0;
  if (isOneMore && good.length >= GOOD_KEYS_MAX) return "too_many_keys";
  if (replaces !== "none") await keys.expireKeys(accountId, end, one?.id);
  await keys.removeExpiredKeys(accountId, now);
  const newName = name ?? one?.name ?? null;
  await keys.insertKey(accountId, kept, { name: newName, createdBy: keyCreator(by) });
  return { count: good.length, name: newName, replaces };
}
