/** Adds, changes and removes card hosts, each with its audit entry. Processes notice within seconds. */
import type { Database } from "../../db/database.ts";
import type { DatabasePool } from "../../db/database-pool.ts";
import type { CardHostConnection } from "../../ports/card-host-settings.ts";
import { type ActOrigin, type Actor, recordAct } from "../audit/act.ts";
import { RESERVED_HOST_NAMES } from "./card-host-names.ts";
import type { CardHostRecord } from "./card-host-record.ts";
import { CardHostStore } from "./card-host-store.ts";

export interface CardHostNeeds {
  readonly db: DatabasePool;
  /** May read payments. */
  readonly payments: Database;
  readonly environment: "certification" | "production";
}

interface By {
  readonly actor: Actor;
  readonly from?: ActOrigin | undefined;
}

interface BadValue {
  readonly kind: "bad_value";
  readonly value: "name" | "url";
}

export type AddCardHostOutcome = { readonly kind: "added" | "name_taken" } | BadValue;
export type ChangeOutcome =
  | { readonly kind: "changed" | "not_found" }
  /** Its payments could not be resolved by the messages of another kind. */
  | { readonly kind: "other_kind" }
  | BadValue;
export type RemoveOutcome =
  | { readonly kind: "removed" | "not_found" }
  | { readonly kind: "in_use"; readonly accounts: readonly string[]; readonly count: number }
  /** Their results are still asked for. */
  | { readonly kind: "unfinished"; readonly payments: number };

const NAME = /^[a-z0-9][a-z0-9-]{0,39}$/;

/** Whether a card host can have this name. It may be taken. */
export function isHostName(name: string): boolean {
  return NAME.test(name) && !RESERVED_HOST_NAMES.includes(name);
}

export async function addCardHost(
  needs: CardHostNeeds,
  record: CardHostRecord,
  by: By,
): Promise<AddCardHostOutcome> {
  const { name, connection } = record;
  if (!isHostName(name)) return { kind: "bad_value", value: "name" };
  if (!isEncrypted(needs, connection)) return { kind: "bad_value", value: "url" };
  return needs.db.atomically(async (db): Promise<AddCardHostOutcome> => {
    if (!(await new CardHostStore(db).insertHost(record))) return { kind: "name_taken" };
    await recordHostAct(db, by, { action: "card_host.create", name, after: connection });
    return { kind: "added" };
  });
}

/** The sentence for "other_kind". */
export const OTHER_KIND =
  "The kind of a card host cannot be changed, because its payments are at that host. Add another card host and move the accounts to it.";

export async function changeCardHost(
  needs: CardHostNeeds,
  after: CardHostRecord,
  by: By,
): Promise<ChangeOutcome> {
  const { name } = after;
  if (!isEncrypted(needs, after.connection)) return { kind: "bad_value", value: "url" };
  return needs.db.atomically(async (db): Promise<ChangeOutcome> => {
    const hosts = new CardHostStore(db);
    const before = await hosts.lockHost(name);
    if (before === undefined) return { kind: "not_found" };
    if (before.connection.kind !== after.connection.kind) return { kind: "other_kind" };
    await hosts.saveHost(after);
    const change = { before: before.connection, after: after.connection };
    await recordHostAct(db, by, { action: "card_host.update", name, ...change });
    return { kind: "changed" };
  });
}

/** A host stays while accounts use it or the result of one of its payments is not known. */
export async function removeCardHost(
  { db: pool, payments: paymentsDb }: CardHostNeeds,
  name: string,
  by: By,
): Promise<RemoveOutcome> {
  return pool.atomically(async (db): Promise<RemoveOutcome> => {
    const hosts = new CardHostStore(db);
    const before = await hosts.lockHost(name);
    if (before === undefined) return { kind: "not_found" };
    const { first: accounts, count } = await hosts.findUsers(name);
    if (count > 0) return { kind: "in_use", accounts, count };
    const payments = await new CardHostStore(paymentsDb).countUnfinished(name);
    if (payments > 0) return { kind: "unfinished", payments };
    await hosts.markRemoved(name);
    await recordHostAct(db, by, { action: "card_host.remove", name, before: before.connection });
    return { kind: "removed" };
  });
}

/** In production, JSON is encrypted. An ISO 8583 line may be encrypted by other means, such as a VPN. */
function isEncrypted({ environment }: CardHostNeeds, connection: CardHostConnection): boolean {
  if (environment === "certification" || connection.kind !== "json") return true;
  return connection.url.startsWith("https:");
}

interface HostAct {
  readonly action: "card_host.create" | "card_host.update" | "card_host.remove";
  readonly name: string;
  readonly before?: CardHostConnection;
  readonly after?: CardHostConnection;
}

async function recordHostAct(db: Database, by: By, act: HostAct): Promise<void> {
  const { name: id, ...rest } = act;
  const subject = { kind: "card_host", id } as const;
  await recordAct(db, { ...by, ...rest, subject, result: "done" });
}
