/** Gets a database ready to serve: roles and tables, months, what it is for, the seed. */
import { systemClock } from "../../adapters/system-clock.ts";
import { CalendarStore } from "../../core/calendar/calendar-store.ts";
import { readCertificationSeed } from "../../core/certification/certification-seed.ts";
import { InstallationStore } from "../../core/certification/installation-store.ts";
import { type SeedNeeds, seedCertification } from "../../core/certification/seed.ts";
import { ensureMonths } from "../../core/payments/ids/partition-store.ts";
import type { DatabasePool } from "../../db/database-pool.ts";
import { reasonOf } from "../../db/error-reason.ts";
import { migrate, pendingIn, readMigrations, SchemaMismatch } from "../../db/migrate.ts";
import { APP_ROLE, RolesMissing } from "../../db/roles.ts";
import { StartError } from "../../ports/start-error.ts";
import { monthsAround } from "../../values/transaction-id.ts";
import { refuseWrongMasterKey } from "../keys/master-key.ts";
import { asLogin, meetLogin, meetServer, ownsTables, refuseStranger } from "./database-logins.ts";
import type { Installation } from "./installation.ts";

/** Brings the schema up to date and says what was applied. */
export async function migrateInstallation(installation: Installation): Promise<readonly string[]> {
  const { owner } = installation;
  await meetServer(installation);
  await refuseStranger(installation);
  await refuseWrongMasterKey(installation, owner);
  const applied = await inOneSentence(async () => {
    const done = await migrate(owner, await readMigrations());
    const milliseconds = await new CalendarStore(owner).readAheadMs();
    await ensureMonths(owner, monthsAround(systemClock.wall().add({ milliseconds })));
    return done;
  });
  await claim(owner, installation);
  await meetLogin(installation);
  return applied.map(({ number, name }) => `${String(number).padStart(4, "0")}_${name}`);
}

/** Changes nothing: says in one sentence what is missing for a command to work here. */
export async function checkInstallation(installation: Installation): Promise<void> {
  const { owner } = installation;
  await meetServer(installation);
  await refuseStranger(installation);
  await refuseWrongMasterKey(installation, owner);
  await refuseOtherSchema(owner);
  await claim(owner, installation);
  await meetLogin(installation);
}

/** Requests alone need no owner in production: without one the schema is left as it is. */
export async function prepareWeb(installation: Installation): Promise<void> {
  const { owner, config } = installation;
  await meetServer(installation);
  if (config.environment !== "production" || (await ownsTables(owner))) {
    await migrateInstallation(installation);
    return;
  }
  await meetLogin(installation);
  await asLogin(installation, APP_ROLE, async (login) => {
    await refuseWrongMasterKey(installation, login);
    await refuseOtherSchema(login);
    await claim(login, installation);
  });
}

async function refuseOtherSchema(db: DatabasePool): Promise<void> {
  const pending = await inOneSentence(async () => pendingIn(db, await readMigrations()));
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
  return seedCertification({ owner, custody }, await readCertificationSeed());
}

/** A database is for one environment, from its first day. */
async function claim(db: DatabasePool, { config }: Installation): Promise<void> {
  const { environment } = config;
  const made = await new InstallationStore(db).claimEnvironment(environment);
  if (made === environment) return;
  throw new StartError(
    `This database was made for ${made} and cannot be used in ${environment}: choose another one.`,
  );
}

const NOT_ALLOWED = "42501";

/** What goes wrong with schema and rights, as one sentence for the person at the terminal. */
export async function inOneSentence<Result>(work: () => Promise<Result>): Promise<Result> {
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
    throw new StartError(`The database login may not make the tables: ${reasonOf(error)}.`);
  }
}
