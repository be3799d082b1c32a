/** Gets a database ready to serve: roles and tables, months, what it is for, the seed. */
import { systemClock } from "../../adapters/system-clock.ts";
import { CalendarStore } from "../../core/calendar/calendar-store.ts";
import { readCertification } from "../../core/certification/certification.ts";
import { InstallationStore } from "../../core/certification/installation-store.ts";
import { type SeedNeeds, seed } from "../../core/certification/seed.ts";
import { ensureMonths } from "../../core/payments/ids/partition-store.ts";
import type { DatabasePool } from "../../db/database-pool.ts";
import { errorReason } from "../../db/error-reason.ts";
import {
  findPendingMigrations,
  migrate,
  readMigrations,
  SchemaMismatch,
} from "../../db/migrate.ts";
import { APP_ROLE, RolesMissing } from "../../db/roles.ts";
import { StartError } from "../../ports/start-error.ts";
import { monthsAround } from "../../values/transaction-id.ts";
import { checkInstallationMasterKey } from "../keys/master-key.ts";
import {
  checkServer,
  checkServingLogin,
  ownsTables,
  requireTableOwner,
  withServingLogin,
} from "./database-logins.ts";
import type { Installation } from "./installation.ts";

/** Brings the schema up to date and says what was applied. */
export async function migrateInstallation(installation: Installation): Promise<readonly string[]> {
  const { owner } = installation;
  await checkServer(installation);
  await requireTableOwner(installation);
  await checkInstallationMasterKey(installation, owner);
  const applied = await explainSchemaErrors(async () => {
    const done = await migrate(owner, await readMigrations());
    const milliseconds = await new CalendarStore(owner).ahead();
    await ensureMonths(owner, monthsAround(systemClock.wall().add({ milliseconds })));
    return done;
  });
  await claimDatabase(owner, installation);
  await checkServingLogin(installation);
  return applied.map(({ number, name }) => `${String(number).padStart(4, "0")}_${name}`);
}

/** Changes nothing: says in one sentence what is missing for a command to work here. */
export async function checkInstallation(installation: Installation): Promise<void> {
  const { owner } = installation;
  await checkServer(installation);
  await requireTableOwner(installation);
  await checkInstallationMasterKey(installation, owner);
  await requireCurrentSchema(owner);
  await claimDatabase(owner, installation);
  await checkServingLogin(installation);
}

/** Requests alone need no owner in production: without one the schema is left as it is. */
export async function prepareWeb(installation: Installation): Promise<void> {
  const { owner, config } = installation;
  await checkServer(installation);
  if (config.environment !== "production" || (await ownsTables(owner))) {
    await migrateInstallation(installation);
    return;
  }
  await checkServingLogin(installation);
  await withServingLogin(installation, APP_ROLE, async (login) => {
    await checkInstallationMasterKey(installation, login);
    await requireCurrentSchema(login);
    await claimDatabase(login, installation);
  });
}

async function requireCurrentSchema(db: DatabasePool): Promise<void> {
  const pending = await explainSchemaErrors(async () =>
    findPendingMigrations(db, await readMigrations()),
  );
  if (pending.length === 0) return;
  throw new StartError("This database is not at this release's schema: run migrate, or serve.");
}

/** False when it was seeded before. */
export async function seedInstallation(
  { owner, config }: Installation,
  custody: SeedNeeds["custody"],
): Promise<boolean> {
  if (config.environment === "production") {
    throw new StartError("Production takes no certification data: it starts empty.");
  }
  return seed({ owner, custody }, await readCertification());
}

/** A database is for one environment, from its first day. */
async function claimDatabase(db: DatabasePool, { config }: Installation): Promise<void> {
  const { environment } = config;
  const made = await new InstallationStore(db).claim(environment);
  if (made === environment) return;
  throw new StartError(
    `This database was made for ${made} and cannot be used in ${environment}: choose another one.`,
  );
}

const NOT_ALLOWED = "42501";

/** What goes wrong with schema and rights, as one sentence for the person at the terminal. */
export async function explainSchemaErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof SchemaMismatch) throw new StartError(error.message);
    if (error instanceof RolesMissing) {
      throw new StartError(
        `The database login may not manage roles; have an administrator run: ${error.message};`,
      );
    }
    if ((error as { code?: string }).code !== NOT_ALLOWED) throw error;
    throw new StartError(`The database login may not make the tables: ${errorReason(error)}.`);
  }
}
