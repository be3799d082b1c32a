/** Adds, changes and removes card hosts, each with its audit entry. Processes notice within seconds. */
import type { Database } from "../../db/database.ts";
import type { DatabasePool } from "../../db/database-pool.ts";
import type { CardHostConnection } from "../../ports/card-host-settings.ts";
import { type ActOrigin, type Actor, recordAct } from "../audit/act.ts";
import { RESERVED_HOST_NAMES } from "./card-host-names.ts";
import type { CardHostRecord } from "./card-host-record.ts";
import { CardHostStore } from "./card-host-store.ts";
import {
  type ConnectionTexts,
  type ConnectionValue,
  isHostName,
  readConnection,
} from "./read-connection.ts";

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
  readonly value: ConnectionValue;
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

export async function addCardHost(
  needs: CardHostNeeds,
  { name, texts }: { readonly name: string; readonly texts: ConnectionTexts },
  by: By,
): Promise<AddCardHostOutcome> {
  if (!isHostName(name) || RESERVED_HOST_NAMES.includes(name)) return badValue("name");
  const reading = readSafely(needs, texts);
  if (reading.kind === "bad_value") return reading;
  const record = { name, connection: reading.connection };
  return needs.db.atomically(async (db): Promise<AddCardHostOutcome> => {
    if (!(await new CardHostStore(db).insertHost(record))) return { kind: "name_taken" };
    await recordHostAct(db, by, { action: "card_host.create", name, after: record.connection });
    return { kind: "added" };
  });
}

/** The sentence for "other_kind". */
export const OTHER_KIND =
  "The kind of a card host cannot be changed, because its payments are at that host. Add another card host and move the accounts to it.";

export async function changeCardHost(
  needs: CardHostNeeds,
  { name, texts }: { readonly name: string; readonly texts: ConnectionTexts },
  by: By,
): Promise<ChangeOutcome> {
  const reading = readSafely(needs, texts);
  if (reading.kind === "bad_value") return reading;
  const after: CardHostRecord = { name, connection: reading.connection };
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
function readSafely({ environment }: CardHostNeeds, texts: ConnectionTexts) {
  const reading = readConnection(texts);
  if (reading.kind === "bad_value" || environment === "certification") return reading;
  const { connection } = reading;
  if (connection.kind === "json" && !connection.url.startsWith("https:")) return badValue("url");
  return reading;
}

function badValue(value: ConnectionValue): BadValue {
  return { kind: "bad_value", value };
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
