/** Judges the settings of the database server. Pure. */
import { type CheckFinding, foundFailing, foundOk, foundWarning } from "../../ports/finding.ts";
import type { ServerSettings } from "./server-settings-store.ts";

export interface Strictness {
  readonly isProduction: boolean;
}

const IN_CONFIGURATION = "Set it in postgresql.conf and restart or reload the server.";

/** Without these, a crash loses payments that were answered, or damages the tables. */
export function judgeDurability(
  settings: ServerSettings,
  { isProduction }: Strictness,
): readonly CheckFinding[] {
  const judge = isProduction ? foundFailing : foundWarning;
  const wrong = [
    ...(settings.fsync === "on" ? [] : [FSYNC_OFF]),
    ...(settings.fullPageWrites === "on" ? [] : [PAGE_WRITES_OFF]),
    ...(settings.synchronousCommit === "off" ? [COMMIT_OFF] : []),
  ];
  if (wrong.length > 0) return wrong.map(([found, advice]) => judge(found, advice));
  const { synchronousCommit } = settings;
  return [
    foundOk(`fsync and full_page_writes are on, synchronous_commit is ${synchronousCommit}.`),
  ];
}

const FSYNC_OFF = [
  "fsync is off: a crash of the machine can lose payments and destroy the database.",
  `fsync must be on. ${IN_CONFIGURATION}`,
] as const;
const PAGE_WRITES_OFF = [
  "full_page_writes is off: a crash of the machine can damage tables.",
  `full_page_writes must be on. ${IN_CONFIGURATION}`,
] as const;
const COMMIT_OFF = [
  "synchronous_commit is off: a crash of the server loses payments that were already answered.",
  "Set it to on, in postgresql.conf or for the login (alter role … reset synchronous_commit).",
] as const;

export function judgeChecksums({ dataChecksums }: ServerSettings): CheckFinding {
  if (dataChecksums === "on") return foundOk("Data checksums are on.");
  return foundWarning(
    "Data checksums are off: damage on the disk is not noticed, and reaches the backups.",
    "Stop the server, run `pg_checksums --enable` on its data directory, and start it again.",
  );
}

/** Sessions ask for UTC when they start. Something in between may drop that. */
export function judgeTimeZone({ timeZone }: ServerSettings): CheckFinding {
  if (timeZone === "UTC") return foundOk("Sessions use UTC.");
  return foundFailing(
    `Sessions use the time zone ${timeZone} instead of UTC.`,
    "Connect without the connection pooler, or use its session mode with pooler=session in the URL.",
  );
}

/** `needed`: the most that the processes of this machine open. */
export function judgeConnections(
  { connections, connectionsMax }: ServerSettings,
  needed: number,
): CheckFinding {
  const found = `The processes of this machine open up to ${needed} connections; the server allows ${connectionsMax}, and ${connections} are in use.`;
  const advice = "Raise max_connections, or lower DATABASE_POOL, REPORTS_AT_ONCE or WORKERS.";
  if (connections > connectionsMax * NEARLY_ALL) return foundFailing(found, advice);
  return needed > connectionsMax ? foundWarning(found, advice) : foundOk(found);
}

const NEARLY_ALL = 0.9;

export function judgeEncryption(
  { isEncrypted, serverAddress }: ServerSettings,
  { isProduction }: Strictness,
): CheckFinding {
  if (isEncrypted) return foundOk("The connection to the database is encrypted.");
  if (serverAddress === null) return foundOk("The database is reached by a Unix socket.");
  if (/^(127\.|::1$)/.test(serverAddress)) return foundOk("The database is on this machine.");
  const found = `The connection to the database at ${serverAddress} is not encrypted.`;
  if (!isProduction) return foundOk(found);
  return foundWarning(
    found,
    "Add sslmode=verify-full and sslrootcert to DATABASE_URL, unless the network between them is trusted.",
  );
}
