/** Two database logins: one owns the tables and migrates, the other serves with few permissions. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { APP_ROLE, PAYMENTS_ROLE } from "../../src/db/roles.ts";
import { runHere } from "../kit/command-process.ts";
import { openDatabase, openEmptyDatabase } from "../kit/database.ts";
import { makeLogin, onDatabase } from "../kit/logins.ts";
import { type Settings, serve, untilReady } from "../kit/process.ts";

const PRODUCTION = {
  ENVIRONMENT: "production",
  MASTER_KEY: "7e57".repeat(16),
  TRUSTED_PROXIES: "127.0.0.1",
  LOG_LEVEL: "warn",
};

async function openEnvironment(t: TestContext) {
  const { url, owner } = await openDatabase(t);
  const api = await makeLogin(t, url);
  const grant = (...roles: string[]) => onDatabase(url, `grant ${roles.join(", ")} to ${api.name}`);
  const split = { ...PRODUCTION, DATABASE_URL: api.url, DATABASE_OWNER_URL: url };
  return { url, owner, api, grant, split };
}

async function assertRefused(command: string, settings: Settings, said: RegExp) {
  const { code, stdout, stderr } = await runHere(command.split(" "), settings);
  assert.match(stderr, said, command);
  assert.deepEqual([code, stdout], [1, ""], command);
}

test("all missing roles are reported at once, with the commands for an administrator", async (t) => {
  const { url } = await openEmptyDatabase(t);
  const login = await makeLogin(t, url);
  // Another test may have created the roles, which belong to the whole server.
  const [app, payments] = [APP_ROLE, PAYMENTS_ROLE].map(
    (role) => `(create role ${role} nologin[a-z ]*; )?grant ${role} to ${login.name};`,
  );
  const said = new RegExp(`Ask an administrator to run: ${app} ${payments}\n$`);
  await assertRefused("migrate", { DATABASE_URL: login.url }, said);
});

test("a login without one of the two roles does not serve", async (t) => {
  const { api, grant, split } = await openEnvironment(t);
  const grants = new RegExp(
    `^The login of DATABASE_URL cannot use the application's roles: [^\\n]* Ask an administrator to run: grant ${APP_ROLE}, ${PAYMENTS_ROLE} to ${api.name};\n$`,
  );
  await assertRefused("serve", split, grants);
  await grant(APP_ROLE);
  await assertRefused("serve", split, grants);
  await assertRefused("accounts list", split, grants);
});

test("a command whose serving login is refused reports it in one sentence", async (t) => {
  const { split, api } = await openEnvironment(t);
  const wrong = new URL(api.url);
  wrong.pathname = "/nowhere";
  const settings = { ...split, DATABASE_URL: wrong.href };
  await assertRefused("accounts list", settings, /^The database server of DATABASE_URL [^\n]*\n$/);
});

test("logins of two different databases are refused before anything changes", async (t) => {
  const { split, grant, owner } = await openEnvironment(t);
  await grant(APP_ROLE, PAYMENTS_ROLE);
  const other = await openEmptyDatabase(t);
  const settings = { ...split, DATABASE_OWNER_URL: other.url };
  const said = /^DATABASE_URL and DATABASE_OWNER_URL point to different databases\. [^\n]*\.\n$/;
  await assertRefused("migrate", settings, said);
  await runHere(["migrate"], { ...PRODUCTION, DATABASE_URL: other.url });
  await assertRefused("accounts create --name Shop --zone UTC", settings, said);
  assert.deepEqual(await owner.rows`select from accounts`, []);
});

test("a command with a login that does not own the tables changes nothing", async (t) => {
  const { api, grant, owner } = await openEnvironment(t);
  await grant(APP_ROLE, PAYMENTS_ROLE);
  const settings = { ...PRODUCTION, DATABASE_URL: api.url };
  const said =
    /^The login of DATABASE_URL does not own the tables\. Set DATABASE_OWNER_URL [^\n]*\.\n$/;
  for (const command of ["accounts create --name Shop --zone UTC", "keys rotate data", "serve"]) {
    await assertRefused(command, settings, said);
  }
  assert.deepEqual(await owner.rows`select from accounts`, []);
});

test("--web serves without the owner's login and then migrates nothing", async (t) => {
  const { api, grant, owner } = await openEnvironment(t);
  await grant(APP_ROLE, PAYMENTS_ROLE);
  const settings = { ...PRODUCTION, DATABASE_URL: api.url, WORKERS: "1" };
  const { child, url } = await serve(t, settings, ["--web"]);
  await untilReady(url);
  assert.equal((await child.stop()).code, 0);
  await owner.rows`delete from migrations where number = (select max(number) from migrations)`;
  await assertRefused("serve --web", settings, /^The database does not have the schema/);
});
