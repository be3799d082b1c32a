/** Commands that cannot work report why in one sentence, with exit code 1, and write nothing. */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { openKeyCustody } from "../../src/adapters/key-custody/key-custody.ts";
import { givenMasterKeys } from "../../src/adapters/key-custody/software/find-master-key.ts";
import { masterKeyId } from "../../src/adapters/key-custody/software/master-key.ts";
import { softwareRoot } from "../../src/adapters/key-custody/software/software-root.ts";
import { migrate, readMigrations } from "../../src/db/migrate.ts";
import { Secret } from "../../src/values/secret.ts";
import { runHere, serveHere } from "../kit/command-process.ts";
import { MASTER_KEY as TEST_KEY } from "../kit/custody.ts";
import {
  openDatabaseLike,
  openEmptyDatabase,
  openSeededDatabase,
  poolOf,
} from "../kit/database.ts";
import { atEnd, makeFolder, type Settings } from "../kit/process.ts";

const MASTER_KEY = TEST_KEY.reveal();

async function assertRefused(
  commands: readonly (readonly string[])[],
  { settings, words }: { readonly settings: Settings; readonly words: RegExp },
): Promise<void> {
  const endings = await Promise.all(commands.map((command) => runHere(command, settings)));
  for (const [place, { code, stdout, stderr }] of endings.entries()) {
    const name = commands[place]?.join(" ") ?? "";
    assert.match(stderr, /^[^\n]+\n$/, `${name}: one line, not ${stderr}`);
    assert.match(stderr, words, name);
    assert.deepEqual([code, stdout], [1, ""], name);
  }
}

test("a wrong master key is refused before anything is written", async (t) => {
  const { url: DATABASE_URL } = await openEmptyDatabase(t);
  const owner = poolOf(DATABASE_URL);
  atEnd(t, () => owner.close());
  const migrations = await readMigrations();
  const older = (migrations.at(-2) ?? assert.fail()).number;
  await migrate(owner, migrations, older);
  const masterKeys = givenMasterKeys([TEST_KEY]);
  const root = softwareRoot(masterKeys);
  (await openKeyCustody({ db: owner, root, environment: "certification" })).close();

  const wrong = new Secret("ab12".repeat(16));
  await assertRefused([["migrate"], ["seed"], ["serve"], ["accounts", "list"]], {
    settings: { DATABASE_URL, MASTER_KEY: wrong.reveal(), LOG_LEVEL: "silent" },
    words: new RegExp(
      `needs key ${masterKeyId(TEST_KEY)}, but key ${masterKeyId(wrong)} was given`,
    ),
  });
  const [found] = await owner.rows<{ newest: number; claims: number }>`
    select max(number) as newest, (select count(*)::int from installation) as claims
    from migrations`;
  assert.deepEqual(found, { newest: older, claims: 0 });
});

test("every writing command reports a read-only database in one sentence", async (t) => {
  const database = await openSeededDatabase(t);
  await database.setReadOnly(true);
  const commands = [
    ["migrate"],
    ["seed"],
    ["serve"],
    ["serve", "--worker"],
    ["clock", "advance", "1d"],
    ["keys", "rotate", "data"],
    ["accounts", "rotate-key", "120000000001"],
  ];
  await assertRefused(commands, {
    settings: {
      DATABASE_URL: database.url,
      MASTER_KEY,
      LOG_LEVEL: "silent",
    },
    words: /^The database is read-only/,
  });
});

test("a command in a folder without a gateway says where to run it, and creates nothing", async (t) => {
  const DATA_DIR = path.join(await makeFolder(t), "data");
  await assertRefused([["accounts", "list"]], {
    settings: { DATA_DIR },
    words:
      /no gateway in the data folder .*data\. Run this command in the folder where you started/,
  });
  assert.ok(!existsSync(DATA_DIR));
});

test("every command reports an unreachable server or a refused login in one sentence", async (t) => {
  const { url } = await openSeededDatabase(t);
  const missing = new URL(url);
  missing.pathname = "/sixdoors_no_such_database";
  const stranger = new URL(url);
  stranger.username = "sixdoors_no_such_login";
  const folder = await makeFolder(t);
  const commands = [["migrate"], ["accounts", "list"], ["export", path.join(folder, "out")]];
  const settings = { MASTER_KEY, LOG_LEVEL: "silent" };
  await assertRefused(commands, {
    settings: { ...settings, DATABASE_URL: "postgres://nobody@127.0.0.1:1/none" },
    words: /DATABASE_URL.*ECONNREFUSED/,
  });
  await assertRefused(commands, {
    settings: { ...settings, DATABASE_URL: missing.href },
    words: /DATABASE_URL.*does not exist/,
  });
  await assertRefused([["export", path.join(folder, "out")]], {
    settings: { ...settings, DATABASE_URL: stranger.href },
    words: /DATABASE_URL.*(does not exist|authentication failed)/,
  });
});

test("a database that is not UTF-8 is refused", async (t) => {
  const { url: DATABASE_URL } = await openDatabaseLike(
    t,
    "template template0 encoding 'LATIN1' lc_collate 'C' lc_ctype 'C' locale_provider libc",
  );
  await assertRefused([["migrate"]], {
    settings: { DATABASE_URL, MASTER_KEY },
    words: /has the encoding LATIN1.*needs UTF8/,
  });
  const owner = poolOf(DATABASE_URL);
  atEnd(t, () => owner.close());
  const [row] = await owner.rows`select to_regclass('migrations') as ledger`;
  assert.deepEqual(row, { ledger: null });
});

test("a process that runs jobs stops when the schema no longer fits its release", async (t) => {
  const database = await openSeededDatabase(t);
  const settings = {
    DATABASE_URL: database.url,
    MASTER_KEY: TEST_KEY.reveal(),
    LOG_LEVEL: "fatal",
  };
  const { child: worker } = await serveHere(t, settings, ["--worker"]);
  await database.owner.rows`
    insert into migrations (number, name, checksum, needs_schema) values (9999, 'future', '', 9999)`;
  const { code, stdout } = await worker.ended;
  assert.equal(code, 1);
  assert.match(stdout, /needs a release that knows schema 9999/);
  const words = /^The database needs a release that knows schema 9999, but this release/;
  await assertRefused([["serve"], ["migrate"], ["accounts", "list"]], { settings, words });
});
