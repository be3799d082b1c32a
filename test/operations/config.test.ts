/** Settings: how the environment is read, and which errors are reported. */
import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { ALL_SETTINGS, ConfigError, readConfig } from "../../src/config.ts";
import { SETTINGS } from "../../src/settings.ts";

const PRODUCTION = {
  ENVIRONMENT: "production",
  MASTER_KEY: "0".repeat(64),
  TRUSTED_PROXIES: "10.0.0.0/8",
};

function errorsOf(environment: NodeJS.ProcessEnv): readonly string[] {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    assert.ok(error instanceof ConfigError);
    return error.errors;
  }
}

test("without settings it is a certification environment on this machine", () => {
  const config = readConfig({});
  assert.equal(config.environment, "certification");
  assert.equal(config.host, "127.0.0.1");
  assert.equal(config.port, 8080);
  assert.equal(config.databaseUrl, undefined);
  assert.equal(config.dataDir, path.resolve(".data"));
  assert.ok(Object.isFrozen(config));
});

test("all errors are reported at once", () => {
  const errors = errorsOf({ PORT: "many", ENVIRONMENT: "test", DATABASE_POOL: "1", WORKERS: "-1" });
  assert.deepEqual(
    errors.map((problem) => problem.split(" ")[0]),
    ["ENVIRONMENT", "PORT", "DATABASE_POOL", "WORKERS"],
  );
});

test("an error never repeats a secret", () => {
  const errors = errorsOf({ DATABASE_URL: "mysql://u:hidden@h/d", MASTER_KEY: "hidden" });
  assert.equal(errors.length, 2);
  assert.doesNotMatch(errors.join(), /hidden/);
});

test("database and mail server can be named in files", async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), "sixdoors settings "));
  t.after(() => rm(folder, { recursive: true }));
  const write = async (name: string, text: string, mode = 0o600) => {
    const file = path.join(folder, name);
    await writeFile(file, text, { mode });
    return file;
  };
  const url = "postgres://u:hidden@h/d";
  const DATABASE_URL_FILE = await write("database", `${url}\n`);
  const config = readConfig({ ...PRODUCTION, DATABASE_URL_FILE });
  assert.equal(config.databaseUrl?.reveal(), url);
  const open = await write("open", url, 0o644);
  const bad = {
    DATABASE_URL_FILE: open,
    DATABASE_OWNER_URL_FILE: path.join(folder, "missing"),
    REPORT_DATABASE_URL_FILE: await write("empty", "\n"),
    SMTP_URL_FILE: DATABASE_URL_FILE,
  };
  const errors = errorsOf({ ...PRODUCTION, ...bad });
  assert.doesNotMatch(errors.join(), /hidden/);
  assert.match(errors[0] ?? "", /^DATABASE_URL_FILE .*open can be read by other users/);
  assert.match(errors[1] ?? "", /^DATABASE_OWNER_URL_FILE .*missing cannot be read \(ENOENT\)/);
  assert.match(errors[2] ?? "", /^REPORT_DATABASE_URL_FILE .*empty is empty/);
  assert.match(errors[3] ?? "", /^SMTP_URL must/);
  const both = errorsOf({ ...PRODUCTION, DATABASE_URL: url, DATABASE_URL_FILE });
  assert.deepEqual(both, ["DATABASE_URL_FILE and DATABASE_URL are both set. Set one."]);
});

test("production needs TLS files or trusted proxies", () => {
  assert.deepEqual(errorsOf(PRODUCTION), []);
  const bare = { ...PRODUCTION, TRUSTED_PROXIES: "" };
  assert.match(errorsOf(bare).join(), /TLS_CERT_FILE/);
  assert.deepEqual(errorsOf({ ...bare, TLS_CERT_FILE: "c.pem", TLS_KEY_FILE: "k.pem" }), []);
});

test("production does not create a master key", () => {
  assert.match(errorsOf({ ...PRODUCTION, MASTER_KEY: "" }).join(), /MASTER_KEY/);
});

test("production refuses http targets", () => {
  assert.match(errorsOf({ ...PRODUCTION, PUBLIC_URL: "http://pay.test" }).join(), /https/);
  const CARD_HOST_URL = "http://cards.test";
  assert.match(
    errorsOf({ ...PRODUCTION, CARD_HOST_URL }).join(),
    /CARD_HOST_URL must begin with https/,
  );
  assert.deepEqual(errorsOf({ CARD_HOST_URL }), []);
});

test("an invalid address or range is reported before anything starts", () => {
  for (const range of ["999.1.1.1", "10.0.0.0/33", "::1/129", "10.0.0.0/8/8", "host", "1.2.3.4/"]) {
    assert.match(errorsOf({ TRUSTED_PROXIES: range }).join(), /TRUSTED_PROXIES/, range);
    assert.match(errorsOf({ METRICS_FROM: range }).join(), /METRICS_FROM/, range);
  }
  assert.deepEqual(errorsOf({ TRUSTED_PROXIES: "10.0.0.0/8, ::1/128,192.0.2.7" }), []);
});

