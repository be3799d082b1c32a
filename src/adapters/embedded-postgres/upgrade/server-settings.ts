/**
 * Carries the settings of the old cluster over: what an operator changed in postgresql.conf or with
 * ALTER SYSTEM, and the files that say who may connect.
 */
import { appendFile, copyFile, stat } from "node:fs/promises";
import path from "node:path";
import type { Database } from "../../../db/database.ts";
import type { ServerAccount } from "../server-account.ts";
import { giveTo } from "../server-account.ts";

const ACCESS_FILES = ["pg_hba.conf", "pg_ident.conf"];

export interface ServerSetting {
  readonly name: string;
  readonly value: string;
}

/** The settings in the files of a cluster, the last one of each name. */
export function readFileSettings(db: Database): Promise<readonly ServerSetting[]> {
  return db.rows<ServerSetting>`
    select distinct on (name) name, setting as value from pg_file_settings
    where name is not null and setting is not null order by name, seqno desc`;
}

export async function listSettingNames(db: Database): Promise<ReadonlySet<string>> {
  const rows = await db.rows<{ name: string }>`select name from pg_settings`;
  return new Set(rows.map(({ name }) => name));
}

export interface SettingChoice {
  readonly carried: readonly ServerSetting[];
  /** Settings that the new version no longer has. */
  readonly dropped: readonly string[];
}

/** Leaves out what initdb wrote for the new cluster, too. Names with a dot belong to extensions. */
export function chooseSettings(
  old: readonly ServerSetting[],
  fresh: readonly ServerSetting[],
  known: ReadonlySet<string>,
): SettingChoice {
  const same = new Map(fresh.map(({ name, value }) => [name, value]));
  const changed = old.filter(({ name, value }) => same.get(name) !== value);
  const isKnown = ({ name }: ServerSetting) => name.includes(".") || known.has(name);
  return {
    carried: changed.filter(isKnown),
    dropped: changed.filter((setting) => !isKnown(setting)).map(({ name }) => name),
  };
}

/** The server must be stopped. */
export async function writeSettings(
  cluster: string,
  settings: readonly ServerSetting[],
): Promise<void> {
  const lines = settings.map(({ name, value }) => `${name} = ${quoteSetting(value)}\n`);
  await appendFile(path.join(cluster, "postgresql.auto.conf"), lines.join(""));
}

export function quoteSetting(value: string): string {
  return `'${value.replaceAll("\\", "\\\\").replaceAll("'", "''").replaceAll("\n", "\\n")}'`;
}

export async function copyAccessFiles(
  from: string,
  to: string,
  account: ServerAccount | undefined,
): Promise<void> {
  for (const name of ACCESS_FILES) {
    const [source, target] = [path.join(from, name), path.join(to, name)];
    if ((await stat(source).catch(() => undefined)) === undefined) continue;
    await copyFile(source, target);
    await giveTo(account, target);
  }
}
