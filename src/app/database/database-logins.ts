/** The logins of an installation: the one that serves, and the owner of the tables. */
import { DatabasePool } from "../../db/database-pool.ts";
import { errorReason } from "../../db/error-reason.ts";
import { APP_ROLE, PAYMENTS_ROLE } from "../../db/roles.ts";
import { StartError } from "../../ports/start-error.ts";
import type { Installation } from "./installation.ts";

const OLDEST_VERSION = 150_000;

/** Whatever fails at the first contact lies in the settings or at the server. */
export async function checkServer(installation: Installation): Promise<void> {
  const { owner, place } = installation;
  const setting = ownerSetting(installation);
  const version = await explainServerError(setting, () => owner.serverVersion());
  if (version < OLDEST_VERSION) {
    const major = Math.trunc(version / 10_000);
    throw new StartError(`PostgreSQL ${major} is too old: Sixdoors needs 15 or later.`);
  }
  await requireUtf8(owner);
  if (place.ownerUrl !== place.url) await requireSameDatabase(installation);
}

/** Names and addresses of the whole world are stored, and exports are written in UTF-8. */
async function requireUtf8(owner: DatabasePool): Promise<void> {
  const [row] = await owner.rows<{ database: string; encoding: string }>`
    select current_database() as database, current_setting('server_encoding') as encoding`;
  if (row === undefined || row.encoding === "UTF8") return;
  throw new StartError(
    `The database ${row.database} has the encoding ${row.encoding}, and Sixdoors needs UTF8: create it with encoding 'UTF8' template template0.`,
  );
}

/** Half of an act in one database and half in another could not be taken back. */
async function requireSameDatabase(installation: Installation): Promise<void> {
  const here = await databaseIdentity(installation.owner);
  const there = await withServingLogin(installation, undefined, (login) =>
    explainServerError("DATABASE_URL", () => databaseIdentity(login)),
  );
  if (here === there) return;
  throw new StartError(
    "DATABASE_URL and DATABASE_OWNER_URL name two databases: they are two logins of one.",
  );
}

async function databaseIdentity(pool: DatabasePool): Promise<string> {
  const [row] = await pool.rows<{ identity: string }>`
    select pg_postmaster_start_time() || ' ' || current_database() as identity`;
  return row?.identity ?? "";
}

async function explainServerError<Result>(
  setting: string,
  ask: () => Promise<Result>,
): Promise<Result> {
  return ask().catch((error) => {
    throw new StartError(`The server that ${setting} names cannot be used: ${errorReason(error)}.`);
  });
}

/** The login that serves may be another one than the owner's. */
export async function checkServingLogin(installation: Installation): Promise<void> {
  for (const role of [APP_ROLE, PAYMENTS_ROLE]) {
    await withServingLogin(installation, role, (login) => login.serverVersion()).catch((error) => {
      throw new StartError(
        `The login of DATABASE_URL cannot serve: ${errorReason(error)}; have an administrator run: ${grantStatement(installation)};`,
      );
    });
  }
}

function grantStatement({ place }: Installation): string {
  const name = decodeURIComponent(new URL(place.url).username) || "the_login";
  const quoted = /^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`;
  return `grant ${APP_ROLE}, ${PAYMENTS_ROLE} to ${quoted}`;
}

/** Commands and jobs write where the roles of the interfaces may not. */
export async function requireTableOwner(installation: Installation): Promise<void> {
  if (await ownsTables(installation.owner)) return;
  const setting = ownerSetting(installation);
  throw new StartError(
    `The login of ${setting} does not own the tables: name the one that does in DATABASE_OWNER_URL.`,
  );
}

/** Where there are no tables yet, whoever makes them owns them. */
export async function ownsTables(owner: DatabasePool): Promise<boolean> {
  const [ledger] = await owner.rows<{ owns: boolean }>`
    select pg_has_role(relowner, 'usage') as owns from pg_class
    where oid = to_regclass('migrations')`;
  return ledger?.owns ?? true;
}

function ownerSetting({ place }: Installation): string {
  return place.ownerUrl === place.url ? "DATABASE_URL" : "DATABASE_OWNER_URL";
}

/** A connection of the login that serves, under a role or as itself. */
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