test("card testing protection is on in production by default, and optional in certification", () => {
  const limitOf = (environment: NodeJS.ProcessEnv) => readConfig(environment).cardTestingDeclines;
  assert.deepEqual([limitOf(PRODUCTION), limitOf({})], [20, 0]);
  assert.equal(limitOf({ ...PRODUCTION, CARD_TESTING_DECLINES: "0" }), 0);
  assert.equal(limitOf({ CARD_TESTING_DECLINES: "7" }), 7);
  assert.match(errorsOf({ CARD_TESTING_DECLINES: "many" }).join(), /CARD_TESTING_DECLINES/);
});

test("a card host has one key, a complete certificate, and no password in its URL", () => {
  const host = { CARD_HOST_URL: "https://cards.test" };
  assert.deepEqual(errorsOf({ ...host, CARD_HOST_KEY: "k" }), []);
  const both = { CARD_HOST_KEY: "k", CARD_HOST_KEY_FILE: "k" };
  assert.match(errorsOf({ ...host, ...both }).join(), /both set the key of the card host/);
  assert.match(errorsOf({ ...host, CARD_HOST_CERT_FILE: "c.pem" }).join(), /must be set together/);
  assert.match(errorsOf({ CARD_HOST_KEY: "k" }).join(), /CARD_HOST_URL, which is not set/);
  const named = { CARD_HOST_URL: "https://u:hidden@cards.test" };
  assert.match(errorsOf(named).join(), /CARD_HOST_URL must not contain/);
  assert.doesNotMatch(errorsOf(named).join(), /hidden/);
});

test("settings that belong together must be set together", () => {
  assert.match(errorsOf({ TLS_CERT_FILE: "c.pem" }).join(), /must be set together/);
  assert.match(errorsOf({ DATABASE_OWNER_URL: "postgres://o@h/d" }).join(), /DATABASE_URL/);
  const keys = { MASTER_KEY: "0".repeat(64), MASTER_KEY_FILE: "k" };
  assert.match(errorsOf(keys).join(), /both set the master key/);
});

test("DATABASE_URL may list servers, and must lead to one that accepts writes", () => {
  const correct = ["one,two", "one:5432,two:5433", "one", "[::1]:5432,two"];
  for (const hosts of correct) {
    assert.deepEqual(errorsOf({ DATABASE_URL: `postgres://o:a,b@${hosts}/d` }), []);
  }
  const standby = "postgres://o@one,two/d?target_session_attrs=standby";
  const wrong = "postgres://o:secret@one,/d";
  assert.match(errorsOf({ DATABASE_URL: standby }).join(), /must be read-write or primary/);
  assert.match(errorsOf({ DATABASE_URL: wrong }).join(), /^DATABASE_URL must list servers/);
  assert.deepEqual(errorsOf({ REPORT_DATABASE_URL: standby }), []);
});

test("docs/operations.md lists every setting with its default, and no other", async () => {
  const page = await readFile(
    path.resolve(import.meta.dirname, "../../docs/operations.md"),
    "utf8",
  );
  const listed = [...page.matchAll(/^\| `([A-Z_]+)` \| (.*?) \| (.*?) \|$/gm)].map(
    ([, name, fallback, about]) => ({ name, fallback, about }),
  );
  const known = Object.values(ALL_SETTINGS).map(({ variable, fallback, about }) => ({
    name: variable,
    fallback: fallback === "" ? "" : `\`${fallback}\``,
    about,
  }));
  assert.deepEqual(listed, known);
});

test("every variable has one setting, and its name in the code is made of the same words", () => {
  const variables = Object.values(ALL_SETTINGS).map(({ variable }) => variable);
  assert.equal(new Set(variables).size, variables.length);
  for (const [name, { variable }] of Object.entries(SETTINGS)) {
    const words = name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
    assert.equal(variable.replace(/_SECONDS$/, "_MS"), words);
  }
});

test("the console shows settings as they were entered, but only whether a secret is set", () => {
  const environment = { ACH_POLL_SECONDS: "90", MASTER_KEY: "0".repeat(64) };
  const config = readConfig(environment);
  assert.deepEqual([config.achPollMs, config.clockSkewMaxMs], [90_000, 30_000]);
  const shown = Object.fromEntries(config.inForce.map(({ name, ...rest }) => [name, rest]));
  assert.deepEqual(Object.keys(shown), Object.values(ALL_SETTINGS).map(variableOf));
  assert.deepEqual(
    ["ACH_POLL_SECONDS", "CLOCK_SKEW_MAX_SECONDS", "MASTER_KEY", "KEEP_AUDIT_MONTHS"].map(
      (name) => [shown[name]?.value, shown[name]?.isDefault],
    ),
    [
      ["90", false],
      ["30", true],
      ["(secret)", false],
      ["12", true],
    ],
  );
});

function variableOf({ variable }: { readonly variable: string }): string {
  return variable;
}
