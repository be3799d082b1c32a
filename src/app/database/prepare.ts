/** Prepares a database for serving: roles, tables, partitions, its environment, the seed. */
import { systemClock } from "../../adapters/system-clock.ts";
import { PasswordHashing } from "../../core/access/password.ts";
import { CalendarStore } from "../../core/calendar/calendar-store.ts";
import { readCertificationSeed } from "../../core/certification/certification-seed.ts";
import { InstallationStore } from "../../core/certification/installation-store.ts";
import { type SeedNeeds, seedCertification } from "../../core/certification/seed.ts";
import { ensureMonths } from "../../core/payments/ids/partition-store.ts";
import { SafeModeStore } from "../../core/safe-mode/safe-mode-store.ts";
import type { DatabasePool } from "../../db/database-pool.ts";
import { findPendingMigrations, migrate, readMigrations } from "../../db/migrate.ts";
import { APP_ROLE } from "../../db/roles.ts";
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
import { explainSchemaErrors } from "./explain-schema-errors.ts";
import type { Installation } from "./installation.ts";
import { placeTables, requirePlacement } from "./table-placement.ts";

/** Brings the schema up to date and returns the names of the applied migrations. */
export async function migrateInstallation(installation: Installation): Promise<readonly string[]> {
  const { owner } = installation;
  await checkServer(installation);
  await requireTableOwner(installation);
  await checkInstallationMasterKey(installation, owner);
  const applied = await explainSchemaErrors(async () => {
    const done = await migrate(owner, await readMigrations());
    await placeTables(owner, installation.config);
    const milliseconds = await new CalendarStore(owner).readAheadMs();
    await ensureMonths(owner, monthsAround(systemClock.wall().add({ milliseconds })));
    return done;
  });
  await keepSafeMode(owner);
  await claimDatabase(owner, installation);
  await checkServingLogin(installation);
  return applied.map(({ number, name }) => `${String(number).padStart(4, "0")}_${name}`);
}

/** An import brings the state of safe mode, but not the rights that go with it. */
async function keepSafeMode(owner: DatabasePool): Promise<void> {
  await owner.atomically(async (db) => {
    const store = new SafeModeStore(db);
    if ((await store.readSafeMode()) !== undefined) await store.suspendRights();
  });
}

/** Throws a StartError if a command cannot work with this database. Changes nothing. */
export async function checkInstallation(installation: Installation): Promise<void> {
  const { owner } = installation;
  await checkServer(installation);
  await requireTableOwner(installation);
  await checkInstallationMasterKey(installation, owner);
  await requireCurrentSchema(owner);
  await requirePlacement(owner, installation.config);
  await claimDatabase(owner, installation);
  await checkServingLogin(installation);
}

/** `serve --web` in production does not need the owner: then the schema is only checked. */
export async function prepareWeb(installation: Installation): Promise<void> {
  const { owner, config } = installation;
  await checkServer(installation);
  if (config.environment !== "production" || (await ownsTables(owner))) {
    await migrateInstallation(installation);
    return;
  }
  await checkServingLogin(installation);
  await withServingLogin(installation, APP_ROLE, async (login) => {
    await requirePlacement(login, config);
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
  throw new StartError(
    "The database does not have the schema of this release. Run `sixdoors migrate`, or start `serve`, which migrates too.",
  );
}

/** Returns false if the database was already seeded. */
export async function seedInstallation(
  { owner, config }: Installation,
  custody: SeedNeeds["custody"],
): Promise<boolean> {
  if (config.environment === "production") {
    throw new StartError(
      "Production cannot be seeded. Create accounts with `sixdoors accounts create`.",
    );
  }
  // Not those of the server, because seeding ends before the server opens.
  const passwords = new PasswordHashing();
  return seedCertification({ owner, passwords, custody }, await readCertificationSeed());
}

/** A database belongs to one environment, from its first use. */
async function claimDatabase(db: DatabasePool, { config }: Installation): Promise<void> {
  const { environment } = config;
  const made = await new InstallationStore(db).claimEnvironment(environment);
  if (made === environment) return;
  throw new StartError(
    `This database belongs to ${made} and cannot be used in ${environment}. Set DATABASE_URL or DATA_DIR to another database, or ENVIRONMENT to ${made}.`,
  );
}
