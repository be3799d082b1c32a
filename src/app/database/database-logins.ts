/**
 * Checks the database logins of an installation: the one that serves, and the owner of the tables.
 */
import { DatabasePool } from "../../db/database-pool.ts";
import { errorReason } from "../../db/error-reason.ts";
import { APP_ROLE, PAYMENTS_ROLE } from "../../db/roles.ts";
import { readPooler, sharesSessions } from "../../db/sessions/pooled-session.ts";
import { StartError } from "../../ports/start-error.ts";
import { firstServerUrl } from "../../values/server-list.ts";
import type { Installation } from "./installation.ts";

const OLDEST_VERSION = 150_000;

/** The first contact with the server: version, encoding, and that both logins use one database. */
export async function checkServer(installation: Installation): Promise<void> {
  const { owner, place } = installation;
  const setting = ownerSetting(installation);
  await checkPoolers(installation);
  const version = await explainServerError(setting, () => owner.serverVersion());
  if (version < OLDEST_VERSION) {
    const major = Math.trunc(version / 10_000);
    throw new StartError(
      `PostgreSQL ${major} is too old. Set ${setting} to a server with version 15 or later.`,
    );
  }
  await requireUtf8(owner);
  if (place.ownerUrl !== place.url) await requireSameDatabase(installation);
}

/** Names and addresses may use any script, and exports are written in UTF-8. */
async function requireUtf8(owner: DatabasePool): Promise<void> {
  const [row] = await owner.rows<{ database: string; encoding: string }>`
    select current_database() as database, current_setting('server_encoding') as encoding`;
  if (row === undefined || row.encoding === "UTF8") return;
  throw new StartError(
    `The database ${row.database} has the encoding ${row.encoding}, but Sixdoors needs UTF8. Create the database with encoding 'UTF8' and template template0.`,
  );
}

/** A transaction cannot span two databases. */
async function requireSameDatabase(installation: Installation): Promise<void> {
  const here = await databaseIdentity(installation.owner);
  const there = await withServingLogin(installation, undefined, (login) =>
    explainServerError("DATABASE_URL", () => databaseIdentity(login)),
  );
  if (here === there) return;
  throw new StartError(
    "DATABASE_URL and DATABASE_OWNER_URL point to different databases. They must be two logins of the same database.",
  );
}

async function databaseIdentity(pool: DatabasePool): Promise<string> {
  const [row] = await pool.rows<{ identity: string }>`
    select pg_postmaster_start_time() || ' ' || current_database() as identity`;
  return row?.identity ?? "";
}

/** Roles, session locks and prepared statements belong to a session, so a connection needs its own. */
async function checkPoolers({ place }: Installation): Promise<void> {
  const urls = new Map([
    [place.url, "DATABASE_URL"],
    [place.ownerUrl, place.ownerUrl === place.url ? "DATABASE_URL" : "DATABASE_OWNER_URL"],
  ]);
  for (const [url, setting] of urls) {
    const mode = readPooler(url);
    if (mode === undefined) continue;
    if (mode !== "session") throw new StartError(`pooler in ${setting} must be session.`);
    if (!(await explainServerError(setting, () => sharesSessions(url)))) continue;
    throw new StartError(
      `The connection pooler of ${setting} gives one session to several connections, as PgBouncer does in transaction mode. Sixdoors needs session mode (pool_mode = session), or connect without the pooler.`,
    );
  }
}

const NO_START_PARAMETERS = /unsupported startup parameter/;

async function explainServerError<Result>(
  setting: string,
  ask: () => Promise<Result>,
): Promise<Result> {
  return ask().catch((error) => {
    if (NO_START_PARAMETERS.test(errorReason(error))) {
      throw new StartError(
        `${setting} leads to a connection pooler that refuses start parameters. Use its session mode and add pooler=session to the URL, or connect without the pooler.`,
      );
    }
    throw new StartError(
      `The database server of ${setting} cannot be used: ${errorReason(error)}. Check ${setting} and the server.`,
    );
  });
}

/** The login that serves must be able to use the application's roles. */
export async function checkServingLogin(installation: Installation): Promise<void> {
  for (const role of [APP_ROLE, PAYMENTS_ROLE]) {
    const used = await withServingLogin(installation, role, readRole).catch((error) => {
      throw new StartError(
        `The login of DATABASE_URL cannot use the application's roles: ${errorReason(error)}. Ask an administrator to run: ${grantStatement(installation)};`,
      );
    });
    if (used === role) continue;
    throw new StartError(
      "A connection pooler drops the start parameters of connections, so their role and time limits are not set. Use its session mode and add pooler=session to DATABASE_URL, or connect without the pooler.",
    );
  }
}

async function readRole(login: DatabasePool): Promise<string | undefined> {
  const [row] = await login.rows<{ role: string }>`select current_user::text as role`;
  return row?.role;
}

function grantStatement({ place }: Installation): string {
  const name = decodeURIComponent(new URL(firstServerUrl(place.url)).username) || "the_login";
  const quoted = /^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`;
  return `grant ${APP_ROLE}, ${PAYMENTS_ROLE} to ${quoted}`;
}

/** Commands and jobs write to tables that only the owner can change. */
export async function requireTableOwner(installation: Installation): Promise<void> {
  if (await ownsTables(installation.owner)) return;
  const setting = ownerSetting(installation);
  throw new StartError(
    `The login of ${setting} does not own the tables. Set DATABASE_OWNER_URL to the login that does.`,
  );
}

/** Also true if there are no tables yet, because the login that creates them will own them. */
export async function ownsTables(owner: DatabasePool): Promise<boolean> {
  const [ledger] = await owner.rows<{ owns: boolean }>`
    select pg_has_role(relowner, 'usage') as owns from pg_class
    where oid = to_regclass('migrations')`;
  return ledger?.owns ?? true;
}

function ownerSetting({ place }: Installation): string {
  return place.ownerUrl === place.url ? "DATABASE_URL" : "DATABASE_OWNER_URL";
}

/** Runs work on a connection of the login that serves, under a role or as itself. */
export async function withServingLogin<Result>(
  { place, config }: Installation,
  role: string | undefined,
  work: (login: DatabasePool) => Promise<Result>,
): Promise<Result> {
  const login = new DatabasePool({
    connectionString: place.url,
    ...(role === undefined ? {} : { role }),
    size: 1,
    queueMax: 1,
    statementTimeoutMs: config.databaseTimeoutMs,
  });
  try {
    return await work(login);
  } finally {
    await login.close();
  }
}
