/** Gets a database ready to serve: roles and tables, months, what it is for, the seed. */
import { systemClock } from "../adapters/system-clock.ts";
import { CalendarStore } from "../core/calendar/calendar-store.ts";
import { readCertification } from "../core/certification/certification.ts";
import { InstallationStore } from "../core/certification/installation-store.ts";
import { type SeedNeeds, seed } from "../core/certification/seed.ts";
import { ensureMonths } from "../core/payments/ids/partition-store.ts";
import { DatabasePool } from "../db/database.ts";
import { migrate, pendingIn, readMigrations, SchemaMismatch } from "../db/migrate.ts";
import { APP_ROLE, PAYMENTS_ROLE, RolesMissing } from "../db/roles.ts";
import { StartFault } from "../ports/start-fault.ts";
import { monthsAround } from "../values/transaction-id.ts";
import type { Installation } from "./installation.ts";

/** Brings the schema up to date and says what was applied. */
export async function migrateInstallation(installation: Installation): Promise<readonly string[]> {
  const { owner } = installation;
  await meetServer(installation);
  const applied = await inOneSentence(async () => {
    const done = await migrate(owner, await readMigrations());
    const milliseconds = await new CalendarStore(owner).ahead();
    await ensureMonths(owner, monthsAround(systemClock.wall().add({ milliseconds })));
    return done;
  });
  await claim(installation);
  await meetLogin(installation);
  return applied.map(({ number, name }) => `${String(number).padStart(4, "0")}_${name}`);
}

/** Changes nothing: says in one sentence what is missing for a command to work here. */
export async function checkInstallation(installation: Installation): Promise<void> {
  const { owner } = installation;
  await meetServer(installation);
  const pending = await inOneSentence(async () => pendingIn(owner, await readMigrations()));
  if (pending.length > 0) {
    throw new StartFault("This database is not at this release's schema: run migrate, or serve.");
  }
  await claim(installation);
}

/** False when it was seeded before. */
export async function seedInstallation(
  { owner, config }: Installation,
  custody: SeedNeeds["custody"],
): Promise<boolean> {
  if (config.environment === "production") {
    throw new StartFault("Production takes no certification data: it starts empty.");
  }
  return seed({ owner, custody }, await readCertification());
}

/** A database is for one environment, from its first day. */
async function claim({ owner, config: { environment } }: Installation): Promise<void> {
  const made = await new InstallationStore(owner).claim(environment);
  if (made === environment) return;
  throw new StartFault(
    `This database was made for ${made} and cannot be used in ${environment}: choose another one.`,
  );
}

const OLDEST_VERSION = 150_000;

/** Whatever fails at the first contact lies in the settings or at the server. */
async function meetServer({ owner, place }: Installation): Promise<void> {
  const setting = place.ownerUrl === place.url ? "DATABASE_URL" : "DATABASE_OWNER_URL";
  const version = await owner.serverVersion().catch((error) => {
    throw new StartFault(`The server that ${setting} names cannot be used: ${reasonOf(error)}.`);
  });
  if (version < OLDEST_VERSION) {
    const major = Math.trunc(version / 10_000);
    throw new StartFault(`PostgreSQL ${major} is too old: Sixdoors needs 15 or later.`);
  }
}

/** The login that serves may be another one than the owner's. */
async function meetLogin({ place, config }: Installation): Promise<void> {
  if (place.ownerUrl === place.url) return;
  const login = new DatabasePool({
    connectionString: place.url,
    role: APP_ROLE,
    size: 1,
    queueMax: 1,
    statementTimeoutMs: config.databaseTimeoutMs,
  });
  try {
    await login.serverVersion();
  } catch (error) {
    throw new StartFault(
      `The login of DATABASE_URL cannot serve: ${reasonOf(error)}; it must be a member of ${APP_ROLE} and ${PAYMENTS_ROLE}.`,
    );
  } finally {
    await login.close();
  }
}

/** Several addresses of one name fail with one error for all of them, which has no words. */
function reasonOf(error: unknown): string {
  const { code, message } = error as { code?: string; message: string };
  return message || code || "no reason given";
}

const NOT_ALLOWED = "42501";

/** What goes wrong with schema and rights, as one sentence for the person at the terminal. */
export async function inOneSentence<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof SchemaMismatch) throw new StartFault(error.message);
    if (error instanceof RolesMissing) {
      throw new StartFault(
        `The database login may not manage roles; have an administrator run: ${error.message};`,
      );
    }
    if ((error as { code?: string }).code !== NOT_ALLOWED) throw error;
    throw new StartFault(`The database login may not make the tables: ${reasonOf(error)}.`);
  }
}
